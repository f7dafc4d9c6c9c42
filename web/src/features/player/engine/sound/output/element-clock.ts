/** Number of clock readings that are kept. It spans only some seconds, because both clocks may drift apart. */
const READINGS = 48

/**
 * Converts the position of a playing element to the time of the Web Audio mixer. The mixer's time advances only with
 * each block of samples, so that a page reads it a little late. The element's position advances continuously. The least
 * difference of several readings is therefore the most accurate one.
 */
export interface ElementClock {
  read: (elementSeconds: number, mixerSeconds: number) => void
  /** The mixer's time, in seconds, at which this second of the element plays; undefined before the first reading. */
  mixerSecondsAt: (elementSeconds: number) => number | undefined
  /** Drops all readings, because the element was stopped, was moved, or plays at another rate. */
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
