import { create } from 'zustand'
import { NOTHING_KNOWN, type Unread } from './unread.ts'

/** How far the reader has come, on all their devices; kept by `keepChat`. */
export const useUnread = create<Unread>(() => NOTHING_KNOWN)
