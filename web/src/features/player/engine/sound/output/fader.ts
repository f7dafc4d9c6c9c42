import { fadeCurve, fadeGain, type FadeDirection } from './fade-curve.ts'

/** Seconds in which the level returns from an interrupted fade to the full level. */
const FULL_SECONDS = 0.02

/** Controls the common level of several elements. Times are seconds of the Web Audio mixer's clock. */
export interface Fader {
  now: () => number
  /** Fades from silence to the full level (`in`) or back (`out`), for `seconds` from `atSeconds` on. */
  fade: (direction: FadeDirection, atSeconds: number, seconds: number) => void
  silence: () => void
  /** Returns to the full level with a short fade, so that no click is audible. */
  open: () => void
}

/** @param parameter - the gain that the fader controls; no other code may schedule values on it */
export function createFader(context: Pick<BaseAudioContext, 'currentTime'>, parameter: AudioParam): Fader {
  let fading: { direction: FadeDirection; at: number; seconds: number } | undefined
  let level = 1

  function levelNow(): number {
    if (!fading) return level
    return fadeGain(fading.direction, (context.currentTime - fading.at) / fading.seconds)
  }

  /** Cancels all scheduled values. The level is `from` since `atSeconds`, which may be in the past. */
  function restart(from: number, atSeconds: number) {
    parameter.cancelScheduledValues(0)
    parameter.setValueAtTime(from, atSeconds)
  }

  return {
    now: () => context.currentTime,
    fade(direction, atSeconds, seconds) {
      // Web Audio rejects a curve that overlaps other scheduled values. The level from which it starts is therefore set
      // at time 0, because the clock may already have passed the beginning of the curve.
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
