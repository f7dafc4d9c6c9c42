import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'
import { openDiskStorage } from '#storage/backends/storage.disk.ts'
import type { MovableStorage } from '#storage/storage.ts'
import { settingsAt, startS3 } from '#testing/s3-server.ts'
import { bitFlipped, newFolder, type SmallArchive, smallArchive } from '#testing/small-archive.ts'
import { startTcpProxy } from '#testing/tcp-proxy.ts'
import { MediaMissing } from '../media-presence.ts'
import { verifyArchive } from '../verify/verify-archive.ts'
import { backupFolder } from './destination/backup-destination.disk.ts'
import { backupBucket } from './destination/backup-destination.s3.ts'
import type { BackupDestination } from './destination/backup-destination.ts'
import { createBackup } from './create-backup.ts'
import { generationsOf, isComplete, mediaListOf } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const program = join(import.meta.dirname, '../../cli/main.ts')

async function bytesIn(storage: MovableStorage, name: string): Promise<Buffer | undefined> {
  const file = await storage.open(name)
  if (file === undefined) return undefined
  const bytes = Buffer.alloc(file.sizeBytes)
  await file.read(bytes, 0)
  file.close()
  return bytes
}

/** Restores a backup into an empty folder, and compares every file that its rows name with the original. */
async function expectRestorable(
  destination: BackupDestination,
  { originals }: SmallArchive,
  id: string,
  names: readonly string[],
): Promise<void> {
  const here = readConfig({ DATA_DIR: await newFolder() })
  const storage = await openDiskStorage(join(here.dataFolder, 'media'))
  await restoreBackup(destination, { ...here, storage }, { id, force: false })
  for (const name of names) {
    const isSame = (await bytesIn(storage, name))?.equals(originals.get(name) ?? Buffer.alloc(0))
    expect([name, isSame], id).toEqual([name, true])
  }
}

interface Place {
  archive: SmallArchive
  destination: BackupDestination
  /** Makes the destination unavailable after this number of writes; undefined makes it available again. */
  failAfter: (writes: number | undefined) => void
}

async function inFolders(): Promise<Place> {
  const folder = backupFolder(await newFolder())
  let left: number | undefined
  const write: BackupDestination['write'] = async (path, bytes) => {
    if (left === 0) throw new Error('The disk was pulled out')
    if (left !== undefined) left -= 1
    await folder.write(path, bytes)
  }
  return {
    archive: await smallArchive(),
    destination: { ...folder, write },
    failAfter: (writes) => (left = writes),
  }
}

async function onS3(): Promise<Place> {
  const s3 = await startS3()
  const proxy = await startTcpProxy(s3.port)
  const bucket = backupBucket(settingsAt(proxy.port), 'sicherung')
  onTestFinished(() => bucket.close())
  let left: number | undefined
  const write: BackupDestination['write'] = async (path, bytes) => {
    if (left === 0) proxy.set('refused')
    if (left !== undefined) left -= 1
    await bucket.write(path, bytes)
  }
  return {
    archive: await smallArchive(s3.settings),
    destination: { ...bucket, write },
    failAfter: (writes) => {
      left = writes
      if (writes === undefined) proxy.set('open')
    },
  }
}

test.each([
  ['a folder', inFolders],
  ['S3', onS3],
])(
  'whatever happens to the archive in ten days, each backup that is kept in %s restores what was once good',
  async (_kind, open) => {
    const { archive, destination, failAfter } = await open()
    const { source, db } = archive
    let clock = Date.UTC(2026, 10, 2, 3, 30)
    /** The names of the media files in each backup. */
    const namesOf = new Map<string, string[]>()
    const nextDay = async (from: MovableStorage = source.storage) => {
      clock += DAY_MS
      const names = [...archive.originals.keys()]
      const made = await createBackup({ ...source, storage: from }, destination, {
        keptDays: 3,
        now: () => new Date(clock),
      })
      namesOf.set(made.id, names)
      return made
    }
    const [flipped, short, lost] = [await archive.add(), await archive.add(), await archive.add()]
    expect((await nextDay()).newFiles).toBe(3)
    expect((await nextDay()).newFiles).toBe(0)

    await archive.tamper(flipped, bitFlipped)
    await archive.add()
    const third = await nextDay()
    expect(third.manifest.media).toMatchObject({ files: 4, missing: [], damaged: [flipped] })
    await archive.tamper(short, (bytes) => bytes.subarray(0, 100))
    await archive.tamper(lost, () => undefined)
    const fourth = await nextDay()
    expect(fourth.manifest.media).toMatchObject({ files: 4, missing: [lost] })
    expect(fourth.manifest.media.damaged.toSorted()).toEqual([flipped, short].toSorted())
    // Incomplete backups do not cause the removal of others, however many there are.
    for (let day = 5; day <= 8; day += 1) expect(isComplete(await nextDay())).toBe(false)
    const complete = (await generationsOf(destination)).filter(isComplete)
    expect(complete).toHaveLength(2)

    const empty = await openDiskStorage(await newFolder())
    await expect(nextDay(empty)).rejects.toThrow(MediaMissing)

    await archive.add()
    await archive.add()
    failAfter(1)
    await expect(nextDay()).rejects.toThrow()
    failAfter(undefined)

    const options = { readsBytes: true, mends: true, backups: destination }
    const now = () => new Date()
    const found = await verifyArchive({ db, storage: source.storage, now }, options)
    expect(found).toMatchObject({ mended: 3, unmended: [] })
    expect(isComplete(await nextDay())).toBe(true)

    // The clock is set back by five days. The new backup must still count as the newest.
    clock -= 5 * DAY_MS
    await archive.add()
    const setBack = await nextDay()
    expect((await generationsOf(destination))[0]?.id).toBe(setBack.id)
    for (let day = 0; day < 4; day += 1) {
      await archive.add()
      await nextDay()
    }

    const kept = await generationsOf(destination)
    expect(kept.length).toBeLessThan(namesOf.size)
    expect(kept.length).toBeGreaterThan(3)
    for (const { id } of kept) await expectRestorable(destination, archive, id, namesOf.get(id) ?? [])
    const named = new Set<string>()
    for (const generation of kept)
      for (const { sha256 } of (await mediaListOf(destination, generation))?.values() ?? []) named.add(sha256)
    const contents = await Array.fromAsync(destination.list('content'))
    expect(contents.map(({ path }) => path.slice(-64)).toSorted()).toEqual([...named].toSorted())
  },
  // Fourteen backups and seven restores take more than a minute on a busy machine.
  240_000,
)

test('a file that is damaged before its first backup is not copied', async () => {
  const archive = await smallArchive()
  const [good, bad] = [await archive.add(), await archive.add()]
  const { db, source } = archive
  const now = () => new Date()
  await verifyArchive({ db, storage: source.storage, now }, { readsBytes: true, mends: false })
  await archive.tamper(bad, bitFlipped)
  const destination = backupFolder(await newFolder())
  const made = await createBackup(source, destination, { keptDays: 7 })
  expect(made.manifest.media).toMatchObject({ files: 1, missing: [], damaged: [bad] })
  expect([...((await mediaListOf(destination, made)) ?? new Map()).keys()]).toEqual([good])
  expect(await Array.fromAsync(destination.list('content'))).toHaveLength(1)
})

test('a file that has not changed since it was last read is not read again', async () => {
  const archive = await smallArchive()
  const names = [await archive.add(), await archive.add()]
  const opened: string[] = []
  const { storage } = archive.source
  const counting: MovableStorage = {
    ...storage,
    open: async (name, label) => {
      const file = await storage.open(name, label)
      return (
        file && {
          sizeBytes: file.sizeBytes,
          modifiedAt: file.modifiedAt,
          read: async (into, position) => {
            opened.push(name)
            return file.read(into, position)
          },
          close: () => file.close(),
        }
      )
    },
  }
  const destination = backupFolder(await newFolder())
  const backUp = async () => {
    opened.length = 0
    await createBackup({ ...archive.source, storage: counting }, destination, { keptDays: 7 })
    return [...new Set(opened)]
  }
  expect((await backUp()).toSorted()).toEqual(names.toSorted())
  expect(await backUp()).toEqual([])
  await archive.tamper(names[0] ?? '', (bytes) => Buffer.from(bytes))
  expect(await backUp()).toEqual([names[0]])
})

test('a backup that is killed leaves none, and the next one goes on', async () => {
  const archive = await smallArchive()
  for (let number = 0; number < 150; number += 1) await archive.add()
  const to = await newFolder()
  const child = spawn(process.execPath, [program, 'backup', '--to', to], {
    env: { ...process.env, DATA_DIR: archive.source.dataFolder },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await expect.poll(() => existsSync(join(to, 'content')), { timeout: 30_000, interval: 1 }).toBe(true)
  child.kill('SIGKILL')
  await ended
  const destination = backupFolder(to)
  expect(await generationsOf(destination)).toEqual([])
  const sent = (await Array.fromAsync(destination.list('content'))).length
  await destination.clearUnfinished(new Date(Date.now() + DAY_MS))
  expect((await readdir(to, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([])
  const made = await createBackup(archive.source, destination, { keptDays: 7 })
  expect(made.newFiles).toBe(150 - sent)
  await expectRestorable(destination, archive, made.id, [...archive.originals.keys()])
})

test('a full disk under the backups leaves the older ones whole, and room is enough to go on', async ({
  skip,
}) => {
  const folder = await newFolder()
  const mount = (...options: string[]) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', folder], { stdio: 'ignore' })
  try {
    mount('size=2m')
  } catch {
    skip('a small disk can be mounted by root only, and not in every container')
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  const archive = await smallArchive()
  const first = await archive.add()
  const destination = backupFolder(folder)
  const { id } = await createBackup(archive.source, destination, { keptDays: 7 })
  for (let number = 0; number < 4; number += 1) await archive.addBytes(Buffer.alloc(1_000_000, number))
  await expect(createBackup(archive.source, destination, { keptDays: 7 })).rejects.toThrow('ENOSPC')
  expect((await generationsOf(destination)).map((generation) => generation.id)).toEqual([id])
  expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([])
  await expectRestorable(destination, archive, id, [first])
  mount('remount', 'size=64m')
  const second = await createBackup(archive.source, destination, { keptDays: 7 })
  expect(isComplete(second)).toBe(true)
  await expectRestorable(destination, archive, second.id, [...archive.originals.keys()])
})

test('media that go away while a backup runs are not taken for missing', async () => {
  const s3 = await startS3()
  const proxy = await startTcpProxy(s3.port)
  const archive = await smallArchive(settingsAt(proxy.port))
  for (let number = 0; number < 12; number += 1) await archive.add()
  const destination = backupFolder(await newFolder())
  const running = createBackup(archive.source, destination, {
    keptDays: 7,
    onFile: (files) => {
      if (files === 5) proxy.set('refused')
    },
  })
  await expect(running).rejects.toThrow(StorageUnavailable)
  expect(await generationsOf(destination)).toEqual([])
  proxy.set('open')
  expect(isComplete(await createBackup(archive.source, destination, { keptDays: 7 }))).toBe(true)
})

test('a folder of media that is unmounted while a backup runs makes no complete one', async () => {
  const archive = await smallArchive()
  for (let number = 0; number < 12; number += 1) await archive.add()
  const destination = backupFolder(await newFolder())
  await createBackup(archive.source, destination, { keptDays: 7 })
  const media = join(archive.source.dataFolder, 'media')
  for (const name of archive.originals.keys()) await archive.tamper(name, (bytes) => Buffer.from(bytes))
  const made = await createBackup(archive.source, destination, {
    keptDays: 7,
    onFile: (files) => {
      if (files === 5) renameSync(media, `${media}-unmounted`)
    },
  })
  expect(isComplete(made)).toBe(false)
  await expectRestorable(destination, archive, made.id, [...archive.originals.keys()])
  await rm(`${media}-unmounted`, { recursive: true })
})
