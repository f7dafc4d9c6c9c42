import { UNKNOWN, type Album, type AlbumType } from '@tonarchiv/contract/catalog'
import { unauthenticated } from '@tonarchiv/contract/refusal'
import { ApiError, textOf } from '#client/api-error.ts'
import { trackCount } from '#features/tracks/index.ts'
import { formatNumber, formatRunningTime } from '#format.ts'

/** The name of one album of each type, in the filter and on cards. See docs/product.md §6.4. */
export const TYPE_LABELS: Record<AlbumType, string> = {
  album: 'Album',
  single: 'Single',
  ep: 'EP',
  feature: 'Feature',
  unreleased: 'Unreleased',
  loosies: 'Loosies',
}

/** Labels of the six counters in their order: for one album, and for any other number. See docs/product.md §6.4. */
export const COUNTER_LABELS: readonly (readonly [AlbumType, one: string, many: string])[] = [
  ['album', 'Album', 'Alben'],
  ['single', 'Single', 'Singles'],
  ['ep', 'EP', 'EPs'],
  ['unreleased', 'Unreleased', 'Unreleased'],
  ['loosies', 'Loosie', 'Loosies'],
  ['feature', 'Feature', 'Features'],
]

/** `2024 · Album`; an unknown year is left out. */
export function yearAndType({ releaseJahr, type }: Pick<Album, 'releaseJahr' | 'type'>): string {
  return releaseJahr === UNKNOWN ? TYPE_LABELS[type] : `${releaseJahr} · ${TYPE_LABELS[type]}`
}

/** `14 Tracks, 45 Min.`; non-breaking spaces keep each number and its unit on one line. */
export function lengthOfAlbum({ tracks }: Pick<Album, 'tracks'>): string {
  const seconds = tracks.reduce((sum, track) => sum + track.duration, 0)
  const count = trackCount(tracks.length)
  const text = seconds > 0 ? `${count}, ${formatRunningTime(seconds)}` : count
  return text.replaceAll(/(?<=\d) /g, '\u00A0')
}

/** `1 Resultat gefunden`; with a search term the text is English. See docs/product.md §6.4. */
export function resultText(total: number, search: string): string {
  if (search !== '')
    return `${formatNumber(total)} ${total === 1 ? 'result' : 'results'} found for „${search}“`
  return `${formatNumber(total)} ${total === 1 ? 'Resultat' : 'Resultate'} gefunden`
}

/** The text when the archive cannot be loaded: the server's own if it sent one. See docs/product.md §6.8. */
export function loadFailureText(failure: Error): string {
  if (failure instanceof ApiError && failure.is(unauthenticated)) return 'Nicht angemeldet - bitte anmelden'
  return textOf(failure, 'Die Alben konnten nicht geladen werden.')
}
