import { expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { openDiskStorage } from '#storage/backends/storage.disk.ts'
import { join } from 'node:path'
import { bitFlipped, newFolder, type SmallArchive, smallArchive } from '#testing/small-archive.ts'
import { verifyArchive } from '../verify/verify-archive.ts'
import { backupFolder } from './destination/backup-destination.disk.ts'
import { type BackupDestination, readText, writeText } from './destination/backup-destination.ts'
import { createBackup } from './create-backup.ts'
import { generationsOf, hashOfList, mediaListOf, pathsOf, writeMediaList } from './manifest.ts'
import { contentPath, namedPath } from './media-contents.ts'
import { restoreBackup } from './restore-backup.ts'

/**
 * Makes a backup in format 1, which earlier versions wrote. Every file is stored under its name and replaced when its
 * size has changed. The manifest has neither the sequence nor the damaged files.
 */
async function backUpInFormat1(
  { source, db }: SmallArchive,
  destination: BackupDestination,
  madeAt: string,
): Promise<string> {
  const scratch = backupFolder(await newFolder())
  const { id: newId, manifest } = await createBackup(source, scratch, { keptDays: 7 })
  await db.deleteFrom('storedHashes').execute()
  const list = (await mediaListOf(scratch, { id: newId, manifest })) ?? new Map()
  const present = new Map<string, number>()
  for await (const { path, sizeBytes } of destination.list('media')) present.set(path, sizeBytes)
  for (const [name, { sha256, sizeBytes }] of list) {
    const bytes = await scratch.read(contentPath(sha256))
    if (bytes !== undefined && present.get(namedPath(name)) !== sizeBytes)
      await destination.write(namedPath(name), bytes)
  }
  const id = madeAt.replaceAll(':', '-')
  const database = await scratch.read(pathsOf(newId).database)
  if (database === undefined) throw new Error('There is no database')
  await destination.write(pathsOf(id).database, database)
  const text = writeMediaList(list)
  await writeText(destination, pathsOf(id).media, text)
  const { files, bytes } = manifest.media
  const media = { files, bytes, sha256: hashOfList(text), missing: [] }
  const { database: copied, hasSecret } = manifest
  const written = { format: 1, madeAt, database: copied, media, hasSecret }
  await writeText(destination, pathsOf(id).manifest, JSON.stringify(written))
  return id
}

async function restored({ originals }: SmallArchive, destination: BackupDestination, id: string) {
  const here = readConfig({ DATA_DIR: await newFolder() })
  const storage = await openDiskStorage(join(here.dataFolder, 'media'))
  await restoreBackup(destination, { ...here, storage }, { id, force: false })
  const good: string[] = []
  for (const [name, original] of originals) {
    const file = await storage.open(name)
    if (file === undefined) continue
    const bytes = Buffer.alloc(file.sizeBytes)
    await file.read(bytes, 0)
    file.close()
    if (bytes.equals(original)) good.push(name)
  }
  return good
}

test('backups from before media were stored by content are restored, alone and beside newer ones', async () => {
  const archive = await smallArchive()
  const names = [await archive.add(), await archive.add()]
  const destination = backupFolder(await newFolder())
  const first = await backUpInFormat1(archive, destination, '2026-11-01T03:30:00.000Z')
  names.push(await archive.add())
  const second = await backUpInFormat1(archive, destination, '2026-11-02T03:30:00.000Z')
  expect(await restored(archive, destination, second)).toEqual(names)

  names.push(await archive.add())
  const { id } = await createBackup(archive.source, destination, { keptDays: 7 })
  expect((await generationsOf(destination)).map((one) => one.id)).toEqual([id, second, first])
  // No file is stored twice.
  expect(await Array.fromAsync(destination.list('media'))).toEqual([])
  expect(await Array.fromAsync(destination.list('content'))).toHaveLength(4)
  expect(await restored(archive, destination, first)).toEqual(names.slice(0, 2))
  expect(await restored(archive, destination, second)).toEqual(names.slice(0, 3))
  expect(await restored(archive, destination, id)).toEqual(names)
})

test('what is damaged or lost since an old backup is taken from there, and never overwrites it', async () => {
  const archive = await smallArchive()
  const [flipped, lost, good] = [await archive.add(), await archive.add(), await archive.add()]
  const destination = backupFolder(await newFolder())
  const old = await backUpInFormat1(archive, destination, '2026-11-01T03:30:00.000Z')
  await archive.tamper(flipped, bitFlipped)
  await archive.tamper(lost, () => undefined)
  const made = await createBackup(archive.source, destination, { keptDays: 7 })
  expect(made.manifest.media).toMatchObject({ files: 3, missing: [lost], damaged: [flipped] })
  for (const id of [old, made.id])
    expect(await restored(archive, destination, id)).toEqual([flipped, lost, good])
})

test('a file that an old backup has overwritten with damage is not brought back as mended', async () => {
  const archive = await smallArchive()
  const [short] = [await archive.add(), await archive.add()]
  const destination = backupFolder(await newFolder())
  await backUpInFormat1(archive, destination, '2026-11-01T03:30:00.000Z')
  await archive.tamper(short, (bytes) => bytes.subarray(0, 100))
  await backUpInFormat1(archive, destination, '2026-11-02T03:30:00.000Z')
  const made = await createBackup(archive.source, destination, { keptDays: 7 })
  expect(made.manifest.media).toMatchObject({ files: 1, damaged: [short] })
  const { db, source } = archive
  const options = { readsBytes: true, mends: true, backups: destination }
  const found = await verifyArchive({ db, storage: source.storage, now: () => new Date() }, options)
  expect(found).toMatchObject({ damaged: [short], mended: 0, unmended: [short] })
})

test.each([undefined, 'manifest', 'media'] as const)(
  'media that only an old backup lists stay while a manifest or a list of another one cannot be read (%s)',
  async (broken) => {
    const archive = await smallArchive()
    const [gone] = [await archive.add(), await archive.add()]
    const destination = backupFolder(await newFolder())
    await backUpInFormat1(archive, destination, '2018-01-01T03:30:00.000Z')
    await archive.db.deleteFrom('covers').where('storageName', '=', gone).execute()
    await archive.source.storage.remove([gone])
    for (let year = 2019; year < 2025; year += 1) {
      const id = await backUpInFormat1(archive, destination, `${year}-01-01T03:30:00.000Z`)
      if (year < 2024 || broken === undefined) continue
      const text = (await readText(destination, pathsOf(id)[broken])) ?? ''
      await writeText(destination, pathsOf(id)[broken], text.slice(0, -20))
    }
    const { removedBackups } = await createBackup(archive.source, destination, { keptDays: 1 })
    expect(removedBackups).toBeGreaterThan(2)
    const isThere = (await destination.read(namedPath(gone))) !== undefined
    expect(isThere).toBe(broken !== undefined)
  },
)
