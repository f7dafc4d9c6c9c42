import { uploadChatMedia } from '@tonarchiv/contract/chat'
import { updateProfile } from '@tonarchiv/contract/users'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { queuedImages } from '#images/images.ts'
import { sample } from '#testing/audio-samples.ts'
import { formWith, get, image, upload } from '#testing/chat-media.ts'
import { eventually } from '#testing/eventually.ts'
import { recordedVoice } from '#testing/voice-recording.ts'
import { startApp } from '#testing/start-app.ts'

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a %s is drawn anew as WebP, with its measures',
  async (format) => {
    const app = await startApp()
    const member = await app.signIn()
    const given = await image()
      .withExif({ IFD0: { Copyright: 'Geheimer Ort' } })
      .toFormat(format)
      .toBuffer()
    const media = await upload(member, given)
    expect(media).toMatchObject({
      mediaType: 'image',
      mediaWidth: 900,
      mediaHeight: 600,
      mediaDuration: null,
    })
    const response = await get(app, media.mediaUrl, member.token)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBe(media.mediaSize)
    expect(bytes.includes('Geheimer Ort')).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 900, height: 600 })
    const small = Buffer.from(await (await get(app, media.thumbnailUrl, member.token)).arrayBuffer())
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 640 })
  },
)

test('large images are scaled down, rotated ones are turned upright, animated ones stay animated', async () => {
  const member = await (await startApp()).signIn()
  const large = await upload(member, await image(4000, 3000).jpeg().toBuffer())
  expect([large.mediaWidth, large.mediaHeight]).toEqual([2048, 1536])
  const lying = await upload(member, await image(200, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer())
  expect([lying.mediaWidth, lying.mediaHeight]).toEqual([100, 200])
  const frames = await Promise.all(
    ['red', 'lime', 'blue'].map(async (background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const app = await startApp()
  const other = await app.signIn()
  const media = await upload(other, moving)
  expect([media.mediaWidth, media.mediaHeight]).toEqual([40, 30])
  const bytes = Buffer.from(await (await get(app, media.mediaUrl, other.token)).arrayBuffer())
  expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(3)
})

const moving = async (pixels: Uint8Array, side: number) =>
  sharp(pixels, {
    raw: { width: side, height: pixels.length / side, channels: 1, pageHeight: side },
  })
    .gif({ effort: 1, dither: 0 })
    .toBuffer()
/** An animation of random pixels, which is slow to encode and compresses badly. */
const noise = async ({ frames, side }: { frames: number; side: number }) =>
  moving(
    randomBytes(side * side * frames).map((value) => value & 128),
    side,
  )

test('an animation with many frames is scaled down, and stored once if it is small', async () => {
  const app = await startApp()
  const member = await app.signIn()
  const frames = Array.from({ length: 60 }, (_, frame) => Buffer.alloc(500 * 500, frame % 2 === 0 ? 0 : 255))
  const media = await upload(member, await moving(Buffer.concat(frames), 500))
  expect([media.mediaWidth, media.mediaHeight]).toEqual([447, 447])
  expect(media.thumbnailUrl).toBe(media.mediaUrl)
  const bytes = Buffer.from(await (await get(app, media.mediaUrl, member.token)).arrayBuffer())
  const { width, height, pages } = await sharp(bytes, { animated: true }).metadata()
  expect(pages).toBe(60)
  expect(width * height).toBeLessThanOrEqual(12_000_000)
})

test('the stored size counts in the daily limit if it is larger than the upload', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const member = await app.signIn()
  const given = await noise({ frames: 12, side: 300 })
  const { mediaSize } = await upload(member, given)
  expect(mediaSize).toBeGreaterThan(given.length)
  const { givenBytes } = await app.services.db
    .selectFrom('chatMedia')
    .select('givenBytes')
    .executeTakeFirstOrThrow()
  expect(givenBytes).toBe(mediaSize)
  // Space for the uploaded bytes, but not for the larger result.
  const used = 100 * 1024 * 1024 - Math.round((given.length + (mediaSize ?? 0)) / 2)
  await app.services.db.updateTable('chatMedia').set({ givenBytes: used }).execute()
  const { body } = await member.refusal(uploadChatMedia, formWith(given))
  expect(body.code).toBe('UPLOADS_TOO_LARGE_TODAY')
  expect(await app.services.db.selectFrom('chatMedia').select('name').execute()).toHaveLength(1)
})

test('images and avatars wait for those of the same member, and not for expensive ones of another', async () => {
  const app = await startApp()
  const [costly, quick] = [await app.signIn(), await app.signIn()]
  const given = await noise({ frames: 60, side: 300 })
  const small = await image(60, 40).png().toBuffer()
  const body = { avatarUrl: `data:image/png;base64,${small.toString('base64')}` }
  const answered: string[] = []
  const first = upload(costly, given).then(() => answered.push('costly'))
  const second = upload(costly, given).then(() => answered.push('costly'))
  // A member uses only one of the workers, so that another one stays free for others.
  await eventually(() => expect(queuedImages()).toBe(1))
  const own = costly.call(updateProfile, { body }).then(() => answered.push('own portrait'))
  await eventually(() => expect(queuedImages()).toBe(2))
  const third = quick.call(updateProfile, { body }).then(() => answered.push('portrait'))
  await Promise.all([third, upload(quick, small).then(() => answered.push('picture'))])
  expect(answered.toSorted()).toEqual(['picture', 'portrait'])
  await Promise.all([first, second, own])
})

test.each([
  ['webm', recordedVoice(3), 'audio/webm', 3],
  ['ogg', sample('opus.opus'), 'audio/ogg', undefined],
  ['ogg with vorbis', sample('vorbis.ogg'), 'audio/ogg', undefined],
  ['mp4', sample('faststart.m4a'), 'audio/mp4', undefined],
] as const)(
  'a voice in %s is kept as it is, with its length and waveform',
  async (_name, bytes, type, seconds) => {
    const app = await startApp()
    const member = await app.signIn()
    const media = await upload(member, bytes, { peaks: '[0, 50.4, 100]' })
    expect(media).toMatchObject({
      mediaType: 'voice',
      mediaSize: bytes.length,
      mediaPeaks: [0, 50, 100],
      thumbnailUrl: null,
    })
    if (seconds === undefined) expect(media.mediaDuration).toBeGreaterThan(0)
    else expect(media.mediaDuration).toBeCloseTo(seconds, 1)
    const response = await get(app, media.mediaUrl, member.token)
    expect(response.headers.get('content-type')).toBe(type)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    const range = await app.fetch(media.mediaUrl ?? '', {
      headers: { authorization: `Bearer ${member.token}`, range: 'bytes=4-9' },
    })
    expect([range.status, Buffer.from(await range.arrayBuffer()).equals(bytes.subarray(4, 10))]).toEqual([
      206,
      true,
    ])
  },
)

test.each(['[]', '[1,2', '{"a":1}', '["<b>"]', '[101]', '[-1]', `[${'1,'.repeat(120)}1]`])(
  'a waveform that is none is left out: %s',
  async (peaks) => {
    const member = await (await startApp()).signIn()
    expect((await upload(member, recordedVoice(1), { peaks })).mediaPeaks).toBeNull()
  },
)

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
  ['PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 415],
  ['nothing', Buffer.alloc(0), 415],
  ['one byte', Buffer.from([0xff]), 415],
  ['a picture that was cut off', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), 415],
  ['HTML behind the first bytes of a GIF', Buffer.from('GIF89a<script>alert(1)</script>'), 415],
  ['a film', recordedVoice(1, { trackType: 1 }), 415],
  ['music that was never recorded', sample('cbr.mp3'), 415],
  ['a zip', Buffer.from('PK\u0003\u0004aaaaaaaaaaaaaaaaaaaa'), 415],
  ['five minutes and more', recordedVoice(310), 413],
] as const)('%s is refused, and nothing of it stays', async (_name, bytes, status) => {
  const app = await startApp()
  const member = await app.signIn()
  const { status: refused } = await member.refusal(uploadChatMedia, formWith(bytes, {}, 'bild.png'))
  expect(refused).toBe(status)
  const names = await Array.fromAsync(app.services.storage.list('chat', new Date(Date.now() + 60_000)))
  expect(names).toEqual([])
})
