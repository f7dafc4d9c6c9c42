import { DEFAULT_COVER } from '@tonarchiv/contract/catalog'
import type { Playlist } from '@tonarchiv/contract/playlists'
import type { PlaylistEntry } from '@tonarchiv/contract/playlist-entries'
import type { Person } from '@tonarchiv/contract/presence'
import { type Caller, hasKey } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'
import { artistOf, coverUrlOf, findTracks, isPlayable, type Track } from '#features/catalog/index.ts'
import { deletedPerson, personIn, type Presence } from '#features/presence/index.ts'
import type { EntryRow } from './store/entries.ts'
import { storedTexts } from './known-titles.ts'
import { coversOf } from './store/covers.ts'
import { firstCoversOf } from './store/mosaic-covers.ts'
import { collaboratorsOf, firstTracksOf, type PlaylistRow } from './store/playlists.ts'
import type { Viewer } from './store/rights.ts'
import { smartTotalsOf, type SmartTotals } from './store/smart-totals.ts'

/** Number of covers in a mosaic. */
export const MOSAIC = 4

interface Needs {
  db: Executor
  presence: Pick<Presence, 'members'>
}

type FindPerson = (id: string) => Person

async function people({ presence }: Needs): Promise<FindPerson> {
  const members = await presence.members()
  return (id) => {
    const profile = members.get(id)
    return profile === undefined ? deletedPerson(id) : personIn(profile)
  }
}

/** The totals of a smart playlist that the viewer has not opened. */
const UNKNOWN_TOTALS: SmartTotals = { entryCount: 0, durationSeconds: 0, trackIds: [] }

/**
 * Playlists in the shape that their viewer gets. Without archive access there are no covers, and smart playlists are
 * empty. `opened` holds the current totals of a smart playlist that is being opened. Other smart playlists have the
 * totals of the last time when the viewer opened them.
 */
export async function playlistsToWire(
  needs: Needs,
  rows: readonly PlaylistRow[],
  { id: viewerId, hasAccess }: Viewer,
  opened?: SmartTotals,
): Promise<Playlist[]> {
  const { db } = needs
  const ids = rows.map(({ id }) => id)
  const smartIds = rows.flatMap(({ id, rules }) => (rules === null ? [] : id))
  const [personOf, collaborators, ownCovers, firstTracks, smartTotals] = await Promise.all([
    people(needs),
    collaboratorsOf(db, ids),
    coversOf(db, ids),
    hasAccess ? firstTracksOf(db, ids) : new Map<string, readonly string[]>(),
    hasAccess && opened === undefined
      ? smartTotalsOf(db, viewerId, smartIds)
      : new Map<string, SmartTotals>(),
  ])
  for (const id of smartIds) {
    const totals = opened ?? smartTotals.get(id) ?? UNKNOWN_TOTALS
    smartTotals.set(id, totals)
    firstTracks.set(id, totals.trackIds)
  }
  const tracks = await findTracks(db, [...new Set([...firstTracks.values()].flat())])
  const covers = new Map<string, readonly string[]>()
  for (const { id, rules, entryCount } of rows) {
    const first = firstTracks.get(id) ?? []
    const found = differentCovers(first.flatMap((trackId) => tracks.get(trackId) ?? []))
    const hasMore = hasAccess && rules === null && entryCount > first.length
    const needsMore = found.length < MOSAIC && hasMore && !ownCovers.has(id)
    covers.set(id, needsMore ? await firstCoversOf(db, id, MOSAIC) : found)
  }
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    visibility: row.visibility,
    owner: personOf(row.ownerId),
    collaborators: (collaborators.get(row.id) ?? []).map(personOf),
    role: row.role,
    isFollowed: row.isFollowed === 1,
    entryCount: (smartTotals.get(row.id) ?? row).entryCount,
    duration: (smartTotals.get(row.id) ?? row).durationSeconds,
    hasOwnCover: ownCovers.has(row.id),
    covers: ownCovers.has(row.id)
      ? [`/api/playlist-cover/${ownCovers.get(row.id)}`]
      : mosaicOf(covers.get(row.id) ?? []),
    revision: row.revision,
    createdAt: row.createdAt,
    changedAt: row.changedAt,
    ...(row.rules !== null && { rules: row.rules }),
  }))
}

/** The names of the covers of tracks, each once, in the order of the tracks. */
function differentCovers(tracks: readonly Track[]): string[] {
  return [...new Set(tracks.flatMap(({ album }) => album.coverName ?? []))]
}

/** The URLs of four covers, or of the first one when there are fewer than four. */
function mosaicOf(covers: readonly string[]): string[] {
  return covers.slice(0, covers.length >= MOSAIC ? MOSAIC : 1).map(coverUrlOf)
}

/** Entries with the current data of their tracks. Only tracks that the reader may play are playable. */
export async function entriesToWire(
  needs: Needs,
  rows: readonly EntryRow[],
  reader: Caller,
): Promise<{ entries: PlaylistEntry[]; people: Person[] }> {
  const hasAccess = hasKey(reader)
  const trackIds = new Set(rows.flatMap(({ trackId }) => trackId ?? []))
  const [personOf, tracks] = await Promise.all([people(needs), findTracks(needs.db, [...trackIds])])
  const adders = new Set(rows.flatMap(({ addedBy }) => addedBy ?? []))
  return {
    entries: rows.map((row) => {
      const track = row.trackId === null ? undefined : tracks.get(row.trackId)
      const stored = storedTexts(reader, row)
      const isLocked = reader.scope !== undefined && row.trackId !== null && track === undefined
      return {
        id: row.id,
        sortKey: row.sortKey,
        addedBy: row.addedBy,
        addedAt: row.addedAt,
        title: track?.title ?? stored.title,
        artist: track === undefined ? stored.album : artistOf(track),
        album: track?.album.title ?? stored.album,
        coverUrl: track === undefined || !hasAccess ? DEFAULT_COVER : coverUrlOf(track.album.coverName),
        duration: track?.durationSeconds ?? stored.durationSeconds,
        exclusive: track?.album.isExclusive ?? false,
        track:
          track !== undefined && hasAccess && isPlayable(track)
            ? {
                id: track.id,
                file: track.fileName,
                ...(track.needsConversion === 1 && { needsConversion: true }),
              }
            : null,
        ...(isLocked && { isLocked }),
      }
    }),
    people: [...adders].map(personOf),
  }
}
