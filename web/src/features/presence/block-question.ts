import type { Person } from '@tonarchiv/contract/presence'
import { create } from 'zustand'

/** The member about whom the dialog asks whether to block them; undefined while the dialog is closed. */
export const useBlockQuestion = create<{ person: Person | undefined }>(() => ({ person: undefined }))

/** Asks whether to block a member. The feature `conversations` renders the dialog, because it handles blocks. */
export function askToBlock(person: Person): void {
  useBlockQuestion.setState({ person })
}

export function closeBlockQuestion(): void {
  useBlockQuestion.setState({ person: undefined })
}
