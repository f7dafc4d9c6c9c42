/** Number of measured starts that are kept. */
const STARTS_MAX = 5

/** The latest measured times from the call of `play` until the sound is audible, in milliseconds. */
export type StartTimes = readonly number[]

export const withStart = (starts: StartTimes, ms: number): StartTimes => [...starts, ms].slice(-STARTS_MAX)

/**
 * The time that the next start is expected to take; undefined before one was measured. It is the median, because single
 * starts are delayed by other work of the device.
 */
export const expectedStartMs = (starts: StartTimes): number | undefined =>
  starts.toSorted((one, other) => one - other)[Math.floor(starts.length / 2)]
