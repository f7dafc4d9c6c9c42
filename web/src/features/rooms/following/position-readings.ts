/** Number of readings that are kept, and how many are needed for an accurate position. */
const READINGS_MAX = 16
const READINGS_LEAST = 6
/**
 * If this many readings in a row are later than the most accurate one by more than these seconds, which is longer than a
 * block, the sound was interrupted. The readings from before no longer hold.
 */
const INTERRUPTED = { readings: 3, seconds: 0.04 }

/**
 * The accurate position of a sound. Browsers update the position of a media element once per block of samples. A
 * reading is therefore late by up to the length of a block, but never early. Of several readings, the one that is
 * furthest ahead is the most accurate.
 */
export interface PositionReadings {
  /** @param local - milliseconds of a clock that never goes back */
  read: (local: number, seconds: number) => void
  /** Drops all readings, because the sound was moved or stopped, or plays at another rate. */
  reset: (rate: number) => void
  /** The position at this local time; undefined before there are enough readings. */
  secondsAt: (local: number) => number | undefined
}

export function createPositionReadings(): PositionReadings {
  /** For each reading the position at the local time 0. */
  let origins: number[] = []
  let rate = 1
  return {
    read(local, seconds) {
      const best = Math.max(...origins)
      origins = [...origins, seconds - (local / 1000) * rate].slice(-READINGS_MAX)
      const latest = origins.slice(-INTERRUPTED.readings)
      if (latest.every((origin) => origin < best - INTERRUPTED.seconds)) origins = latest
    },
    reset(given) {
      origins = []
      rate = given
    },
    secondsAt: (local) =>
      origins.length < READINGS_LEAST ? undefined : Math.max(...origins) + (local / 1000) * rate,
  }
}
