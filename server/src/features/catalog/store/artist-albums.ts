import { sql } from 'kysely'
import type { Executor } from '#database/prepared.ts'
import { albumColumns, type AlbumRow } from './album-rows.ts'
import type { NamedArtist } from './named-artists.ts'

/** An artist with the name by which they are sorted. */
export interface SortedArtist extends NamedArtist {
  sortName: string
}

export async function findArtist(db: Executor, id: string): Promise<SortedArtist | undefined> {
  return db
    .selectFrom('openArtists')
    .select(['id', 'name', 'sortName'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Artists whose name has a word that begins with `plain`, sorted by sort name. `plain` is a text in plain letters. */
export async function artistsBeginning(db: Executor, plain: string, limit: number): Promise<NamedArtist[]> {
  const text = plain.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return db
    .selectFrom('artists')
    .select(['id', 'name'])
    .where((eb) =>
      eb.or([
        sql<boolean>`plain_name like ${`${text}%`} escape '\\'`,
        sql<boolean>`plain_name like ${`% ${text}%`} escape '\\'`,
      ]),
    )
    .orderBy('sortKey')
    .orderBy('id')
    .limit(limit)
    .execute()
}

interface Page {
  limit: number
  offset: number
}

/** A page of a list of albums, and the number of all albums in that list. */
export interface CountedAlbums {
  albums: AlbumRow[]
  total: number
}

/** The albums that have this artist among their artists, newest first. */
export async function albumsByArtist(db: Executor, artistId: string, page: Page): Promise<CountedAlbums> {
  const own = db.selectFrom('openAlbums as albums').where('id', 'in', ownAlbumIds(db, artistId))
  return {
    albums: await own
      .select(albumColumns)
      .orderBy('sortYear')
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    total: (await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total,
  }
}

/** Albums of other artists with tracks by or with this artist, newest first. */
export async function albumsWithArtist(db: Executor, artistId: string, page: Page): Promise<CountedAlbums> {
  const others = db
    .selectFrom('openAlbums as albums')
    .where(
      'id',
      'in',
      db.selectFrom('openTracks as tracks').select('albumId').where('id', 'in', creditedIds(db, artistId)),
    )
    .where('id', 'not in', ownAlbumIds(db, artistId))
  return {
    albums: await others
      .select(albumColumns)
      .orderBy('sortYear')
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    total: (await others.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow())
      .total,
  }
}

/**
 * The tracks by or with an artist: tracks that name the artist, and tracks without artists of their own on albums of
 * the artist.
 */
export function tracksOfArtist(db: Executor, artistId: string) {
  return db
    .selectFrom('openTracks as tracks')
    .select('tracks.id')
    .where((eb) =>
      eb.or([
        eb('tracks.id', 'in', creditedIds(db, artistId)),
        eb.and([eb('tracks.albumId', 'in', ownAlbumIds(db, artistId)), eb('tracks.artistName', 'is', null)]),
      ]),
    )
}

export async function countTracksOfArtist(db: Executor, artistId: string): Promise<number> {
  const { total } = await db
    .selectFrom(tracksOfArtist(db, artistId).as('named'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function ownAlbumIds(db: Executor, artistId: string) {
  return db.selectFrom('albumArtists').select('albumId').where('artistId', '=', artistId)
}

function creditedIds(db: Executor, artistId: string) {
  return db.selectFrom('trackArtists').select('trackId').where('artistId', '=', artistId)
}
