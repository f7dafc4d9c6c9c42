import { newId } from '#platform/ids.ts'
import { insertRows } from '#database/insert-rows.ts'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import { titleKeyOf } from './title-key.ts'

/** The role of an artist in a track. */
export type ArtistRole = 'main' | 'feature'

export interface TrackArtist {
  name: string
  role: ArtistRole
}

/** The artists of an album and its tracks, in their order. */
export interface Credits {
  albumId: string
  artists: readonly string[]
  tracks: readonly { trackId: string; artists: readonly TrackArtist[] }[]
}

const insertArtist = prepared<
  { id: string; name: string; nameKey: string; sortName: string; createdAt: string },
  unknown
>((db, slot) =>
  db
    .insertInto('artists')
    .values({
      id: slot('id'),
      name: slot('name'),
      nameKey: slot('nameKey'),
      sortName: slot('sortName'),
      createdAt: slot('createdAt'),
    })
    .onConflict((conflict) => conflict.column('nameKey').doNothing()),
)
const selectByKeys = prepared<{ keys: readonly string[] }, { id: string; nameKey: string }>((db, slot) =>
  db
    .selectFrom('artists')
    .select(['id', 'nameKey'])
    .where(isOneOf(db, 'nameKey', slot('keys'))),
)
const insertTrackArtists = insertRows<{
  trackId: string
  artistId: string
  role: ArtistRole
  position: number
}>('track_artists', { trackId: 'text', artistId: 'text', role: 'text', position: 'integer' })
const insertAlbumArtists = insertRows<{ albumId: string; artistId: string; position: number }>(
  'album_artists',
  { albumId: 'text', artistId: 'text', position: 'integer' },
)

/** Stores the artists of new albums and tracks. Unknown artists are inserted. */
export async function insertCredits(trx: Executor, credits: readonly Credits[], at: string): Promise<void> {
  const names = credits.flatMap(({ artists, tracks }) => [
    ...artists,
    ...tracks.flatMap((track) => track.artists.map(({ name }) => name)),
  ])
  if (names.length === 0) return
  const ids = await idsOfArtists(trx, names, at)
  await insertAlbumArtists(
    trx,
    credits.flatMap(({ albumId, artists }) =>
      idsIn(ids, artists).map((artistId, position) => ({ albumId, artistId, position })),
    ),
  )
  await insertTrackArtists(
    trx,
    credits.flatMap(({ tracks }) => tracks.flatMap((track) => rowsOfTrack(ids, track))),
  )
}

function rowsOfTrack(ids: ReadonlyMap<string, string>, { trackId, artists }: Credits['tracks'][number]) {
  const roles = new Map(artists.map(({ name, role }) => [ids.get(titleKeyOf(name)), role]))
  const names = artists.map(({ name }) => name)
  return idsIn(ids, names).map((artistId, position) => {
    return { trackId, artistId, role: roles.get(artistId) ?? 'main', position }
  })
}

/** Replaces the artists of tracks; with `artists` those of the album too. */
export async function replaceCredits(
  trx: Executor,
  { albumId, artists, tracks }: Omit<Credits, 'artists'> & { artists: readonly string[] | undefined },
  at: string,
): Promise<void> {
  if (artists === undefined && tracks.length === 0) return
  const former: string[] = []
  const ids = tracks.map(({ trackId }) => trackId)
  if (ids.length > 0) {
    const rows = await trx.selectFrom('trackArtists').select('artistId').where('trackId', 'in', ids).execute()
    former.push(...rows.map(({ artistId }) => artistId))
    await trx.deleteFrom('trackArtists').where('trackId', 'in', ids).execute()
  }
  if (artists !== undefined) {
    const rows = await trx
      .selectFrom('albumArtists')
      .select('artistId')
      .where('albumId', '=', albumId)
      .execute()
    former.push(...rows.map(({ artistId }) => artistId))
    await trx.deleteFrom('albumArtists').where('albumId', '=', albumId).execute()
  }
  await insertCredits(trx, [{ albumId, artists: artists ?? [], tracks }], at)
  await removeUnnamedArtists(trx, former)
}

/** Each id once, also for different spellings of the name. */
function idsIn(ids: ReadonlyMap<string, string>, names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => ids.get(titleKeyOf(name)) ?? []))]
}

/**
 * Ids by name key; spellings that differ only in case or Unicode composition are one artist, stored with the
 * first spelling.
 */
async function idsOfArtists(
  trx: Executor,
  names: readonly string[],
  createdAt: string,
): Promise<Map<string, string>> {
  const nameOfKey = new Map(names.toReversed().map((name) => [titleKeyOf(name), name]))
  const ids = await idsOfKeys(trx, [...nameOfKey.keys()])
  const missing = [...nameOfKey].filter(([key]) => !ids.has(key))
  for (const [nameKey, name] of missing)
    await insertArtist(trx, { id: newId(), name, nameKey, sortName: sortNameOf(name), createdAt })
  return missing.length === 0 ? ids : idsOfKeys(trx, [...nameOfKey.keys()])
}

async function idsOfKeys(trx: Executor, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await selectByKeys(trx, { keys })
  return new Map(rows.map(({ nameKey, id }) => [nameKey, id]))
}

/** "Ärzte, Die": a leading article is moved to the end for sorting. */
function sortNameOf(name: string): string {
  return name.replace(/^(the|die|der|das)\s+(\S.*)$/i, '$2, $1')
}

/** The artists of an album and of its tracks, for `removeUnnamedArtists`. */
export async function artistsNamedBy(
  trx: Executor,
  named: { albumId: string } | { trackId: string },
): Promise<string[]> {
  const ofTracks = trx
    .selectFrom('trackArtists')
    .innerJoin('tracks', 'tracks.id', 'trackArtists.trackId')
    .select('artistId')
  const rows =
    'trackId' in named
      ? await ofTracks.where('trackArtists.trackId', '=', named.trackId).execute()
      : await ofTracks
          .where('tracks.albumId', '=', named.albumId)
          .union(trx.selectFrom('albumArtists').select('artistId').where('albumId', '=', named.albumId))
          .execute()
  return rows.map(({ artistId }) => artistId)
}

/** Deletes those of these artists that have no album and no track any more. */
export async function removeUnnamedArtists(trx: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .deleteFrom('artists')
    .where('id', 'in', ids)
    .where((eb) =>
      eb.and([
        eb.not(
          eb.exists(
            eb
              .selectFrom('trackArtists')
              .select('trackArtists.trackId')
              .whereRef('trackArtists.artistId', '=', 'artists.id'),
          ),
        ),
        eb.not(
          eb.exists(
            eb
              .selectFrom('albumArtists')
              .select('albumArtists.albumId')
              .whereRef('albumArtists.artistId', '=', 'artists.id'),
          ),
        ),
      ]),
    )
    .execute()
}
