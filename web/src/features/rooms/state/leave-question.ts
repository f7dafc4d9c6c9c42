import { create } from 'zustand'

interface LeaveQuestionState {
  /** What plays after the member has left the room; undefined while nothing is asked. */
  wanted: (() => void) | undefined
}

/** The question whether to leave the room for other music. */
export const useLeaveQuestion = create<LeaveQuestionState>(() => ({ wanted: undefined }))

export function askToLeave(wanted: () => void): void {
  useLeaveQuestion.setState({ wanted })
}

export function closeLeaveQuestion(): void {
  useLeaveQuestion.setState({ wanted: undefined })
}
