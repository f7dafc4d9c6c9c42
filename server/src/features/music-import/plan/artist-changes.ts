import * as z from 'zod/mini'
import type { TrackArtist, TrackRow } from '#features/catalog/index.ts'
import { sameName } from '@tonarchiv/contract/album-tags'
import type { SyncState } from './sync-state.ts'

type Artists = readonly (string | TrackArtist)[]

/**
 * Whether the artists in the catalog should be replaced. They should if the files name other artists and no admin has
 * edited those in the catalog. `written` is the JSON of the artists that the import wrote last. Without it, any artists
 * in the catalog count as edited.
 */
export function hasOtherArtists(
  planned: Artists,
  current: Artists,
  written: string | null | undefined,
  tagsWin: boolean,
): boolean {
  const now = creditsKey(current)
  if (now === creditsKey(planned)) return false
  return tagsWin || now === creditsKey(writtenCredits(written))
}

/**
 * The current artists of a track. A track of another album has its artists only as one text. If that text is the one of
 * the artists that the import wrote, these artists are returned, otherwise the text.
 */
export function artistsNow({ seen }: SyncState, row: TrackRow, written: string | null | undefined): Artists {
  if (row.albumId === seen.album.id) return seen.artistsOf(row.id)
  const credits = writtenCredits(written)
  const main = credits.flatMap((one) => (typeof one === 'object' && one.role === 'main' ? one.name : []))
  return sameName(row.artistName ?? '') === sameName(main.join(', ')) ? credits : [row.artistName ?? '']
}

const WrittenCredits = z.array(
  z.union([z.string(), z.object({ name: z.string(), role: z.enum(['main', 'feature']) })]),
)

function writtenCredits(json: string | null | undefined): (string | TrackArtist)[] {
  return typeof json === 'string' ? z.parse(WrittenCredits, JSON.parse(json)) : []
}

/** A key that is equal for the same artists in the same roles and order, whatever the spelling of their names. */
function creditsKey(artists: Artists): string {
  const all = artists.map((one) => (typeof one === 'string' ? { name: one, role: 'main' as const } : one))
  const namesOf = (role: TrackArtist['role']) =>
    all.filter((one) => one.role === role).map(({ name }) => sameName(name))
  return JSON.stringify([namesOf('main'), namesOf('feature')])
}
