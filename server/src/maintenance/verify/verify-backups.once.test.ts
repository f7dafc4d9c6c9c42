import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runArchive } from '#testing/command-line.ts'
import { bitFlipped, newFolder, smallArchive } from '#testing/small-archive.ts'
import { backupFolder } from '../backup/destination/backup-destination.disk.ts'
import { createBackup } from '../backup/create-backup.ts'
import { mediaListOf, pathsOf } from '../backup/manifest.ts'
import { contentPath } from '../backup/media-contents.ts'

/** An archive of three files, a folder with two backups of it, and the command that verifies them. */
async function backedUp() {
  const archive = await smallArchive()
  const names = [await archive.add(), await archive.add(), await archive.add()]
  const to = await newFolder()
  const destination = backupFolder(to)
  await createBackup(archive.source, destination, { keptDays: 7 })
  const newest = await createBackup(archive.source, destination, { keptDays: 7 })
  const list = await mediaListOf(destination, newest)
  return {
    archive,
    names,
    paths: names.map((name) => contentPath(list?.get(name)?.sha256 ?? '')),
    newest,
    change: async (path: string, by: (bytes: Buffer) => Buffer) =>
      writeFile(join(to, path), by(await readFile(join(to, path)))),
    remove: async (path: string) => rm(join(to, path)),
    to,
    verify: async (...words: string[]) =>
      runArchive({ DATA_DIR: archive.source.dataFolder }, 'verify', '--backups', '--from', to, ...words),
  }
}

test('damage in the place of backups is found by reading it, and is mended from the archive', async () => {
  const { archive, names, paths, change, remove, verify } = await backedUp()
  expect(await verify()).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^2 backups with 3 files \(.* MB\): 0 missing or damaged\.$/m),
  })
  const [flipped = '', lost = '', lostInBoth = ''] = paths
  await change(flipped, bitFlipped)
  await remove(lost)
  await change(lostInBoth, bitFlipped)
  await archive.tamper(names[2] ?? '', bitFlipped)
  const found = await verify()
  expect(found).toMatchObject({ code: 1, output: expect.stringContaining(': 3 missing or damaged.') })
  for (const path of paths) expect(found.output).toContain(`broken: ${path}\n`)
  const mended = await verify('--mend')
  expect(mended).toMatchObject({ code: 1, output: expect.stringContaining('2 of them were stored again') })
  const left = await verify()
  expect(left).toMatchObject({ code: 1, output: expect.stringContaining(': 1 missing or damaged.') })
  expect(left.output).toContain(`broken: ${lostInBoth}\n`)
})

test('damaged databases, lists and manifests of backups are found', async () => {
  const { newest, change, verify, to } = await backedUp()
  const { database, media, manifest } = pathsOf(newest.id)
  // A single bit may be one that unpacking ignores.
  await change(database, (bytes) => bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 16))
  await change(media, (bytes) => Buffer.concat([bytes, bytes]))
  const found = await verify()
  expect(found.code).toBe(1)
  for (const path of [database, media]) expect(found.output).toContain(`broken: ${path}\n`)
  await copyFile(join(to, media), join(to, manifest))
  expect((await verify()).output).toContain(`broken: ${manifest}\n`)
})

test('a place without any backup is not reported as good', async () => {
  const { archive } = await backedUp()
  const words = ['verify', '--backups', '--from', await newFolder()]
  expect(await runArchive({ DATA_DIR: archive.source.dataFolder }, ...words)).toMatchObject({
    code: 1,
    output: expect.stringContaining('0 backups with 0 files'),
  })
})
