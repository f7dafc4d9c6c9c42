import { newId } from '#platform/ids.ts'
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
const insertTrackArtist = prepared<
  { trackId: string; artistId: string; role: ArtistRole; position: number },
  unknown
>((db, slot) =>
  db.insertInto('trackArtists').values({
    trackId: slot('trackId'),
    artistId: slot('artistId'),
    role: slot('role'),
    position: slot('position'),
  }),
)
const insertAlbumArtist = prepared<{ albumId: string; artistId: string; position: number }, unknown>(
  (db, slot) =>
    db
      .insertInto('albumArtists')
      .values({ albumId: slot('albumId'), artistId: slot('artistId'), position: slot('position') }),
)

/** Stores the artists of new albums and tracks. Unknown artists are inserted. */
export async function insertCredits(trx: Executor, credits: readonly Credits[], at: string): Promise<void> {
  const names = credits.flatMap(({ artists, tracks }) => [
    ...artists,
    ...tracks.flatMap((track) => track.artists.map(({ name }) => name)),
  ])
  if (names.length === 0) return
  const ids = await idsOfArtists(trx, names, at)
  for (const { albumId, artists, tracks } of credits) {
    for (const [position, artistId] of idsIn(ids, artists).entries())
      await insertAlbumArtist(trx, { albumId, artistId, position })
    for (const { trackId, artists: named } of tracks) {
      const roles = new Map(named.map(({ name, role }) => [ids.get(titleKeyOf(name)), role]))
      const artistIds = idsIn(
        ids,
        named.map(({ name }) => name),
      )
      for (const [position, artistId] of artistIds.entries())
        await insertTrackArtist(trx, { trackId, artistId, role: roles.get(artistId) ?? 'main', position })
    }
  }
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
