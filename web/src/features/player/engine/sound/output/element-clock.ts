/** Maximum number of readings that are stored: those of some seconds, because both clocks may drift apart. */
const READINGS = 48

/**
 * Translates the time of a playing element into that of the mixer. Pages read the mixer's time a little late, because
 * it advances only with each block of sound, while the element's time advances continuously. So the least difference of
 * several readings is the true one.
 */
export interface ElementClock {
  read: (elementSeconds: number, mixerSeconds: number) => void
  /** The mixer's second at which this second of the element is heard; undefined before the first reading. */
  mixerSecondsAt: (elementSeconds: number) => number | undefined
  /** Drops all readings, because the element was stopped, moved, or plays at another speed. */
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
