import { create } from 'zustand'

interface HintRequest {
  /** The user wants to see how the app is installed. */
  isRequested: boolean
  forget: () => void
}

export const useHintRequest = create<HintRequest>((set) => ({
  isRequested: false,
  forget: () => set({ isRequested: false }),
}))

export function requestHint(): void {
  useHintRequest.setState({ isRequested: true })
}
