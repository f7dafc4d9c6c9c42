import * as z from 'zod/mini'
import type { TrackArtist, TrackRow } from '#features/catalog/index.ts'
import { sameName } from '@tonarchiv/contract/album-tags'
import type { SyncState } from './sync-state.ts'

type Artists = readonly (string | TrackArtist)[]

/**
 * Whether artists are to be replaced: the files have others, and those in the catalog were not edited. `written` is
 * the JSON of what was taken before; without it those in the catalog count as edited, if there are any.
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

/** The artists of a track; of one that comes from another album only whether they were edited is known. */
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

/** Equal for the same artists in the same roles and order, in any spelling that is one artist. */
function creditsKey(artists: Artists): string {
  const all = artists.map((one) => (typeof one === 'string' ? { name: one, role: 'main' as const } : one))
  const namesOf = (role: TrackArtist['role']) =>
    all.filter((one) => one.role === role).map(({ name }) => sameName(name))
  return JSON.stringify([namesOf('main'), namesOf('feature')])
}
