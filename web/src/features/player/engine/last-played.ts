import { formatAgo, formatNumber } from '#format.ts'

/** `vor 3 Stunden`, `gestern`, `gerade eben`; null and invalid dates read `noch nie`. */
export function lastPlayedText(moment: string | null, now: number): string {
  return moment === null || Number.isNaN(Date.parse(moment)) ? 'noch nie' : formatAgo(moment, now)
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
