import { formatAgo, formatNumber } from '#format.ts'

/**
 * For example `vor 3 Stunden`, `gestern` or `gerade eben`; `noch nie` for null or an invalid date. `now`: milliseconds
 * since 1970.
 */
export function lastPlayedText(moment: string | null, now: number): string {
  return moment === null || Number.isNaN(Date.parse(moment)) ? 'noch nie' : formatAgo(moment, now)
}

/** For example `1.284 Streams, zuletzt gespielt vor 3 Stunden`. `now`: milliseconds since 1970. */
export function listenedText(
  { count, lastPlayed }: { count: number; lastPlayed: string | null },
  now: number,
): string {
  const streams = `${formatNumber(count)} ${count === 1 ? 'Stream' : 'Streams'}`
  const when = lastPlayedText(lastPlayed, now)
  return lastPlayed === null ? `${streams}, ${when} gespielt` : `${streams}, zuletzt gespielt ${when}`
}
