import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { s3Client } from '#storage/s3/s3-client.ts'
import { StorageUnavailable } from '#storage/storage-unavailable.ts'
import { openDiskStorage } from '#storage/backends/storage.disk.ts'
import { openS3Storage } from '#storage/backends/storage.s3.ts'
import type { MovableStorage } from '#storage/storage.ts'
import { runArchive } from '#testing/command-line.ts'
import { settingsAt, startS3 } from '#testing/s3-server.ts'
import { startTcpProxy } from '#testing/tcp-proxy.ts'
import { copyMedia } from './copy-media.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-copy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Stores tracks with different bytes, and a cover with a smaller version.
 * @returns their names
 */
async function fill(storage: MovableStorage, tracks: number): Promise<string[]> {
  const pruneOld = async (area: 'tracks' | 'covers', text: string) => {
    const file = await storage.stage()
    await file.write(Buffer.from(text))
    return (await storage.save(area, [{ from: 'stage', file }]))[0] ?? ''
  }
  const names = []
  for (let number = 0; number < tracks; number += 1)
    names.push(await pruneOld('tracks', `Lied ${number} `.repeat(99)))
  names.push(await pruneOld('covers', 'Bild'))
  await storage.saveVariant(names.at(-1) ?? '', 'w96', Buffer.from('klein'))
  return names
}

async function contentOf(storage: MovableStorage): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for await (const { name, label, sizeBytes } of storage.entries()) {
    const file = await storage.open(name, label)
    const bytes = Buffer.alloc(sizeBytes)
    await file?.read(bytes, 0)
    file?.close()
    content[`${name} ${label ?? ''}`] = bytes.toString()
  }
  return content
}

test('everything is copied to S3 and back, continues after an interruption, and is reported on the command line', async () => {
  const { settings, requested } = await startS3()
  const dataFolder = await newFolder()
  const journal = join(dataFolder, 'media-copied-to-s3.txt')
  const disk = await openDiskStorage(join(dataFolder, 'media'))
  await fill(disk, 20)
  const s3 = await openS3Storage(join(dataFolder, 'media'), settings)
  onTestFinished(() => s3.close())
  const puts = () => requested.filter((line) => line.startsWith('PUT')).length

  const stop = new AbortController()
  const first = await copyMedia(disk, s3, {
    journal,
    stop: stop.signal,
    onProgress: ({ done }) => {
      if (done === 5) stop.abort()
    },
  })
  expect(first.isInterrupted).toBe(true)
  expect(first.files).toBeLessThan(15)
  const putsBefore = puts()

  const env = {
    DATA_DIR: dataFolder,
    S3_ENDPOINT: settings.endpoint,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  }
  const { code, output } = await runArchive(env, 'media', 'copy', '--to', 's3')
  expect(output).toContain(`Copied ${22 - first.files} files`)
  expect(output).toContain(`${first.files} files were there already.`)
  expect(output).toContain('22/22 files')
  expect(code).toBe(0)
  expect(puts() - putsBefore).toBe(22 - first.files)
  expect(await contentOf(s3)).toEqual(await contentOf(disk))

  // A second run sends only files that were added since. It does not read the other files again.
  const requestsBefore = requested.length
  await disk.saveVariant((await fill(disk, 0))[0] ?? '', 'w256', Buffer.from('größer'))
  expect(await copyMedia(disk, s3, { journal })).toMatchObject({ files: 3, presentFiles: 22, failed: [] })
  expect(
    requested.slice(requestsBefore).filter((line) => /^(?:GET|HEAD) .*\/tracks\/[\da-f]{32}/.test(line)),
  ).toEqual([])

  const elsewhere = await newFolder()
  const other = await openDiskStorage(elsewhere)
  await copyMedia(s3, other, { journal: join(elsewhere, 'journal') })
  expect(await contentOf(other)).toEqual(await contentOf(disk))
})

test('a file of the same size with different bytes is detected and replaced, also without a journal', async () => {
  const { settings } = await startS3()
  const disk = await openDiskStorage(await newFolder())
  const folder = await newFolder()
  const s3 = await openS3Storage(folder, settings)
  onTestFinished(() => s3.close())
  const [first = ''] = await fill(disk, 3)
  await copyMedia(disk, s3, { journal: join(folder, 'first') })
  const client = s3Client(settings)
  const bytes = Buffer.from('Lied X '.repeat(99))
  await client.put(first, bytes)
  client.close()
  expect(await copyMedia(disk, s3, { journal: join(folder, 'second') })).toMatchObject({
    files: 1,
    presentFiles: 4,
    failed: [],
  })
  expect(await contentOf(s3)).toEqual(await contentOf(disk))
})

test('a file that cannot be read is listed with its reason, and the others are copied', async () => {
  const [from, to] = [await newFolder(), await newFolder()]
  const [source, target] = [await openDiskStorage(from), await openDiskStorage(to)]
  const [first = ''] = await fill(source, 3)
  const [area = '', digits = ''] = first.split('/')
  const path = join(from, area, digits.slice(0, 2), digits.slice(2, 4), digits)
  await rm(path)
  await symlink('/etc/hostname', path)
  const options = { journal: join(to, 'journal') }
  const report = await copyMedia(source, target, options)
  expect(report).toMatchObject({
    files: 4,
    failed: [{ name: first, reason: expect.stringContaining('ELOOP') }],
  })
  await rm(path)
  await writeFile(path, 'wieder da')
  expect(await copyMedia(source, target, options)).toMatchObject({ files: 1, presentFiles: 4, failed: [] })
  expect(await contentOf(target)).toEqual(await contentOf(source))
})

test('a store that stays unavailable ends the copy with that error, and the next run continues', async () => {
  const { port } = await startS3()
  const proxy = await startTcpProxy(port)
  const folder = await newFolder()
  const disk = await openDiskStorage(folder)
  const s3 = await openS3Storage(folder, settingsAt(proxy.port))
  onTestFinished(() => s3.close())
  await fill(disk, 30)
  const options = { journal: join(folder, 'journal'), pausesMs: [1, 1] }
  const broken = copyMedia(disk, s3, {
    ...options,
    onProgress: ({ done }) => {
      if (done === 5) proxy.set('refused')
    },
  })
  await expect(broken).rejects.toThrow(StorageUnavailable)
  proxy.set('open')
  const report = await copyMedia(disk, s3, options)
  expect(report.failed).toEqual([])
  expect(report.presentFiles).toBeGreaterThanOrEqual(5)
  expect(await contentOf(s3)).toEqual(await contentOf(disk))
})

test('nothing is copied without the settings of a store', async () => {
  const settings = { DATA_DIR: await newFolder() }
  const { code, output } = await runArchive(settings, 'media', 'copy', '--to', 's3')
  expect([code, output]).toEqual([1, expect.stringContaining('Which S3 store? Give its settings')])
})
