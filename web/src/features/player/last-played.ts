import { formatNumber } from '#format.ts'

const relative = new Intl.RelativeTimeFormat('de', { numeric: 'auto' })

/** Seconds of each step, longest first. */
const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `vor 3 Stunden`, `gestern`, `gerade eben`; never and broken dates read `noch nie`. */
export function lastPlayedText(moment: string | null, now: number): string {
  const seconds = moment === null ? Number.NaN : (now - Date.parse(moment)) / 1000
  if (Number.isNaN(seconds)) return 'noch nie'
  const step = STEPS.find(([, length]) => seconds >= length)
  return step ? relative.format(-Math.floor(seconds / step[1]), step[0]) : 'gerade eben'
}

/** `1.284 Streams, zuletzt gespielt vor 3 Stunden` */
export function listenedText(
  { count, lastPlayed }: { count: number; lastPlayed: string | null },
  now: number,
): string {
  const streams = `${formatNumber(count)} ${count === 1 ? 'Stream' : 'Streams'}`
  const when = lastPlayedText(lastPlayed, now)
  return lastPlayed === null ? `${streams}, ${when} gespielt` : `${streams}, zuletzt gespielt ${when}`
}
