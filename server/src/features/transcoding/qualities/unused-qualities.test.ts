import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteTrack } from '@tonarchiv/contract/archive-editing'
import { expect, test } from 'vitest'
import { archiveForImport, musicFolder, ofWeg } from '#testing/music-folders.ts'
import { cleanUpQualities } from './quality-streams.ts'

test('encodings go with their track, and those that were begun long ago', async () => {
  const { app, admin, albums, run } = await archiveForImport()
  await run(await musicFolder({ 'Weg/1.mp3': ofWeg(1, 'Eins'), 'Weg/2.mp3': ofWeg(2, 'Zwei') }))
  const { db, config, now } = app.services
  const rows = await db.selectFrom('tracks').select(['id', 'storageName']).orderBy('title').execute()
  const [kept, gone] = rows.map(({ id, storageName }) => ({ id, digits: storageName?.split('/')[1] ?? '' }))
  const folder = join(config.dataFolder, 'qualities')
  await mkdir(folder)
  const files = [`${kept?.digits}-opus-96-0`, `${gone?.digits}-opus-96-0`, `${gone?.digits}-aac-192-30`]
  const begun = [`${kept?.digits}-opus-192-0.begun-0011aabb`, `${kept?.digits}-opus-192-1.begun-22cc33dd`]
  for (const name of [...files, ...begun]) await writeFile(join(folder, name), '')
  const long = new Date(now().getTime() - 2 * 60 * 60_000)
  await utimes(join(folder, begun[1] ?? ''), long, long)

  await admin.call(deleteTrack, { params: { id: gone?.id ?? '' } })
  expect((await albums())[0]?.tracks).toHaveLength(1)
  await cleanUpQualities(app.services)
  expect(new Set(await readdir(folder))).toEqual(new Set([files[0], begun[0]]))
})
