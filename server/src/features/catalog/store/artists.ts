import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { insertRows } from '#database/insert-rows.ts'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import { plainLetters } from '../search/search-words.ts'
import { titleKeyOf } from './title-key.ts'

/** The role of an artist in a track. */
export type ArtistRole = 'main' | 'feature'

export interface TrackArtist {
  name: string
  role: ArtistRole
}

/** The names of the main artists of a track as one text; null without main artists. */
export function artistNameOf(artists: readonly TrackArtist[]): string | null {
  return joined(artists.flatMap(({ name, role }) => (role === 'main' ? name : [])))
}

/** Joins names to one text; null without names. */
export function joined(names: readonly string[]): string | null {
  return names.length === 0 ? null : names.join(', ')
}

/** The names of the artists of an album and of its tracks, in their order. */
export interface Credits {
  albumId: string
  artists: readonly string[]
  tracks: readonly { trackId: string; artists: readonly TrackArtist[] }[]
}

/** What is derived from the name of an artist. */
interface DerivedNames {
  sortName: string
  sortKey: string
  plainName: string
}

const insertArtist = prepared<StoredArtist & DerivedNames & { createdAt: string }, unknown>((db, slot) =>
  db
    .insertInto('artists')
    .values({
      id: slot('id'),
      name: slot('name'),
      nameKey: slot('nameKey'),
      sortName: slot('sortName'),
      sortKey: slot('sortKey'),
      plainName: slot('plainName'),
      createdAt: slot('createdAt'),
    })
    .onConflict((conflict) => conflict.column('nameKey').doNothing()),
)
/** An artist as stored. */
interface StoredArtist {
  id: string
  name: string
  nameKey: string
}

const selectByKeys = prepared<{ keys: readonly string[] }, StoredArtist>((db, slot) =>
  db
    .selectFrom('artists')
    .select(['id', 'name', 'nameKey'])
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

/**
 * Stores the artists of new albums and tracks, whose rows already hold the given names. Unknown artists are
 * inserted; where a known one is spelled otherwise, the rows get the known spelling.
 */
export async function insertCredits(trx: Executor, credits: readonly Credits[], at: string): Promise<void> {
  const names = credits.flatMap(({ artists, tracks }) => [
    ...artists,
    ...tracks.flatMap((track) => track.artists.map(({ name }) => name)),
  ])
  if (names.length === 0) return
  const known = await artistsNamed(trx, names, at)
  await insertAlbumArtists(
    trx,
    credits.flatMap(({ albumId, artists }) =>
      artistsIn(known, artists).map(({ id }, position) => ({ albumId, artistId: id, position })),
    ),
  )
  await insertTrackArtists(
    trx,
    credits.flatMap(({ tracks }) => tracks.flatMap((track) => rowsOfTrack(known, track))),
  )
  for (const { albumId, artists, tracks } of credits) {
    const name = joined(artistsIn(known, artists).map((artist) => artist.name))
    if (name !== joined(artists)) await nameAlbum(trx, albumId, name)
    for (const track of tracks) {
      const shown = artistNameOf(rowsOfTrack(known, track))
      if (shown !== artistNameOf(track.artists)) await nameTrack(trx, track.trackId, shown)
    }
  }
}

function rowsOfTrack(
  known: ReadonlyMap<string, StoredArtist>,
  { trackId, artists }: Credits['tracks'][number],
) {
  const roles = new Map(artists.map(({ name, role }) => [known.get(titleKeyOf(name))?.id, role]))
  const names = artists.map(({ name }) => name)
  return artistsIn(known, names).map(({ id, name }, position) => {
    return { trackId, artistId: id, name, role: roles.get(id) ?? 'main', position }
  })
}

async function nameAlbum(trx: Executor, albumId: string, artistName: string | null): Promise<void> {
  await trx.updateTable('albums').set({ artistName }).where('id', '=', albumId).execute()
}

async function nameTrack(trx: Executor, trackId: string, artistName: string | null): Promise<void> {
  await trx.updateTable('tracks').set({ artistName }).where('id', '=', trackId).execute()
}

/** Replaces the artists of the given tracks, and the artists of the album if `artists` is given. */
export async function replaceCredits(
  trx: Executor,
  { albumId, artists, tracks }: Omit<Credits, 'artists'> & { artists: readonly string[] | undefined },
  at: string,
): Promise<void> {
  if (artists === undefined && tracks.length === 0) return
  const former: StoredArtist[] = []
  const renamed: StoredArtist[] = []
  const ids = tracks.map(({ trackId }) => trackId)
  if (ids.length > 0) {
    const rows = await trx
      .selectFrom('trackArtists')
      .innerJoin('artists', 'artists.id', 'trackArtists.artistId')
      .select(['artists.id', 'artists.name', 'artists.nameKey', 'trackArtists.trackId'])
      .where('trackArtists.trackId', 'in', ids)
      .execute()
    former.push(...rows)
    await trx.deleteFrom('trackArtists').where('trackId', 'in', ids).execute()
    const ofTrack = Map.groupBy(rows, ({ trackId }) => trackId)
    for (const { trackId, artists: own } of tracks) {
      const names = own.map(({ name }) => name)
      renamed.push(...respelled(ofTrack.get(trackId) ?? [], names))
      await nameTrack(trx, trackId, artistNameOf(own))
    }
  }
  if (artists !== undefined) {
    const rows = await trx
      .selectFrom('albumArtists')
      .innerJoin('artists', 'artists.id', 'albumArtists.artistId')
      .select(['artists.id', 'artists.name', 'artists.nameKey'])
      .where('albumArtists.albumId', '=', albumId)
      .execute()
    former.push(...rows)
    renamed.push(...respelled(rows, artists))
    await trx.deleteFrom('albumArtists').where('albumId', '=', albumId).execute()
    await nameAlbum(trx, albumId, joined(artists))
  }
  for (const artist of renamed) await renameArtist(trx, artist)
  await insertCredits(trx, [{ albumId, artists: artists ?? [], tracks }], at)
  await removeUnnamedArtists(
    trx,
    former.map(({ id }) => id),
  )
}

/** The artists among `former` that `names` spells differently, with the new spelling. */
function respelled(former: readonly StoredArtist[], names: readonly string[]): StoredArtist[] {
  return former.flatMap(({ id, name, nameKey }) => {
    const spellings = names.filter((given) => titleKeyOf(given) === nameKey)
    const [spelling] = spellings
    return spelling === undefined || spellings.includes(name) ? [] : { id, name: spelling, nameKey }
  })
}

/**
 * Changes the spelling of an artist's name, also on all albums and tracks that name the artist. A sort name that an
 * admin has set is kept.
 */
async function renameArtist(trx: Executor, { id, name }: StoredArtist): Promise<void> {
  const before = await trx
    .selectFrom('artists')
    .select(['name', 'sortName'])
    .where('id', '=', id)
    .executeTakeFirst()
  const isGiven = before !== undefined && before.sortName !== sortNameOf(before.name)
  await trx
    .updateTable('artists')
    .set({ name, ...derivedNames(name, isGiven ? before.sortName : '') })
    .where('id', '=', id)
    .execute()
  const albums = await trx
    .selectFrom('albumArtists')
    .innerJoin('artists', 'artists.id', 'albumArtists.artistId')
    .select(['albumArtists.albumId', 'artists.name'])
    .where('albumArtists.albumId', 'in', (eb) =>
      eb.selectFrom('albumArtists as own').select('own.albumId').where('own.artistId', '=', id),
    )
    .orderBy('albumArtists.position')
    .execute()
  for (const [albumId, rows] of Map.groupBy(albums, (row) => row.albumId))
    await nameAlbum(trx, albumId, joined(rows.map((row) => row.name)))
  const tracks = await trx
    .selectFrom('trackArtists')
    .innerJoin('artists', 'artists.id', 'trackArtists.artistId')
    .select(['trackArtists.trackId', 'trackArtists.role', 'artists.name'])
    .where('trackArtists.trackId', 'in', (eb) =>
      eb.selectFrom('trackArtists as own').select('own.trackId').where('own.artistId', '=', id),
    )
    .orderBy('trackArtists.position')
    .execute()
  for (const [trackId, rows] of Map.groupBy(tracks, (row) => row.trackId))
    await nameTrack(trx, trackId, artistNameOf(rows))
}

/** The artists with these names. Each artist is included once, also for different spellings of the name. */
function artistsIn(known: ReadonlyMap<string, StoredArtist>, names: readonly string[]): StoredArtist[] {
  return [...new Set(names.flatMap((name) => known.get(titleKeyOf(name)) ?? []))]
}

/**
 * Finds the artists with these names, and inserts those that do not exist. Spellings that differ only in case or
 * Unicode composition are one artist, stored with the first spelling.
 * @returns the artists by name key
 */
async function artistsNamed(
  trx: Executor,
  names: readonly string[],
  createdAt: string,
): Promise<Map<string, StoredArtist>> {
  const nameOfKey = new Map(names.toReversed().map((name) => [titleKeyOf(name), name]))
  const known = await artistsOfKeys(trx, [...nameOfKey.keys()])
  const missing = [...nameOfKey].filter(([key]) => !known.has(key))
  for (const [nameKey, name] of missing) {
    await insertArtist(trx, { id: newId(), name, nameKey, ...derivedNames(name), createdAt })
  }
  return missing.length === 0 ? known : artistsOfKeys(trx, [...nameOfKey.keys()])
}

async function artistsOfKeys(trx: Executor, keys: readonly string[]): Promise<Map<string, StoredArtist>> {
  const rows = await selectByKeys(trx, { keys })
  return new Map(rows.map((row) => [row.nameKey, row]))
}

/**
 * Sets the name by which an artist is sorted. An empty one is replaced by the default, which is derived from the name.
 * @returns the sort name
 */
export async function setSortName(
  trx: Executor,
  { id, name }: { id: string; name: string },
  given: string,
): Promise<string> {
  const { sortName, sortKey } = derivedNames(name, given)
  await trx.updateTable('artists').set({ sortName, sortKey }).where('id', '=', id).execute()
  return sortName
}

/**
 * Sets the sort names of artists. The keys of `sortNames` are the names of the artists. A sort name that an admin has
 * set is kept.
 */
export async function giveSortNames(trx: Executor, sortNames: ReadonlyMap<string, string>): Promise<void> {
  if (sortNames.size === 0) return
  const givenTo = new Map([...sortNames].map(([name, given]) => [titleKeyOf(name), given]))
  const keys = [...givenTo.keys()]
  const rows = await trx
    .selectFrom('artists')
    .select(['id', 'name', 'nameKey', 'sortName'])
    .where(isOneOf(trx, 'nameKey', sql`${keys}`))
    .execute()
  for (const { id, name, nameKey, sortName } of rows) {
    const given = givenTo.get(nameKey) ?? sortName
    if (sortName === sortNameOf(name) && given !== sortName) await setSortName(trx, { id, name }, given)
  }
}

function derivedNames(name: string, given = ''): DerivedNames {
  const sortName = given === '' ? sortNameOf(name) : given
  return { sortName, sortKey: plainLetters(sortName), plainName: plainLetters(name) }
}

/** Moves a leading article to the end for sorting: "Die Ärzte" becomes "Ärzte, Die". */
function sortNameOf(name: string): string {
  return name.replace(/^(the|die|der|das)\s+(\S.*)$/i, '$2, $1')
}

/** The artists that an album and its tracks name now. Pass them to `removeUnnamedArtists` after the change. */
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

/** Deletes the artists among these that no album and no track names. */
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
