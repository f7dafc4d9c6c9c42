import type { AlbumType } from '@tonarchiv/contract/catalog'
import type { ShownScope } from '@tonarchiv/contract/key-batches'
import { formatNumber } from '#format.ts'

/** The name of each album type in the plural. */
export const TYPE_NAMES: Record<AlbumType, string> = {
  album: 'Alben',
  single: 'Singles',
  ep: 'EPs',
  feature: 'Features',
  unreleased: 'Unreleased',
  loosies: 'Loosies',
}

/** `1 Album`, `1.284 Alben` */
export function albumsText(count: number): string {
  return count === 1 ? '1 Album' : `${formatNumber(count)} Alben`
}

/** The text for a scope: for example `Ganzes Archiv`, `EPs, Singles` or `4 Alben`. */
export function scopeLabel({ kind, types, albumCount }: Omit<ShownScope, 'albums'>): string {
  if (kind === 'all') return 'Ganzes Archiv'
  return kind === 'types' ? types.map((type) => TYPE_NAMES[type]).join(', ') : albumsText(albumCount)
}
