import { create } from 'zustand'
import { EMPTY_UNREAD, type Unread } from './unread.ts'

/** How far the reader has come, on all their devices; kept by `startChat`. */
export const useUnread = create<Unread>(() => EMPTY_UNREAD)
