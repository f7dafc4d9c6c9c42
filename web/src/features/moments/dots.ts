import type { Moment } from '@tonarchiv/contract/moments'
import { shownName } from '@tonarchiv/contract/presence'
import { formatNumber, formatTime } from '#format.ts'

/** Moments that are shown as one dot, because they are close to each other. Never empty. */
export interface Dot {
  first: Moment
  moments: readonly Moment[]
  /** Percent of the duration. */
  at: number
}

interface Wave {
  durationSeconds: number
  /** CSS pixels. */
  width: number
  /** Least distance between two dots, CSS pixels. */
  distance: number
}

/** The dots of moments that are ascending by second. Moments beyond the end of the track are left out. */
export function dotsOf(moments: readonly Moment[], { durationSeconds, width, distance }: Wave): Dot[] {
  if (durationSeconds <= 0 || width <= 0) return []
  const dots: Dot[] = []
  for (const moment of moments) {
    const at = (moment.second / durationSeconds) * 100
    if (at >= 100) break
    const last = dots.at(-1)
    if (last && ((at - last.at) / 100) * width < distance)
      dots[dots.length - 1] = { ...last, moments: [...last.moments, moment] }
    else dots.push({ first: moment, moments: [moment], at })
  }
  return dots
}

/** The label of a dot, for example `Moment bei 1:02 von Mila Kramer, 2 Antworten` or `3 Momente um 1:45`. */
export function dotLabel({ first, moments }: Dot): string {
  const time = formatTime(first.second)
  if (moments.length > 1) return `${moments.length} Momente um ${time}`
  const name = `Moment bei ${time} von ${shownName(first.author)}`
  return first.replyCount === 0 ? name : `${name}, ${replyText(first.replyCount)}`
}

/** `1 Antwort`, `2 Antworten` */
export function replyText(count: number): string {
  return count === 1 ? '1 Antwort' : `${formatNumber(count)} Antworten`
}
