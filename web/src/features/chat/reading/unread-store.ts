import { create } from 'zustand'
import { EMPTY_UNREAD, type Unread } from './unread.ts'

/** The member's read mark, which is shared by all devices. `startChat` keeps it up to date. */
export const useUnread = create<Unread>(() => EMPTY_UNREAD)
