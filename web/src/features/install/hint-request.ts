import { create } from 'zustand'

interface HintRequest {
  /** Whether the member has asked how to install the app. */
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
