import { create } from 'zustand'

interface LeaveQuestionState {
  /** Plays the other music; called if the member agrees to leave the room. Undefined while nothing is asked. */
  wanted: (() => void) | undefined
}

/** The question whether to leave the room in order to play other music. */
export const useLeaveQuestion = create<LeaveQuestionState>(() => ({ wanted: undefined }))

export function askToLeave(wanted: () => void): void {
  useLeaveQuestion.setState({ wanted })
}

export function closeLeaveQuestion(): void {
  useLeaveQuestion.setState({ wanted: undefined })
}
