import { DEFAULT_COVER } from '@tonarchiv/contract/catalog'
import type { Playlist, PlaylistEntry } from '@tonarchiv/contract/playlists'
import type { Person } from '@tonarchiv/contract/presence'
import { type Executor } from '#database/prepared.ts'
import { artistOf, coverUrlOf, findTracks, isPlayable, type Track } from '#features/catalog/index.ts'
import { deletedPerson, personIn, type Presence } from '#features/presence/index.ts'
import type { EntryRow } from './store/entries.ts'
import { collaboratorsOf, firstTracksOf, type PlaylistRow } from './store/playlists.ts'

/** Covers of a mosaic. */
const MOSAIC = 4

interface Needs {
  db: Executor
  presence: Presence
}

type FindPerson = (id: string) => Person

async function people({ presence }: Needs): Promise<FindPerson> {
  const members = await presence.members()
  return (id) => {
    const profile = members.get(id)
    return profile === undefined ? deletedPerson(id) : personIn(profile)
  }
}

/** Playlists as their viewer sees them. Without archive access there are no covers. */
export async function playlistsToWire(
  needs: Needs,
  rows: readonly PlaylistRow[],
  hasAccess: boolean,
): Promise<Playlist[]> {
  const { db } = needs
  const ids = rows.map(({ id }) => id)
  const [personOf, collaborators, firstTracks] = await Promise.all([
    people(needs),
    collaboratorsOf(db, ids),
    hasAccess ? firstTracksOf(db, ids) : new Map<string, readonly string[]>(),
  ])
  const tracks = await findTracks(db, [...new Set([...firstTracks.values()].flat())])
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    visibility: row.visibility,
    owner: personOf(row.ownerId),
    collaborators: (collaborators.get(row.id) ?? []).map(personOf),
    role: row.role,
    isFollowed: row.isFollowed === 1,
    entryCount: row.entryCount,
    duration: row.durationSeconds,
    covers: mosaicOf((firstTracks.get(row.id) ?? []).flatMap((id) => tracks.get(id) ?? [])),
    revision: row.revision,
    createdAt: row.createdAt,
    changedAt: row.changedAt,
  }))
}

/** Four different covers, or the first one. */
function mosaicOf(tracks: readonly Track[]): string[] {
  const covers = [...new Set(tracks.flatMap(({ album }) => album.coverName ?? []))].map(coverUrlOf)
  return covers.length >= MOSAIC ? covers.slice(0, MOSAIC) : covers.slice(0, 1)
}

/** Entries with the current state of their tracks; without archive access no track is playable. */
export async function entriesToWire(
  needs: Needs,
  rows: readonly EntryRow[],
  hasAccess: boolean,
): Promise<{ entries: PlaylistEntry[]; people: Person[] }> {
  const trackIds = new Set(rows.flatMap(({ trackId }) => trackId ?? []))
  const [personOf, tracks] = await Promise.all([people(needs), findTracks(needs.db, [...trackIds])])
  const adders = new Set(rows.flatMap(({ addedBy }) => addedBy ?? []))
  return {
    entries: rows.map((row) => {
      const track = row.trackId === null ? undefined : tracks.get(row.trackId)
      return {
        id: row.id,
        sortKey: row.sortKey,
        addedBy: row.addedBy,
        addedAt: row.addedAt,
        title: track?.title ?? row.title,
        artist: track === undefined ? row.album : artistOf(track),
        album: track?.album.title ?? row.album,
        coverUrl: track === undefined || !hasAccess ? DEFAULT_COVER : coverUrlOf(track.album.coverName),
        duration: track?.durationSeconds ?? row.durationSeconds,
        exclusive: track?.album.isExclusive ?? false,
        track:
          track !== undefined && hasAccess && isPlayable(track)
            ? {
                id: track.id,
                file: track.fileName,
                ...(track.needsConversion === 1 && { needsConversion: true }),
              }
            : null,
      }
    }),
    people: [...adders].map(personOf),
  }
}
