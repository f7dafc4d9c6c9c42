import type { Gain, KeyOffer } from '@tonarchiv/contract/key-offers'
import { albumsText, scopeText } from '@tonarchiv/contract/scope-text'
import { formatNumber } from '#format.ts'

const named = ({ kind, types, albumCount }: KeyOffer['scope']) =>
  scopeText({ kind, types, albumCount: albumCount ?? 0 })

/** The heading, such as „Dieser Schlüssel öffnet das ganze Archiv“. */
export function headingOf({ scope }: KeyOffer): string {
  if (scope.kind === 'all') return 'Dieser Schlüssel öffnet das ganze Archiv'
  return `Dieser Schlüssel öffnet ${scope.kind === 'types' ? 'alle ' : ''}${named(scope)}`
}

/** What a key opens: „Ganzes Archiv“ before the login, „77 Alben“ after it. */
export function opensText({ scope }: KeyOffer): string {
  const { kind, albumCount } = scope
  if (albumCount === null || kind === 'albums') return named(scope)
  return kind === 'all' ? albumsText(albumCount) : `${named(scope)}, heute ${formatNumber(albumCount)}`
}

/** The text that welcomes the member after the key was redeemed; it says what is open now. */
export function welcomeText({ scope, gain }: KeyOffer): string {
  if (scope.kind === 'all') return 'Willkommen. Das ganze Archiv ist offen.'
  const count = gain?.newAlbums ?? scope.albumCount ?? 0
  if (count === 1) return 'Willkommen. 1 Album ist offen.'
  return count === 0 ? 'Willkommen. Der Schlüssel ist eingelöst.' : `Willkommen. ${count} Alben sind offen.`
}

/** What the member can already open with other keys. */
export function hasText({ hasEverything, albumCount }: Gain): string {
  return `Du hast: ${hasEverything ? 'Ganzes Archiv' : albumsText(albumCount)}`
}
