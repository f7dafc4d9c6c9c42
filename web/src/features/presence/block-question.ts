import type { Person } from '@tonarchiv/contract/presence'
import { create } from 'zustand'

/** The member of whom it is asked whether to block them. */
export const useBlockQuestion = create<{ person: Person | undefined }>(() => ({ person: undefined }))

/** Asks whether to block a member. The question is shown by the conversations, which know who is blocked. */
export function askToBlock(person: Person): void {
  useBlockQuestion.setState({ person })
}

export function closeBlockQuestion(): void {
  useBlockQuestion.setState({ person: undefined })
}
