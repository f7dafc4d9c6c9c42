import type { AlbumType } from './catalog.ts'

/** The types of albums as a scope names them, in the order of their names on screen. */
const TYPES = {
  album: 'Alben',
  ep: 'EPs',
  single: 'Singles',
  feature: 'Features',
  unreleased: 'Unreleased',
  loosies: 'Loosies',
} as const satisfies Record<AlbumType, string>

/** The fields of a scope from which its name is made. */
interface Named {
  kind: 'all' | 'types' | 'albums'
  types: readonly AlbumType[]
  albumCount: number
}

/** What a scope opens, in a few words: „Ganzes Archiv“, „EPs, Singles“, „4 Alben“. */
export function scopeText({ kind, types, albumCount }: Named): string {
  if (kind === 'all') return 'Ganzes Archiv'
  if (kind === 'albums') return albumsText(albumCount)
  return Object.entries(TYPES)
    .filter(([type]) => types.some((one) => one === type))
    .map(([, name]) => name)
    .join(', ')
}

/** „keine Alben“, „1 Album“, „1.284 Alben“. */
export function albumsText(count: number): string {
  if (count === 0) return 'keine Alben'
  return count === 1 ? '1 Album' : `${String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, '.')} Alben`
}

/** The text after the name of a scope that says whether videos are included. */
export function videosText(hasVideos: boolean): string {
  return hasVideos ? 'mit Videos' : 'ohne Videos'
}

/** The text for how long the access that a key gives lasts; `null` means for ever. */
export function stayText(days: number | null): string {
  if (days === null) return 'für immer'
  return days === 1 ? '1 Tag' : `${days} Tage`
}

/** „1 Schlüssel“, „12 Schlüssel“. */
export function keysText(count: number): string {
  return `${count} Schlüssel`
}
