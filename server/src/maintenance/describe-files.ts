import type { Database } from '#database/open.ts'
import { baseOfKey } from './named-files.ts'

const NAMES_AT_ONCE = 200

/**
 * Describes files by the titles or names that the screens show, such as "Album" – "Track". Files that no row names are
 * omitted.
 */
export async function describeFiles(db: Database, keys: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (let start = 0; start < keys.length; start += NAMES_AT_ONCE) {
    const some = keys.slice(start, start + NAMES_AT_ONCE)
    const names = [...new Set(some.map(baseOfKey))]
    const found = new Map([
      ...(await tracks(db, names)),
      ...(await furtherFiles(db, names)),
      ...(await covers(db, names)),
      ...(await playlistCovers(db, names)),
      ...(await videos(db, names)),
      ...(await avatars(db, names)),
      ...(await chatMedia(db, names)),
    ])
    for (const key of some) {
      const text = found.get(baseOfKey(key))
      if (text !== undefined) texts.set(key, text)
    }
  }
  return texts
}

type Described = readonly (readonly [name: string, text: string])[]

async function tracks(db: Database, names: readonly string[]): Promise<Described> {
  const rows = await db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.albumId')
    .select(['tracks.storageName', 'tracks.title', 'albums.title as album'])
    .where('tracks.storageName', 'in', names)
    .execute()
  return rows.map(({ storageName, album, title }) => [storageName ?? '', `"${album}" – "${title}"`])
}

async function furtherFiles(db: Database, names: readonly string[]): Promise<Described> {
  const rows = await db
    .selectFrom('trackFiles')
    .innerJoin('tracks', 'tracks.id', 'trackFiles.trackId')
    .innerJoin('albums', 'albums.id', 'tracks.albumId')
    .select(['trackFiles.storageName', 'trackFiles.format', 'tracks.title', 'albums.title as album'])
    .where('trackFiles.storageName', 'in', names)
    .execute()
  return rows.map(({ storageName, format, album, title }) => [
    storageName,
    `"${album}" – "${title}" (${format})`,
  ])
}

async function covers(db: Database, names: readonly string[]): Promise<Described> {
  const rows = await db
    .selectFrom('covers')
    .innerJoin('albums', 'albums.coverName', 'covers.name')
    .select(['covers.storageName', 'albums.title'])
    .where('covers.storageName', 'in', names)
    .execute()
  return rows.map(({ storageName, title }) => [storageName, `the cover of "${title}"`])
}

async function playlistCovers(db: Database, names: readonly string[]): Promise<Described> {
  const rows = await db
    .selectFrom('playlistCovers')
    .innerJoin('playlists', 'playlists.id', 'playlistCovers.playlistId')
    .select(['playlistCovers.storageName', 'playlists.title'])
    .where('playlistCovers.storageName', 'in', names)
    .execute()
  return rows.map(({ storageName, title }) => [storageName, `the picture of the playlist "${title}"`])
}

async function videos(db: Database, names: readonly string[]): Promise<Described> {
  const rows = await db
    .selectFrom('videos')
    .select(['storageName', 'thumbnailStorageName', 'title'])
    .where((eb) => eb.or([eb('storageName', 'in', names), eb('thumbnailStorageName', 'in', names)]))
    .execute()
  return rows.flatMap(({ storageName, thumbnailStorageName, title }) => [
    [storageName, `the video "${title}"`],
    [thumbnailStorageName ?? '', `the picture of the video "${title}"`],
  ])
}

async function avatars(db: Database, names: readonly string[]): Promise<Described> {
  const own = names.filter((name) => name.startsWith('avatars/')).map((name) => name.slice('avatars/'.length))
  if (own.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['avatarName', 'id'])
    .where('avatarName', 'in', own)
    .execute()
  return rows.map(({ avatarName, id }) => [`avatars/${avatarName}`, `the picture of the account ${id}`])
}

async function chatMedia(db: Database, names: readonly string[]): Promise<Described> {
  const rows = await db
    .selectFrom('chatMedia')
    .select(['storageName', 'kind', 'createdAt'])
    .where('storageName', 'in', names)
    .execute()
  return rows.map(({ storageName, kind, createdAt }) => [
    storageName ?? '',
    `${kind === 'voice' ? 'a voice message' : 'a picture'} in the chat of ${createdAt}`,
  ])
}
