import type { Person } from '@tonarchiv/contract/presence'
import { create } from 'zustand'

/** The member whom the open dialog asks to block; undefined while it is closed. */
export const useBlockQuestion = create<{ person: Person | undefined }>(() => ({ person: undefined }))

/** Asks whether to block a member. The question is shown by the conversations, which know who is blocked. */
export function askToBlock(person: Person): void {
  useBlockQuestion.setState({ person })
}

export function closeBlockQuestion(): void {
  useBlockQuestion.setState({ person: undefined })
}
