import { create } from 'zustand'

/** A saved state that was loaded into the player, and that the listener is offered to continue with. */
interface ResumeOffer {
  /** The device that saved the state; undefined for a state that this browser has stored. */
  device: string | undefined
}

/** The current offer; while it is set, the player shows "Weiterhören". */
export const useResumeOffer = create<{ offer: ResumeOffer | undefined }>(() => ({ offer: undefined }))

export function setResumeOffer(offer: ResumeOffer | undefined): void {
  useResumeOffer.setState({ offer })
}
