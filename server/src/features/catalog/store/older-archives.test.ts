import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, migrations } from '#database/migrate.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { createArchiveCache } from '../browse/archive-cache.ts'
import { openList } from '../browse/list.ts'
import { artistOf, findTracks } from './find-tracks.ts'
import { matchKeyOf } from './match-key.ts'
import { songsOfKeys } from './named-songs.ts'

const BEFORE = '0016-album-revisions'

interface TablesOfThatDay {
  albums: Record<string, string | number | null>
  tracks: Record<string, string | number | null>
}

test('albums of an older version keep their tracks, and the number of playable ones', async () => {
  const db = (await freshDatabase()).open()
  await migrate(
    db,
    migrations.slice(
      0,
      migrations.findIndex(([name]) => name === BEFORE),
    ),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of that day
  const old = db as unknown as Kysely<TablesOfThatDay>
  const at = '2026-01-01T00:00:00.000Z'
  for (const [index, id] of ['one', 'two'].entries())
    await old
      .insertInto('albums')
      .values({
        id,
        title: `Album ${id}`,
        title_key: `album ${id}`,
        place: 1000 + index,
        type: 'album',
        is_exclusive: 0,
        track_list: '[{"id":"t0","title":"A","file":"a.mp3","duration":1}]',
        created_at: at,
        sort_title: `album ${id}`,
        sort_year: `9999 album ${id}`,
      })
      .execute()
  const tracks = [
    { id: 't0', position: 0, title: 'A', file_name: 'a.mp3', storage_name: 'a' },
    { id: 't2', position: 2, title: 'C [FEHLT]', file_name: 'c.mp3', storage_name: 'c' },
    { id: 't1', position: 1, title: 'B', file_name: null, storage_name: null },
  ]
  for (const track of tracks)
    await old
      .insertInto('tracks')
      .values({ ...track, album_id: 'one', duration_seconds: 1.5, created_at: at })
      .execute()
  await sql`update archive_state set playable_tracks = 1`.execute(db)

  await migrate(db)
  const matched: string[] = []
  for await (const songs of songsOfKeys(db, ['a', 'B', 'C'].map(matchKeyOf)))
    matched.push(...songs.map(({ id }) => id))
  expect(matched).toEqual(['t0'])
  const list = openList(db, createArchiveCache({ db, now: () => new Date() }))
  const { albums, version } = await list.page({ limit: 15, offset: 0 })
  expect(albums.map(({ id, revision }) => [id, revision])).toEqual([
    ['one', 1],
    ['two', 1],
  ])
  const found = await list.withArtists(albums)
  expect(found.version).toBe(version)
  expect(found.albums[0]?.tracks.map(({ id, fileName }) => [id, fileName])).toEqual([
    ['t0', 'a.mp3'],
    ['t1', null],
    ['t2', 'c.mp3'],
  ])
  expect(found.albums[1]?.tracks).toEqual([])
  expect((await list.album('one')).album.playableTracks).toBe(1)
  expect((await list.album('two')).album.playableTracks).toBe(0)
  expect((await list.songs({ limit: 10, offset: 0 })).tracks.map(({ id }) => id)).toEqual(['t0'])
  // Rules of smart playlists compare `plainTitle`. It is empty for a title that contains `MISSING_MARK`.
  const titles = await db.selectFrom('tracks').select('plainTitle').orderBy('id').execute()
  expect(titles.map(({ plainTitle }) => plainTitle)).toEqual(['a', 'b', ''])
  const albumTitles = await db.selectFrom('albums').select('plainTitle').orderBy('id').execute()
  expect(albumTitles.map(({ plainTitle }) => plainTitle)).toEqual(['album one', 'album two'])
})

test('artists of an older version are shown with their tracks, and found by plain letters', async () => {
  const db = (await freshDatabase()).open()
  const before = migrations.findIndex(([name]) => name === '0026-artist-names')
  await migrate(db, migrations.slice(0, before))
  const at = '2026-01-01T00:00:00.000Z'
  for (const statement of [
    sql`insert into albums (id, title, title_key, place, type, is_exclusive, created_at, sort_title, sort_year)
      values ('one', 'Weg', 'weg', 1000, 'album', 0, ${at}, 'weg', '9999 weg')`,
    sql`insert into tracks (id, album_id, position, title, duration_seconds, file_name, storage_name, created_at)
      values ('t0', 'one', 0, 'A', 1, 'a.mp3', 'a', ${at}), ('t1', 'one', 1, 'B', 1, 'b.mp3', 'b', ${at})`,
    sql`insert into artists (id, name, name_key, sort_name, created_at)
      values ('x', 'Zoë', 'zoë', 'Zoë', ${at}), ('y', 'Ada Öster', 'ada öster', 'Öster, Ada', ${at})`,
    sql`insert into album_artists (album_id, artist_id, position) values ('one', 'x', 0), ('one', 'y', 1)`,
    sql`insert into track_artists (track_id, artist_id, role, position)
      values ('t1', 'y', 'main', 0), ('t1', 'x', 'feature', 1)`,
  ])
    await statement.execute(db)

  await migrate(db)
  const tracks = await findTracks(db, ['t0', 't1'])
  expect(Object.fromEntries([...tracks].map(([id, track]) => [id, artistOf(track)]))).toEqual({
    t0: 'Zoë, Ada Öster',
    t1: 'Ada Öster',
  })
  const names = await db.selectFrom('artists').select(['plainName', 'sortKey']).orderBy('id').execute()
  expect(names).toEqual([
    { plainName: 'zoe', sortKey: 'zoe' },
    { plainName: 'ada oster', sortKey: 'oster, ada' },
  ])
})

test('albums that an older version has closed stay closed until they open', async () => {
  const db = (await freshDatabase()).open()
  await migrate(
    db,
    migrations.slice(
      0,
      migrations.findIndex(([name]) => name === '0075-closed-albums'),
    ),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of that day
  const old = db as unknown as Kysely<TablesOfThatDay>
  const at = '2026-01-01T00:00:00.000Z'
  for (const [index, id] of ['never', 'waiting', 'opened'].entries())
    await old
      .insertInto('albums')
      .values({
        id,
        title: id,
        title_key: id,
        place: 1000 + index,
        type: 'album',
        is_exclusive: 0,
        created_at: at,
        sort_title: id,
        sort_year: `9999 ${id}`,
      })
      .execute()
  for (const [albumId, openedAt] of [
    ['waiting', null],
    ['opened', at],
  ] as const)
    await db.insertInto('premieres').values({ albumId, opensAt: at, isCovered: 0, openedAt }).execute()

  await migrate(db)
  const list = openList(db, createArchiveCache({ db, now: () => new Date() }))
  const shown = async () => {
    const { albums } = await list.page({ limit: 15, offset: 0 })
    return albums.map(({ id }) => id)
  }
  expect(await shown()).toEqual(['never', 'opened'])
  await db.updateTable('premieres').set({ openedAt: at }).execute()
  expect(await shown()).toEqual(['never', 'waiting', 'opened'])
  await db.updateTable('premieres').set({ openedAt: null }).where('albumId', '=', 'opened').execute()
  expect(await shown()).toEqual(['never', 'waiting'])
  await db.deleteFrom('premieres').execute()
  expect(await shown()).toEqual(['never', 'waiting', 'opened'])
})
