/** Readings that are remembered: some seconds of them, because both clocks may drift apart. */
const READINGS = 48

/**
 * Translates the time of a playing element into that of the mixer. Both are counted in samples, but read by pages a
 * little late: the element's time goes on between two deliveries of sound, the mixer's does not. So the
 * least difference of several readings is the true one.
 */
export interface ElementClock {
  read: (elementSeconds: number, mixerSeconds: number) => void
  /** The mixer's second at which this second of the element is heard; undefined before the first reading. */
  mixerSecondsAt: (elementSeconds: number) => number | undefined
  /** The element was stopped, moved, or plays at another rate. */
  reset: (rate: number) => void
}

export function createElementClock(): ElementClock {
  let differences: number[] = []
  let rate = 1
  return {
    read(elementSeconds, mixerSeconds) {
      differences.push(elementSeconds / rate - mixerSeconds)
      if (differences.length > READINGS) differences.shift()
    },
    mixerSecondsAt: (elementSeconds) =>
      differences.length === 0 ? undefined : elementSeconds / rate - Math.min(...differences),
    reset(now) {
      differences = []
      rate = now
    },
  }
}
