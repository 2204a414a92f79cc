import { loadMessages } from '$app/messages'
import type en from './messages/en.json'

export const t = await loadMessages<typeof en>(import.meta.glob('./messages/*.json'))
