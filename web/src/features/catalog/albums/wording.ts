import { UNKNOWN, type Album, type AlbumType } from '@tonarchiv/contract/catalog'
import { unauthenticated } from '@tonarchiv/contract/refusal'
import { ApiError, textOf } from '#client/api-error.ts'
import { trackCount } from '#features/tracks/index.ts'
import { formatNumber, formatRunningTime } from '#format.ts'

/** The name of each album type in the singular, for the filter and the cards. See docs/product.md §6.4. */
export const TYPE_LABELS: Record<AlbumType, string> = {
  album: 'Album',
  single: 'Single',
  ep: 'EP',
  feature: 'Feature',
  unreleased: 'Unreleased',
  loosies: 'Loosies',
}

/** The labels of the six counters in their order: in the singular and in the plural. See docs/product.md §6.4. */
export const COUNTER_LABELS: readonly (readonly [AlbumType, one: string, many: string])[] = [
  ['album', 'Album', 'Alben'],
  ['single', 'Single', 'Singles'],
  ['ep', 'EP', 'EPs'],
  ['unreleased', 'Unreleased', 'Unreleased'],
  ['loosies', 'Loosie', 'Loosies'],
  ['feature', 'Feature', 'Features'],
]

/** For example `2024 · Album`; a year that is not known is left out. */
export function yearAndType({ releaseJahr, type }: Pick<Album, 'releaseJahr' | 'type'>): string {
  return releaseJahr === UNKNOWN ? TYPE_LABELS[type] : `${releaseJahr} · ${TYPE_LABELS[type]}`
}

/** For example `14 Tracks, 45 Min.`; a non-breaking space keeps each number and its unit on one line. */
export function lengthOfAlbum({ tracks }: Pick<Album, 'tracks'>): string {
  const seconds = tracks.reduce((sum, track) => sum + track.duration, 0)
  const count = trackCount(tracks.length)
  const text = seconds > 0 ? `${count}, ${formatRunningTime(seconds)}` : count
  return text.replaceAll(/(?<=\d) /g, '\u00A0')
}

/** For example `1 Resultat gefunden`; during a search the text is English. See docs/product.md §6.4. */
export function resultText(total: number, search: string): string {
  if (search !== '')
    return `${formatNumber(total)} ${total === 1 ? 'result' : 'results'} found for „${search}“`
  return `${formatNumber(total)} ${total === 1 ? 'Resultat' : 'Resultate'} gefunden`
}

/**
 * The error text when the archive cannot be loaded: the text of the server, if there is one. See docs/product.md §6.8.
 */
export function loadFailureText(failure: Error): string {
  if (failure instanceof ApiError && failure.is(unauthenticated)) return 'Nicht angemeldet - bitte anmelden'
  return textOf(failure, 'Die Alben konnten nicht geladen werden.')
}
