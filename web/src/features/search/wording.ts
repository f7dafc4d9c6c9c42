import { SEARCH_COUNTED, type SearchGroup } from '@tonarchiv/contract/search'
import { formatDate, formatNumber } from '#format.ts'

export const GROUP_LABELS: Record<SearchGroup, string> = {
  songs: 'Songs',
  albums: 'Alben',
  artists: 'Künstler',
  playlists: 'Playlists',
  videos: 'Videos',
  people: 'Mitglieder',
  messages: 'Nachrichten',
  lyrics: 'Songtexte',
}

/** `heute, 9:38`, `gestern, 23:41`, `14.11.2025` */
export function formatMoment(moment: string, now: Date): string {
  const at = new Date(moment)
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  const day = at.toDateString()
  const word = day === now.toDateString() ? 'heute' : day === yesterday.toDateString() ? 'gestern' : undefined
  if (word === undefined) return formatDate(moment)
  return `${word}, ${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`
}

/** The number of hits, for example `18`; `500+` if the server has stopped counting. */
export function totalText(total: number): string {
  return total >= SEARCH_COUNTED ? `${formatNumber(SEARCH_COUNTED)}+` : formatNumber(total)
}
