import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startS3 } from '#testing/s3-server.ts'
import { WrongStorageName } from '../names.ts'
import { s3Client } from '../s3/s3-client.ts'
import { openDiskStorage } from './storage.disk.ts'
import { openS3Storage } from './storage.s3.ts'
import type { MovableStorage, Storage } from '../storage.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-storage-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const bytes = (text: string) => Buffer.from(text)

async function stageText(storage: Storage, text: string) {
  const file = await storage.stage()
  await file.write(bytes(text))
  return { from: 'stage', file } as const
}

async function textOf(storage: Storage, name: string, label?: string): Promise<string | undefined> {
  const file = await storage.open(name, label)
  if (file === undefined) return undefined
  const buffer = Buffer.alloc(file.sizeBytes + 10)
  const length = await file.read(buffer, 0)
  file.close()
  return buffer.toString('utf8', 0, length)
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

async function collect(names: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const name of names) found.push(name)
  return found.sort()
}

const later = () => new Date(Date.now() + 60_000)

/** The implementations of the storage, which must all pass the same tests. Add a new implementation to this list. */
const stores: [string, (folder: string) => Promise<MovableStorage>][] = [
  ['disk', openDiskStorage],
  [
    'S3',
    async (folder) => {
      const storage = await openS3Storage(folder, (await startS3()).settings)
      onTestFinished(() => storage.close())
      return storage
    },
  ],
]

describe.each(stores)('storage on %s', (_kind, openStorage) => {
  test('a staged and stored file can be read from any position', async () => {
    const storage = await openStorage(await newFolder())
    const [name = ''] = await storage.save('tracks', [await stageText(storage, 'eine Aufnahme')])
    const file = await storage.open(name)
    expect(file?.sizeBytes).toBe(13)
    const part = Buffer.alloc(4)
    expect(await file?.read(part, 5)).toBe(4)
    expect(part.toString()).toBe('Aufn')
    expect(await file?.read(part, 13)).toBe(0)
    file?.close()
    file?.close()
  })

  test('a synchronous read returns the same bytes', async () => {
    const storage = await openStorage(await newFolder())
    const [name = ''] = await storage.save('tracks', [await stageText(storage, 'eine Aufnahme')])
    const file = await storage.open(name)
    await file?.read(Buffer.alloc(1), 0)
    const again = await storage.open(name)
    const part = Buffer.alloc(4)
    const length = again?.readAtOnce?.(part, 5) ?? (await again?.read(part, 5))
    expect([length, part.toString()]).toEqual([4, 'Aufn'])
    again?.close()
    file?.close()
  })

  test('an album of files is stored with one call, in order, under different names', async () => {
    const storage = await openStorage(await newFolder())
    const files = await Promise.all(['eins', 'zwei', 'drei'].map((text) => stageText(storage, text)))
    const names = await storage.save('tracks', files)
    expect(new Set(names).size).toBe(3)
    expect(await Promise.all(names.map((name) => textOf(storage, name)))).toEqual(['eins', 'zwei', 'drei'])
    expect(await collect(storage.list('tracks', later()))).toEqual(names.toSorted())
    expect(await collect(storage.list('tracks', new Date(Date.now() - 60_000)))).toEqual([])
  })

  test('if one file fails, none is stored', async () => {
    const folder = await newFolder()
    const storage = await openStorage(folder)
    const good = await stageText(storage, 'gut')
    const gone = join(folder, 'gibt es nicht')
    await expect(storage.save('tracks', [good, { from: 'path', path: gone, link: false }])).rejects.toThrow(
      'ENOENT',
    )
    await good.file.discard()
    expect(await collect(storage.list('tracks', later()))).toEqual([])
    expect(await filesBelow(folder)).toEqual([])
  })

  test.each([false, true])(
    'a file from elsewhere is taken over and its original stays (link: %s)',
    async (link) => {
      const original = join(await newFolder(), 'lied.mp3')
      await writeFile(original, 'Musik')
      const storage = await openStorage(await newFolder())
      const [name = ''] = await storage.save('tracks', [{ from: 'path', path: original, link }])
      await rm(original)
      expect(await textOf(storage, name)).toBe('Musik')
    },
  )

  test('a symbolic link or a folder is not stored', async () => {
    const folder = await newFolder()
    await symlink('/etc/hostname', join(folder, 'link.mp3'))
    await mkdir(join(folder, 'ordner.mp3'))
    const storage = await openStorage(await newFolder())
    for (const path of ['link.mp3', 'ordner.mp3']) {
      const item = { from: 'path', path: join(folder, path), link: true } as const
      await expect(storage.save('tracks', [item])).rejects.toThrow('Not a plain file')
    }
  })

  test('variants are read by their label and removed with their file', async () => {
    const storage = await openStorage(await newFolder())
    const [name = '', other = ''] = await storage.save('covers', [
      await stageText(storage, 'Bild'),
      await stageText(storage, 'anderes'),
    ])
    await storage.saveVariant(name, 'w96', bytes('klein'))
    await storage.saveVariant(name, 'w96', bytes('kleiner'))
    expect(await textOf(storage, name, 'w96')).toBe('kleiner')
    expect(await textOf(storage, name, 'w256')).toBeUndefined()
    expect(await collect(storage.list('covers', later()))).toEqual([name, other].sort())
    await storage.remove([name])
    expect(await textOf(storage, name, 'w96')).toBeUndefined()
    expect(await textOf(storage, name)).toBeUndefined()
    expect(await textOf(storage, other)).toBe('anderes')
  })

  test('removing a missing file is not an error', async () => {
    const storage = await openStorage(await newFolder())
    const [name = ''] = await storage.save('tracks', [await stageText(storage, 'weg damit')])
    await storage.remove([name])
    await storage.remove([name, `tracks/${'0'.repeat(32)}`])
    await storage.remove([])
  })

  test('a discarded stage leaves nothing behind', async () => {
    const folder = await newFolder()
    const storage = await openStorage(folder)
    const { file } = await stageText(storage, 'doch nicht')
    await file.discard()
    await file.discard()
    expect(await filesBelow(folder)).toEqual([])
  })

  test('stages of an earlier run are cleared, younger ones stay', async () => {
    const folder = await newFolder()
    const earlier = await openStorage(folder)
    await (await stageText(earlier, 'halb')).file.finish()
    const storage = await openStorage(folder)
    await storage.clearStages(new Date(Date.now() - 60_000))
    expect(await filesBelow(folder)).toHaveLength(1)
    await storage.clearStages(later())
    expect(await filesBelow(folder)).toEqual([])
  })

  test.each([
    '',
    'tracks',
    'tracks/',
    'tracks/../../etc/passwd',
    `other/${'a'.repeat(32)}`,
    `tracks/${'a'.repeat(31)}`,
    `tracks/${'A'.repeat(32)}`,
    `tracks/${'a'.repeat(32)}/..`,
    `tracks/${'a'.repeat(32)}\n`,
    `../tracks/${'a'.repeat(32)}`,
  ])('the name %j opens nothing and removes nothing', async (name) => {
    const storage = await openStorage(await newFolder())
    await expect(storage.open(name)).rejects.toThrow(WrongStorageName)
    await expect(storage.remove([name])).rejects.toThrow(WrongStorageName)
  })

  test.each(['', '../x', 'W96', 'a/b', 'x'.repeat(17)])('the label %j opens nothing', async (label) => {
    const storage = await openStorage(await newFolder())
    await expect(storage.open(`covers/${'a'.repeat(32)}`, label)).rejects.toThrow(WrongStorageName)
  })

  test('files and variants are listed with their sizes, and can be stored again under their names', async () => {
    const [storage, other] = [await openStorage(await newFolder()), await openStorage(await newFolder())]
    const [name = ''] = await storage.save('covers', [await stageText(storage, 'Bild')])
    await storage.saveVariant(name, 'w96', bytes('klein'))
    const entries = await Array.fromAsync(storage.entries())
    const wanted = [
      { name, label: undefined, sizeBytes: 4, stamp: expect.any(String) },
      { name, label: 'w96', sizeBytes: 5, stamp: expect.any(String) },
    ]
    expect(entries).toHaveLength(2)
    expect(entries).toEqual(expect.arrayContaining(wanted))
    for (const text of ['zuerst', 'danach'])
      for (const entry of entries) await other.saveAs(entry, (await stageText(other, text)).file)
    expect([await textOf(other, name), await textOf(other, name, 'w96')]).toEqual(['danach', 'danach'])
    expect(await collect(other.list('covers', later()))).toEqual([name])
    const outsider = { name: 'tracks/../x', label: undefined }
    const { file } = await stageText(other, 'x')
    await expect(other.saveAs(outsider, file)).rejects.toThrow(WrongStorageName)
    await file.discard()
  })

  test('the stamp of a file changes when it is replaced by other bytes of the same size, and only then', async () => {
    const storage = await openStorage(await newFolder())
    const [name = ''] = await storage.save('covers', [await stageText(storage, 'Bild')])
    const stamp = async () => (await Array.fromAsync(storage.entries()))[0]?.stamp
    const before = await stamp()
    expect(await textOf(storage, name)).toBe('Bild')
    expect(await stamp()).toBe(before)
    await storage.saveAs({ name, label: undefined }, (await stageText(storage, 'Bald')).file)
    expect(await stamp()).not.toBe(before)
  })

  test('it returns how much space is left', async () => {
    const storage = await openStorage(await newFolder())
    expect(await storage.freeBytes()).toBeGreaterThan(0)
  })
})

describe('storage on S3', () => {
  test('a large file is sent in parts, and is not visible before it is complete', async () => {
    const { settings, openUploads, requested } = await startS3()
    const storage = await openS3Storage(await newFolder(), settings)
    const large = Buffer.alloc(20 * 1024 * 1024 + 17, 'Tonband ')
    const file = await storage.stage()
    await file.write(large)
    const keeping = storage.save('tracks', [{ from: 'stage', file }])
    await expect
      .poll(() => requested.some((line) => line.includes('partNumber=2')), { timeout: 20_000 })
      .toBe(true)
    expect(openUploads.size).toBe(1)
    const [name = ''] = await keeping
    expect(requested.filter((line) => line.includes('partNumber='))).toHaveLength(3)
    expect(openUploads.size).toBe(0)
    const stored = await storage.open(name)
    const end = Buffer.alloc(1000)
    expect(await stored?.read(end, large.length - 1000)).toBe(1000)
    expect([stored?.sizeBytes, end.equals(large.subarray(-1000))]).toEqual([large.length, true])
    storage.close()
  })

  test('uploads that a crash has left are aborted when stages are cleared, younger and foreign ones are not', async () => {
    const { settings, openUploads } = await startS3()
    const client = s3Client(settings)
    await client.createMultipartUpload(`tracks/${'a'.repeat(32)}`)
    await client.createMultipartUpload('somebody-else/file')
    const storage = await openS3Storage(await newFolder(), settings)
    await storage.clearStages(new Date(Date.now() - 60_000))
    expect(openUploads.size).toBe(2)
    await storage.clearStages(later())
    expect([...openUploads.values()].map(({ key }) => key)).toEqual(['somebody-else/file'])
    storage.close()
    client.close()
  })

  test('other objects in the bucket are not listed', async () => {
    const { settings } = await startS3()
    const client = s3Client(settings)
    await client.put('tracks/Notizen.txt', Buffer.from('nicht von uns'))
    await client.put(`tracks/${'b'.repeat(32)}-x-y`, Buffer.from('auch nicht'))
    const storage = await openS3Storage(await newFolder(), settings)
    expect(await collect(storage.list('tracks', later()))).toEqual([])
    expect(await Array.fromAsync(storage.entries())).toEqual([])
    storage.close()
    client.close()
  })

  test('more files than one page of a listing are all listed', async () => {
    const { settings } = await startS3()
    const client = s3Client(settings)
    const keys = Array.from({ length: 23 }, (_, number) => `tracks/${number.toString(16).padStart(32, '0')}`)
    for (let at = 0; at < keys.length; at += 20)
      await Promise.all(keys.slice(at, at + 20).map((key) => client.put(key, Buffer.from('x'))))
    const storage = await openS3Storage(await newFolder(), settings)
    expect(await collect(storage.list('tracks', later()))).toEqual(keys)
    storage.close()
    client.close()
  })

  test.each([
    ['a wrong secret', { secretAccessKey: 'falsch' }, 'SignatureDoesNotMatch'],
    ['a bucket that is not there', { bucket: 'gibt-es-nicht' }, 'NoSuchBucket'],
  ])('%s is a fault that names itself, and no secret', async (_what, change, code) => {
    const { settings } = await startS3()
    const storage = await openS3Storage(await newFolder(), { ...settings, ...change })
    const attempt = storage.save('tracks', [await stageText(storage, 'Lied')])
    await expect(attempt).rejects.toThrow(new RegExp(`^The media storage refused to keep a file: ${code}$`))
    storage.close()
  })

  test('a signed URL returns the file with our headers, and nothing else, and expires', async () => {
    const s3 = await startS3()
    const storage = await openS3Storage(await newFolder(), s3.settings, { offloads: true })
    const [name = ''] = await storage.save('tracks', [await stageText(storage, 'eine Aufnahme')])
    const file = await storage.open(name)
    if (file?.offloadTarget?.kind !== 'address') throw new Error('It does not hand over')
    const disposition = `attachment; filename="Grosse (1)!.mp3"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29%21.mp3`
    const headers = { contentType: 'audio/mpeg', cacheControl: 'private', disposition }
    const address = await file.offloadTarget.make(headers)
    const answer = await fetch(address, { headers: { range: 'bytes=5-8' } })
    expect([answer.status, await answer.text()]).toEqual([206, 'Aufn'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'cache-control': 'private',
      'content-disposition': disposition,
    })
    expect((await fetch(address.replace('audio%2Fmpeg', 'text%2Fhtml'))).status).toBe(403)
    expect((await fetch(address.replace(name, `tracks/${'0'.repeat(32)}`))).status).toBe(403)
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(403)
    s3.passTime(10_000)
    expect((await fetch(address)).status).toBe(200)
    s3.passTime(6000)
    expect((await fetch(address)).status).toBe(403)
    storage.close()
  })
})

describe('storage on disk', () => {
  test('files are two folders deep and not readable by others', async () => {
    const folder = await newFolder()
    const storage = await openDiskStorage(folder)
    const [name = ''] = await storage.save('tracks', [await stageText(storage, 'geheim')])
    const digits = name.slice('tracks/'.length)
    const path = join(folder, 'tracks', digits.slice(0, 2), digits.slice(2, 4), digits)
    expect((await stat(path)).mode & 0o777).toBe(0o640)
    expect((await stat(dirname(path))).mode & 0o007).toBe(0)
  })

  test('a symbolic link in the place of a file is not followed', async () => {
    const folder = await newFolder()
    const storage = await openDiskStorage(folder)
    const [name = ''] = await storage.save('tracks', [await stageText(storage, 'echt')])
    const digits = name.slice('tracks/'.length)
    const path = join(folder, 'tracks', digits.slice(0, 2), digits.slice(2, 4), digits)
    await rm(path)
    await symlink('/etc/hostname', path)
    await expect(storage.open(name)).rejects.toThrow('ELOOP')
  })
})
