import { fadeCurve, fadeGain, type FadeDirection } from './fade-curve.ts'

/** Seconds in which a fade that is broken off comes to its full level. */
const FULL_SECONDS = 0.02

/** The level at which several elements are put out, by the clock of the mixer. */
export interface Fader {
  now: () => number
  /** Changes from silence to the full level, or the other way, in so many seconds from this one on. */
  fade: (direction: FadeDirection, atSeconds: number, seconds: number) => void
  silence: () => void
  /** The full level, without a click. */
  open: () => void
}

/** @param parameter - the gain that is automated by nothing else */
export function createFader(context: Pick<BaseAudioContext, 'currentTime'>, parameter: AudioParam): Fader {
  let fading: { direction: FadeDirection; at: number; seconds: number } | undefined
  let level = 1

  function levelNow(): number {
    if (!fading) return level
    return fadeGain(fading.direction, (context.currentTime - fading.at) / fading.seconds)
  }

  /** Everything before is forgotten; this level holds from this second on, which may be over. */
  function restart(from: number, atSeconds: number) {
    parameter.cancelScheduledValues(0)
    parameter.setValueAtTime(from, atSeconds)
  }

  return {
    now: () => context.currentTime,
    fade(direction, atSeconds, seconds) {
      // No event may lie within a curve, and the clock may have come to its beginning already.
      restart(fadeGain(direction, 0), 0)
      fading = { direction, at: atSeconds, seconds }
      parameter.setValueCurveAtTime(fadeCurve(direction), atSeconds, seconds)
    },
    silence() {
      fading = undefined
      level = 0
      restart(0, 0)
    },
    open() {
      const before = levelNow()
      if (before === 1 && !fading) return
      fading = undefined
      level = 1
      const now = context.currentTime
      restart(before, now)
      parameter.linearRampToValueAtTime(1, now + FULL_SECONDS)
    },
  }
}
