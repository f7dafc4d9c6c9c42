import { create } from 'zustand'

/** A saved state that is loaded, paused, and offered to the listener. */
interface ResumeOffer {
  /** The browser that saved it; undefined for a state of this browser. */
  device: string | undefined
}

/** Set while the player shows "Weiterhören". */
export const useResumeOffer = create<{ offer: ResumeOffer | undefined }>(() => ({ offer: undefined }))

export function setResumeOffer(offer: ResumeOffer | undefined): void {
  useResumeOffer.setState({ offer })
}
