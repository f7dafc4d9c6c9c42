import { ENDING_SHOWN_DAYS, type OwnAccess, type OwnKey } from '@tonarchiv/contract/own-access'
import { albumsText } from '@tonarchiv/contract/scope-text'
import { formatDate, formatNumber } from '#format.ts'

const DAY_MS = 86_400_000

/** `5 von 77 Alben` */
export function openText({ scope, archiveTotal }: Pick<OwnAccess, 'scope' | 'archiveTotal'>): string {
  return `${formatNumber(scope.albumCount)} von ${albumsText(archiveTotal)}`
}

/**
 * The number of keys and the end of the last one, for example `2 Schlüssel, bis 26.02.2025`; without the date when one
 * of the keys has no end.
 */
export function keysText(keys: readonly OwnKey[]): string {
  const count = `${formatNumber(keys.length)} Schlüssel`
  const last = keys.at(-1)?.endsAt
  return last === null || last === undefined ? count : `${count}, bis ${formatDate(last)}`
}

/** What the first key that ends soon opens, and when it ends; undefined when none does. */
export function endingText(keys: readonly OwnKey[], now: number): { lead: string; rest: string } | undefined {
  const first = keys.find(({ endsAt }) => endsAt !== null)
  if (first === undefined || first.endsAt === null) return undefined
  const days = Math.ceil((Date.parse(first.endsAt) - now) / DAY_MS)
  if (days > ENDING_SHOWN_DAYS) return undefined
  const [album] = first.scope.albums
  const what =
    first.scope.kind === 'albums' && first.scope.albumCount === 1 && album !== undefined
      ? `„${album.title}“`
      : first.scope.kind === 'all'
        ? 'das ganze Archiv'
        : albumsText(first.scope.albumCount)
  const left = days <= 1 ? 'Noch heute und morgen' : `Noch ${days} Tage`
  return { lead: `${left} ${what}.`, rest: `Am ${formatDate(first.endsAt)} schließt dieser Schlüssel.` }
}

/**
 * The text about albums that are closed since a key ended, for example `1 Album ist seit heute zu.` No album is named.
 */
export function endedText({ albumCount, at }: { albumCount: number; at: string }, now: number): string {
  const since = formatDate(at) === formatDate(new Date(now)) ? 'heute' : `dem ${formatDate(at)}`
  return `${albumCount === 1 ? '1 Album ist' : `${albumsText(albumCount)} sind`} seit ${since} zu.`
}

/** The text about a withdrawn key, for example `Der Schlüssel „B1-ZZ8P-44LD“ wurde zurückgezogen. 4 Alben sind zu.` */
export function withdrawnText({ key, albumCount }: { key: string | null; albumCount: number }): string {
  const lead =
    key === null ? 'Dein Zugang wurde zurückgezogen.' : `Der Schlüssel „${key}“ wurde zurückgezogen.`
  if (albumCount === 0) return lead
  return `${lead} ${albumCount === 1 ? '1 Album ist' : `${albumsText(albumCount)} sind`} zu.`
}
