import { create } from 'zustand'

/** The moment whose card was pressed last: several moments of one track may be in view, and only this one plays. */
export const useStartedMoment = create<{ trackId: string | undefined; second: number | undefined }>(() => ({
  trackId: undefined,
  second: undefined,
}))

export function startMoment(trackId: string, second: number): void {
  useStartedMoment.setState({ trackId, second })
}
