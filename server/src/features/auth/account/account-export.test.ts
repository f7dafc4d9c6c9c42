import { deleteAccount, exportAccountFiles } from '@tonarchiv/contract/auth'
import { postMessage, uploadChatMedia } from '@tonarchiv/contract/chat'
import { updateProfile } from '@tonarchiv/contract/users'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sample } from '#testing/audio-samples.ts'
import { eventually } from '#testing/eventually.ts'
import { openStalledDownload } from '#testing/stalled-download.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { openStoredFiles } from '#testing/stored-files.ts'

const Data = z.object({
  profile: z.object({ email: z.string(), avatar: z.string(), avatarFile: z.string() }),
  chat: z.object({
    media: z.array(z.object({ address: z.string(), file: z.string(), kind: z.string() })),
  }),
})

type TestMember = Awaited<ReturnType<TestApp['signIn']>>

const picture = async (background: string, side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer()

async function sendFile(member: TestMember, bytes: Buffer, name: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const { mediaUrl } = await member.call(uploadChatMedia, { form })
  await member.call(postMessage, { body: { message: '', messageType: 'media', mediaUrl } })
  return mediaUrl ?? ''
}

async function withAvatar(member: TestMember, background: string): Promise<void> {
  const avatarUrl = `data:image/png;base64,${(await picture(background)).toString('base64')}`
  await member.call(updateProfile, { body: { avatarUrl } })
}

const load = async (app: TestApp, { token }: { token: string }) =>
  app.fetch(exportAccountFiles.path, { headers: { authorization: `Bearer ${token}` } })

async function unzipped(response: Response): Promise<Map<string, Buffer>> {
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return new Map(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes)]))
}

/** The body of the response for a URL of our server. */
async function bytesAt(app: TestApp, { token }: { token: string }, address: string): Promise<Buffer> {
  const response = await app.fetch(address, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

test('the ZIP holds the data and every own file with its bytes, and nothing of another account', async () => {
  const app = await startApp()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  await withAvatar(mara, '#a03050')
  await withAvatar(tom, '#30a050')
  const image = await sendFile(mara, await picture('#102030'), '../../böse/name.png')
  const voice = await sendFile(mara, sample('opus.opus'), 'aufnahme.ogg')
  const foreign = await bytesAt(app, tom, await sendFile(tom, await picture('#405060'), 'tom.png'))

  const response = await load(app, mara)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="export-${mara.username}.zip"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  const files = await unzipped(response)
  const data = z.parse(Data, JSON.parse(files.get('daten.json')?.toString() ?? ''))
  expect(data.profile).toMatchObject({ email: mara.email, avatarFile: 'profilbild.jpg' })
  expect([...files.keys()].toSorted()).toEqual(
    ['daten.json', 'profilbild.jpg', ...data.chat.media.map(({ file }) => file)].toSorted(),
  )
  expect(files.get('profilbild.jpg')).toEqual(await bytesAt(app, mara, data.profile.avatar))
  for (const { address, file, kind } of data.chat.media) {
    expect(file).toMatch(/^chat\/\d{4}-\d\d-\d\d-[\da-f]{32}\.(?:webp|ogg)$/)
    expect(files.get(file)).toEqual(await bytesAt(app, mara, kind === 'image' ? image : voice))
    expect([image, voice]).toContain(address)
  }
  const all = Buffer.concat([...files.values()])
  expect([all.indexOf(foreign), all.indexOf(tom.email)]).toEqual([-1, -1])
})

test('a file that is missing in the storage is named, and the others come', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  await withAvatar(mara, '#a03050')
  await sendFile(mara, await picture('#102030'), 'bild.png')
  const { avatarName } = await app.services.db
    .selectFrom('users')
    .select('avatarName')
    .where('id', '=', mara.id)
    .executeTakeFirstOrThrow()
  await app.services.storage.remove([`avatars/${avatarName}`])
  const files = await unzipped(await load(app, mara))
  expect(files.get('fehlende-dateien.txt')?.toString()).toBe('profilbild.jpg\n')
  expect([...files.keys()].filter((path) => path.startsWith('chat/'))).toHaveLength(1)
})

test('one whole export a day; one that broke off may be repeated, a few times', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const mara = await app.signIn()
  await bigExport(app, mara)
  for (let count = 0; count < 3; count += 1) {
    const socket = await openStalledDownload(app.address, exportAccountFiles.path, mara.token)
    socket.destroy()
    await eventually(async () => expect(await countedExports(app)).toBe(0))
  }
  const whole = await load(app, mara)
  expect(whole.status).toBe(200)
  expect((await unzipped(whole)).has('daten.json')).toBe(true)
  const again = await load(app, mara)
  expect(again.status).toBe(429)
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(3600)
})

/** The number of complete exports that the rate limit has counted. */
async function countedExports({ services: { db } }: TestApp): Promise<number> {
  const row = await db
    .selectFrom('rateLimits')
    .select('count')
    .where('bucket', 'like', 'export files:%')
    .executeTakeFirstOrThrow()
  return row.count
}

/** Gives the account a file that is larger than the buffers of the sockets. */
async function bigExport({ services: { db, storage, now } }: TestApp, { id }: { id: string }): Promise<void> {
  const file = await storage.stage()
  for (let count = 0; count < 32; count += 1) await file.write(Buffer.alloc(1024 * 1024, count))
  const [storageName = ''] = await storage.save('chat', [{ from: 'stage', file }])
  await db
    .insertInto('chatMedia')
    .values({
      name: 'f'.repeat(32),
      userId: id,
      messageId: null,
      position: 0,
      kind: 'image',
      storageName,
      contentType: 'image/webp',
      sizeBytes: 32 * 1024 * 1024,
      givenBytes: 1,
      durationSeconds: null,
      width: 1,
      height: 1,
      peaks: null,
      fileName: 'bild.webp',
      createdAt: now().toISOString(),
    })
    .execute()
}

test('a large file comes whole, and a receiver that goes or whose account is deleted ends the sending', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  await bigExport(app, mara)
  const files = await unzipped(await load(app, mara))
  const [, big] = [...files].find(([path]) => path.startsWith('chat/')) ?? []
  expect(big?.length).toBe(32 * 1024 * 1024)
  expect(big?.every((byte, index) => byte === Math.floor(index / (1024 * 1024)))).toBe(true)

  const gone = await openStalledDownload(app.address, exportAccountFiles.path, mara.token)
  await eventually(() => expect(openStoredFiles(app)).toBe(1))
  gone.destroy()
  await eventually(() => expect(openStoredFiles(app)).toBe(0))

  const deleted = await openStalledDownload(app.address, exportAccountFiles.path, mara.token)
  await eventually(() => expect(openStoredFiles(app)).toBe(1))
  await mara.call(deleteAccount, { body: { password: mara.password } })
  deleted.resume()
  await eventually(() => expect(deleted.destroyed).toBe(true))
  await eventually(() => expect(openStoredFiles(app)).toBe(0))
})
