import { deleteAccount } from '@tonarchiv/contract/auth'
import {
  type ChatUpload,
  deleteMessage,
  listMessages,
  postMessage,
  ROOM_ID,
  uploadChatMedia,
} from '@tonarchiv/contract/chat'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { formWith, get, image, sendUpload, upload } from '#testing/chat-media.ts'
import { eventually } from '#testing/eventually.ts'
import { recordedVoice } from '#testing/voice-recording.ts'
import { type Call, startApp } from '#testing/start-app.ts'
import { conversationState, insertChange, nextRevision } from '../changes/store.ts'
import { cleanUpChat } from '../cleanup.ts'
import { emptyMessage } from '../messages/store.ts'

test('more than 10 MB, two files, or none are rejected', async () => {
  const member = await (await startApp()).signIn()
  const tooLarge = await member.refusal(uploadChatMedia, formWith(Buffer.alloc(10 * 1024 * 1024 + 1)))
  expect([tooLarge.status, tooLarge.body.error]).toEqual([413, 'Die Datei ist zu groß (maximal 10 MB)'])
  const { form: two } = formWith(recordedVoice(1))
  two.append('file', new Blob(['x']))
  expect((await member.refusal(uploadChatMedia, { form: two })).status).toBe(400)
  expect((await member.refusal(uploadChatMedia, { form: new FormData() })).status).toBe(400)
})

test('uploads are limited per minute and per day', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const member = await app.signIn()
  for (let count = 0; count < 20; count += 1) await upload(member, recordedVoice(0.1))
  expect((await member.refusal(uploadChatMedia, formWith(recordedVoice(0.1)))).status).toBe(429)
  app.passTime(61_000)
  await app.services.db
    .updateTable('chatMedia')
    .set({ givenBytes: 6 * 1024 * 1024 })
    .execute()
  const refused = await member.refusal(uploadChatMedia, formWith(recordedVoice(0.1)))
  expect([refused.status, refused.body.code]).toEqual([429, 'UPLOADS_TOO_LARGE_TODAY'])
})

test('a message takes its media fields from the upload, not from its body', async () => {
  const app = await startApp()
  const [member, reader] = [await app.signIn(), await app.signIn()]
  const media = await upload(member, await image().png().toBuffer())
  const { message } = await member.call(postMessage, {
    body: {
      message: '',
      messageType: 'media',
      mediaUrl: media.mediaUrl,
      thumbnailUrl: media.thumbnailUrl,
      mediaType: 'video',
      mediaSize: 1,
      mediaDuration: 99,
      mediaFilename: '<b>.svg',
    },
  })
  expect(message).toMatchObject({ content: '', messageType: 'media', ...media })
  expect((await reader.call(listMessages, { query: {} })).messages[0]).toMatchObject(media)
})

test('media of others, of other sites, sent before or unknown cannot be sent', async () => {
  const app = await startApp()
  const [member, thief] = [await app.signIn(), await app.signIn()]
  const { mediaUrl } = await upload(member, recordedVoice(1))
  const code = async (who: typeof member, address: string | null, thumbnailUrl?: string) => {
    const body = { message: 'x', messageType: 'media', mediaUrl: address, thumbnailUrl } as const
    return (await who.refusal(postMessage, { body })).body.code
  }
  expect(await code(thief, mediaUrl)).toBe('MEDIA_UNKNOWN')
  for (const address of [
    'https://fremd.example/bild.png',
    'javascript:alert(1)',
    '//fremd.example/x',
    '/api/chat/media/../../../etc/passwd',
    `/api/chat/media/${'0'.repeat(32)}`,
    `https://fremd.example${mediaUrl ?? ''}`,
    '',
  ])
    for (const whole of [address, mediaUrl, null])
      expect(await code(member, whole, address)).toBe('MEDIA_UNKNOWN')
  await member.call(postMessage, { body: { message: '', messageType: 'media', mediaUrl } })
  expect(await code(member, mediaUrl)).toBe('MEDIA_UNKNOWN')
  expect((await member.call(listMessages, { query: {} })).revision).toBe(1)
})

async function uploadImages(member: { call: Call }, count: number) {
  const uploads: ChatUpload[] = []
  for (let width = 40; width < 40 + count; width += 1)
    uploads.push(await upload(member, await image(width, 30).png().toBuffer()))
  return { uploads, mediaUrls: uploads.map(({ mediaUrl }) => mediaUrl ?? '') }
}

test('a message has several images in their order, for all readers', async () => {
  const app = await startApp()
  const [member, reader] = [await app.signIn(), await app.signIn()]
  const socket = openSocket(app, { token: reader.token })
  await socket.ready()
  const { uploads, mediaUrls } = await uploadImages(member, 3)
  const body = { message: 'Vom Konzert', messageType: 'media', mediaUrls, clientId: randomUUID() } as const
  const { message } = await member.call(postMessage, { body })
  expect(message).toMatchObject({ content: 'Vom Konzert', messageType: 'media', ...uploads[0] })
  expect(message.images).toEqual(
    uploads.map(({ mediaUrl, thumbnailUrl, mediaWidth, mediaHeight }) => ({
      mediaUrl,
      thumbnailUrl,
      mediaWidth,
      mediaHeight,
    })),
  )
  expect(message.images.map(({ mediaWidth }) => mediaWidth)).toEqual([40, 41, 42])
  expect((await reader.call(listMessages, { query: {} })).messages).toEqual([message])
  await eventually(() => expect(socket.all('chatMessage')[0]?.message).toEqual(message))
  for (const { mediaUrl } of message.images) expect((await get(app, mediaUrl, reader.token)).status).toBe(200)
  // A client that got no answer repeats the call: it gets the stored message, although its images are already assigned.
  expect((await member.call(postMessage, { body })).message).toEqual(message)
  const single = await sendUpload(member, await upload(member, await image().png().toBuffer()))
  expect(single.images).toEqual([])
})

test('a message takes neither too many images, nor a voice message among them, nor one twice; none is used up', async () => {
  const app = await startApp()
  const member = await app.signIn()
  const { mediaUrls } = await uploadImages(member, 2)
  const voice = (await upload(member, recordedVoice(1))).mediaUrl ?? ''
  const [first = ''] = mediaUrls
  const refused = async (urls: string[]) => {
    const body = { message: 'x', messageType: 'media', mediaUrls: urls } as const
    return (await member.refusal(postMessage, { body })).body
  }
  for (const urls of [
    [...mediaUrls, voice],
    [first, first],
    [...mediaUrls, '/api/chat/media/nichts'],
  ])
    expect((await refused(urls)).code).toBe('MEDIA_UNKNOWN')
  expect((await refused(Array.from({ length: 11 }, () => first))).error).toContain('höchstens 10 Bilder')
  const body = { message: '', messageType: 'media', mediaUrls } as const
  expect((await member.call(postMessage, { body })).message.images).toHaveLength(2)
  expect((await member.call(listMessages, { query: {} })).messages).toHaveLength(1)
})

test('the images of a message are removed with it, and with their account', async () => {
  const app = await startApp()
  const [member, reader] = [await app.signIn(), await app.signIn()]
  const send = async (message: string) => {
    const { mediaUrls } = await uploadImages(member, 2)
    return (await member.call(postMessage, { body: { message, messageType: 'media', mediaUrls } })).message
  }
  const files = async () =>
    (await Array.fromAsync(app.services.storage.list('chat', new Date(Date.now() + 60_000)))).length
  const { id } = await send('weg')
  await send('Text bleibt')
  await send('')
  expect(await files()).toBe(6)
  await member.call(deleteMessage, { params: { id } })
  expect(await files()).toBe(4)
  await member.call(deleteAccount, { body: { password: member.password } })
  await eventually(async () => {
    const { messages } = await reader.call(listMessages, { query: {} })
    expect(messages).toMatchObject([
      { content: 'Text bleibt', messageType: 'text', mediaUrl: null, images: [] },
    ])
    expect(await files()).toBe(0)
  })
})

test('media are for members only; an unsent upload only for its uploader', async () => {
  const app = await startApp()
  const [member, other] = [await app.signIn({ hasKey: false }), await app.signIn({ hasKey: false })]
  const unverified = await app.signIn({ emailVerified: false })
  const media = await upload(member, await image().png().toBuffer())
  const statuses = async () =>
    Promise.all(
      [undefined, unverified.token, other.token, member.token].map(
        async (token) => (await get(app, media.mediaUrl, token)).status,
      ),
    )
  expect(await statuses()).toEqual([401, 403, 404, 200])
  await sendUpload(member, media)
  expect(await statuses()).toEqual([401, 403, 200, 200])
  for (const name of ['nichts', `${'0'.repeat(32)}-klein`, '..%2f..%2fsecret', 'x'.repeat(199)])
    expect((await get(app, `/api/chat/media/${name}`, member.token)).status).toBe(404)
})

test('the files of a deleted message are removed', async () => {
  const app = await startApp()
  const member = await app.signIn()
  const media = await upload(member, await image().png().toBuffer())
  const { id } = await sendUpload(member, media, 'Seht!')
  await member.call(deleteMessage, { params: { id } })
  for (const address of [media.mediaUrl, media.thumbnailUrl])
    expect((await get(app, address, member.token)).status).toBe(404)
  const names = await Array.fromAsync(app.services.storage.list('chat', new Date(Date.now() + 60_000)))
  expect(names).toEqual([])
})

test('images and voice messages are removed with their account, texts stay', async () => {
  const app = await startApp()
  const [member, reader] = [await app.signIn(), await app.signIn()]
  const socket = openSocket(app, { token: reader.token })
  await socket.ready()
  const silent = await sendUpload(member, await upload(member, recordedVoice(1)))
  await sendUpload(member, await upload(member, await image().png().toBuffer()), 'Mein Regal')
  const unsent = await upload(member, recordedVoice(2))
  // A member reads the messages between the removals of single files.
  const remove = app.services.storage.remove.bind(app.services.storage)
  vi.spyOn(app.services.storage, 'remove').mockImplementation(async (names) => {
    await reader.call(listMessages, { query: {} })
    await remove(names)
  })
  await member.call(deleteAccount, { body: { password: member.password } })
  await eventually(() => expect(socket.all('chatMessageDeleted')[0]?.id).toBe(silent.id))
  await eventually(async () => {
    const { messages } = await reader.call(listMessages, { query: {} })
    expect(messages).toMatchObject([{ content: 'Mein Regal', messageType: 'text', mediaUrl: null }])
    const names = await Array.fromAsync(app.services.storage.list('chat', new Date(Date.now() + 60_000)))
    expect(names).toEqual([])
  })
  expect((await get(app, unsent.mediaUrl, reader.token)).status).toBe(404)
})

test('unsent uploads are removed, sent ones stay', async () => {
  const app = await startApp()
  const member = await app.signIn()
  const media = await upload(member, await image().png().toBuffer())
  await sendUpload(member, media)
  await upload(member, recordedVoice(1))
  app.passTime(25 * 60 * 60 * 1000)
  await cleanUpChat(app.services)
  const names = await Array.fromAsync(app.services.storage.list('chat', new Date(Date.now() + 60_000)))
  expect(names).toHaveLength(1)
})

test('media of an account that was deleted while no server was running are removed by the next cleanup, with their rows', async () => {
  const app = await startApp()
  const { db, storage } = app.services
  const [member, other] = [await app.signIn(), await app.signIn()]
  await sendUpload(member, await upload(member, await image().png().toBuffer()))
  await upload(member, recordedVoice(1))
  await sendUpload(other, await upload(other, await image().png().toBuffer()))
  await db.deleteFrom('users').where('id', '=', member.id).execute()
  await cleanUpChat(app.services)
  expect(await db.selectFrom('chatMedia').select('userId').execute()).toEqual([{ userId: other.id }])
  expect(await Array.fromAsync(storage.list('chat', new Date(Date.now() + 60_000)))).toHaveLength(1)
})

test('a cleanup that finds a message deleted in the meantime takes no revision of the conversation', async () => {
  const app = await startApp()
  const { db } = app.services
  const member = await app.signIn()
  await sendUpload(member, await upload(member, await image().png().toBuffer()))
  await db.deleteFrom('users').where('id', '=', member.id).execute()
  const { id } = await db.selectFrom('chatMessages').select('id').executeTakeFirstOrThrow()
  let cleaning: Promise<void> | undefined
  await db.transaction().execute(async (trx) => {
    const revision = await nextRevision(trx, ROOM_ID)
    await emptyMessage(trx, id, undefined, new Date().toISOString())
    await insertChange(trx, { conversationId: ROOM_ID, revision, kind: 'deletion', messageId: id })
    cleaning = cleanUpChat(app.services)
    // On SQLite the cleanup waits before it has read anything.
    if (db.kind === 'postgres')
      await eventually(async () => {
        const { rows } = await sql`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        expect(rows).toHaveLength(1)
      })
  })
  await cleaning
  const { revision } = await conversationState(db, ROOM_ID)
  const changes = await db.selectFrom('chatChanges').select('revision').orderBy('revision').execute()
  expect(changes.at(-1)).toEqual({ revision })
  expect(changes).toHaveLength(2)
})
