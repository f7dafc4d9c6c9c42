import { create } from 'zustand'

/** The saved state that waits in the player until it is pressed. */
interface ResumeOffer {
  /** The browser that saved it; undefined for a state of this browser. */
  device: string | undefined
}

/** Set while the player shows "Weiterhören". */
export const useResumeOffer = create<{ offer: ResumeOffer | undefined }>(() => ({ offer: undefined }))

export function setResumeOffer(offer: ResumeOffer | undefined): void {
  useResumeOffer.setState({ offer })
}
