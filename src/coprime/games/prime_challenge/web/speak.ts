import { speaker } from '$app/messages'
import en from './messages/en.json'

export const t = speaker(en)
