import { speaking } from '$app/messages'
import type en from './messages/en.json'

export const t = await speaking<typeof en>(import.meta.glob('./messages/*.json'))
