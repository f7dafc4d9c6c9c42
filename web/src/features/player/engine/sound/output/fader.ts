import { fadeCurve, fadeGain, type FadeDirection } from './fade-curve.ts'

/** Seconds in which an interrupted fade returns to the full level. */
const FULL_SECONDS = 0.02

/** Controls the level of several elements, by the clock of the mixer. */
export interface Fader {
  now: () => number
  /** Changes from silence to the full level, or back, within `seconds` from `atSeconds` on. */
  fade: (direction: FadeDirection, atSeconds: number, seconds: number) => void
  silence: () => void
  /** Returns to the full level, without a click. */
  open: () => void
}

/** @param parameter - the gain; nothing else may automate it */
export function createFader(context: Pick<BaseAudioContext, 'currentTime'>, parameter: AudioParam): Fader {
  let fading: { direction: FadeDirection; at: number; seconds: number } | undefined
  let level = 1

  function levelNow(): number {
    if (!fading) return level
    return fadeGain(fading.direction, (context.currentTime - fading.at) / fading.seconds)
  }

  /** Cancels all scheduled values; the level is `from` since `atSeconds`, which may be in the past. */
  function restart(from: number, atSeconds: number) {
    parameter.cancelScheduledValues(0)
    parameter.setValueAtTime(from, atSeconds)
  }

  return {
    now: () => context.currentTime,
    fade(direction, atSeconds, seconds) {
      // No other event may lie within a curve, and the clock may already have passed the beginning of this one.
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
