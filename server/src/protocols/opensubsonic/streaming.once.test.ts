import { changeUser } from '@tonarchiv/contract/admin'
import { revokeAppPassword } from '@tonarchiv/contract/app-passwords'
import { WHOLE_ARCHIVE } from '@tonarchiv/contract/scope'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sample } from '#testing/audio-samples.ts'
import { enlargeTrack } from '#testing/enlarge-track.ts'
import { heardIn, startToneApp } from '#testing/opensubsonic/tone-song.ts'
import {
  queryOf,
  type RestClient,
  type RestParameters,
  startRestApp,
} from '#testing/opensubsonic/rest-app.ts'
import { newAppPassword } from '#testing/other-program.ts'
import { signInScoped } from '#testing/scoped-members.ts'
import type { TestApp } from '#testing/start-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'

const HOUR_MS = 60 * 60 * 1000

async function bytesOf(response: Response | Promise<Response>): Promise<Buffer> {
  return Buffer.from(await (await response).arrayBuffer())
}

function headersOf({ status, headers }: Response): Record<string, unknown> {
  const { 'content-type': type, 'content-length': length, ...others } = Object.fromEntries(headers)
  return { status, type, length: length === undefined ? undefined : Number(length), ...others }
}

test('a song is sent as it is, by GET, by HEAD and by form, with or without .view', async () => {
  const { app, client, song, file } = await startToneApp()
  const whole = { status: 200, type: 'audio/flac', length: file.length, 'accept-ranges': 'bytes' }
  const asItIs: RestParameters[] = [
    {},
    { format: 'raw' },
    { maxBitRate: 0 },
    { format: 'flac', maxBitRate: 2000 },
  ]
  for (const parameters of asItIs) {
    for (const name of ['stream', 'stream.view']) {
      const response = await client.fetch(name, { id: song, ...parameters })
      expect(headersOf(response)).toMatchObject({ ...whole, 'access-control-allow-origin': '*' })
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect((await bytesOf(response)).equals(file)).toBe(true)
    }
  }
  // `raw` always sends the stored file, whatever the other parameters are.
  const raw = await client.fetch('stream', { id: song, format: 'raw', maxBitRate: 64, timeOffset: 8 })
  expect((await bytesOf(raw)).equals(file)).toBe(true)
  const head = await client.fetch('stream', { id: `tr-${song}` }, { method: 'HEAD' })
  expect(headersOf(head)).toMatchObject(whole)
  expect(await bytesOf(head)).toHaveLength(0)
  const form = await app.fetch('/rest/stream', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', range: 'bytes=0-3' },
    body: queryOf({ v: '1.16.1', c: 'test', ...client.credentials, id: song }),
  })
  expect(form.status).toBe(206)
  expect((await bytesOf(form)).toString()).toBe('fLaC')
})

test('ranges of a song are its bytes, and one behind its end is an error', async () => {
  const { client, song, file } = await startToneApp()
  const part = async (range: string, headers = {}) =>
    client.fetch('stream', { id: song }, { headers: { range, ...headers } })
  const middle = await part('bytes=1000-1999')
  expect(headersOf(middle)).toMatchObject({
    status: 206,
    length: 1000,
    'content-range': `bytes 1000-1999/${file.length}`,
  })
  expect((await bytesOf(middle)).equals(file.subarray(1000, 2000))).toBe(true)
  expect((await bytesOf(part('bytes=-500'))).equals(file.subarray(-500))).toBe(true)
  expect((await bytesOf(part(`bytes=${file.length - 7}-`))).equals(file.subarray(-7))).toBe(true)
  const etag = middle.headers.get('etag') ?? ''
  expect((await part('bytes=0-9', { 'if-range': etag })).status).toBe(206)
  expect((await part('bytes=0-9', { 'if-range': '"other"' })).status).toBe(200)
  const behind = await part(`bytes=${file.length}-`)
  expect(await behind.text()).toContain('status="failed"')
})

test('a song is encoded in the format and within the bit rate that an app wants', async () => {
  const { client, song, file } = await startToneApp()
  const cases: [parameters: RestParameters, type: string, kbps: number | undefined][] = [
    [{ format: 'MP3' }, 'audio/mpeg', 192],
    [{ maxBitRate: 50 }, 'audio/mpeg', 48],
    [{ format: 'opus', maxBitRate: 320 }, 'audio/ogg', undefined],
    [{ format: 'aac' }, 'audio/aac', undefined],
    [{ format: 'm4a', maxBitRate: 96 }, 'audio/mp4', undefined],
  ]
  for (const [parameters, type, kbps] of cases) {
    const response = await client.fetch('stream', { id: song, ...parameters })
    expect([parameters, response.status, response.headers.get('content-type')]).toEqual([
      parameters,
      200,
      type,
    ])
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const bytes = await bytesOf(response)
    expect(bytes.equals(file)).toBe(false)
    if (kbps !== undefined) expect((bytes.length * 8) / 12_000).toBeCloseTo(kbps, -1)
    const { seconds, tones } = await heardIn(bytes)
    expect([parameters, seconds]).toEqual([parameters, expect.closeTo(12, 0)])
    expect([parameters, tones[4], tones[20], tones[40]]).toEqual([parameters, 440, 880, 1760])
  }
  // The file that the first request encoded is cached, so ranges of it can be requested.
  const part = await client.fetch('stream', { id: song, format: 'mp3' }, { headers: { range: 'bytes=5-9' } })
  expect(part.status).toBe(206)
})

test('a seek by timeOffset begins at that second', async () => {
  const { client, song } = await startToneApp()
  const cases: [parameters: RestParameters, seconds: number, tone: number][] = [
    [{ timeOffset: 8 }, 4, 1760],
    [{ timeOffset: 4, format: 'mp3', maxBitRate: 64 }, 8, 880],
    [{ timeOffset: '8.9', format: 'opus' }, 4, 1760],
    [{ timeOffset: 5, format: 'aac' }, 7, 880],
    [{ timeOffset: 11, format: 'flac' }, 1, 1760],
  ]
  for (const [parameters, seconds, tone] of cases) {
    const response = await client.fetch('stream', { id: song, ...parameters })
    const heard = await heardIn(await bytesOf(response))
    // The tone in the second quarter of the first second is compared, because encoders fade the beginning in.
    expect([parameters, heard.seconds, heard.tones[1]]).toEqual([
      parameters,
      expect.closeTo(seconds, 0),
      tone,
    ])
  }
  for (const timeOffset of [12, 999_999]) expect(await errorOf(client, { id: song, timeOffset })).toBe(0)
})

test('an estimated length is the number of bytes that are sent', async () => {
  const { client, song } = await startToneApp()
  for (const timeOffset of [0, 4]) {
    const parameters = { id: song, format: 'mp3', maxBitRate: 96, timeOffset, estimateContentLength: true }
    const head = await client.fetch('stream', parameters, { method: 'HEAD' })
    expect(headersOf(head)).toMatchObject({ type: 'audio/mpeg', length: expect.any(Number) })
    const response = await client.fetch('stream', parameters)
    const { length } = headersOf(response)
    const bytes = await bytesOf(response)
    expect(bytes).toHaveLength(Number(length))
    expect((await heardIn(bytes)).seconds).toBeCloseTo(12 - timeOffset, 0)
  }
  const unknown = { id: song, format: 'opus', maxBitRate: 96, estimateContentLength: true }
  expect(headersOf(await client.fetch('stream', unknown)).length).toBeUndefined()
})

test('a file within the wanted bit rate is not encoded again', async () => {
  const { client, song, file } = await startToneApp('tones.mp3', { encoding: ['-b:a', '64k'] })
  const within: RestParameters[] = [
    { maxBitRate: 64 },
    { format: 'mp3', maxBitRate: 320 },
    { maxBitRate: 128 },
  ]
  for (const parameters of within)
    expect((await bytesOf(client.fetch('stream', { id: song, ...parameters }))).equals(file)).toBe(true)
  const smaller = await bytesOf(client.fetch('stream', { id: song, maxBitRate: 48 }))
  expect(smaller.length).toBeLessThan(file.length * 0.85)
  // The bit rate is not higher than that of the stored file.
  const other = await bytesOf(client.fetch('stream', { id: song, format: 'aac', maxBitRate: 320 }))
  expect(other.length).toBeLessThan(file.length * 1.2)
})

test('without ffmpeg a song is sent as it is, and cannot be sent from a second on', async () => {
  const { client, song, file } = await startToneApp('tones.flac', { settings: { ffmpeg: '/nothing/ffmpeg' } })
  const requested: RestParameters[] = [
    { maxBitRate: 64 },
    { format: 'mp3' },
    { format: 'raw', timeOffset: 3 },
  ]
  for (const parameters of requested) {
    const response = await client.fetch('stream', { id: song, ...parameters })
    expect(response.headers.get('content-type')).toBe('audio/flac')
    expect((await bytesOf(response)).equals(file)).toBe(true)
  }
  expect(await errorOf(client, { id: song, timeOffset: 3 })).toBe(0)
})

test('a song is downloaded with its name, an album as a ZIP, and nothing else', async () => {
  const { app, client, song, album, file } = await startToneApp()
  const response = await client.fetch('download', { id: song })
  expect(headersOf(response)).toMatchObject({ status: 200, type: 'audio/flac', length: file.length })
  expect(response.headers.get('content-disposition')).toContain(
    `filename*=UTF-8''Leiter%20-%20T%C3%B6ne.flac`,
  )
  expect((await bytesOf(response)).equals(file)).toBe(true)
  const zip = await client.fetch('download', { id: `al-${album}` })
  expect(headersOf(zip)).toMatchObject({
    status: 200,
    type: 'application/zip',
    'content-disposition': expect.stringContaining('filename="Leiter.zip"'),
    'cross-origin-resource-policy': 'cross-origin',
  })
  const bytes = await bytesOf(zip)
  expect(bytes).toHaveLength(Number(zip.headers.get('content-length')))
  expect(bytes.includes(file)).toBe(true)
  const { id: artist } = await app.services.db.selectFrom('artists').select('id').executeTakeFirstOrThrow()
  for (const id of [artist, 'nichts', '../../etc/passwd']) {
    const failed = await client.fetch('download', { id, f: 'json' })
    expect(await failed.json()).toMatchObject({ 'subsonic-response': { error: { code: 70 } } })
  }
})

test('what is no song that can be played, and values that mean nothing, are errors of the protocol', async () => {
  const { app, client, song, album } = await startToneApp()
  for (const id of [album, 'nichts', '0', '-1', "'; drop table tracks; --", `${song}x`, song.toUpperCase()])
    expect([id, await errorOf(client, { id })]).toEqual([id, 70])
  expect(await errorOf(client, {})).toBe(10)
  const hostile: RestParameters[] = [
    { maxBitRate: -1 },
    { maxBitRate: '1e3' },
    { maxBitRate: '99999999999' },
    { timeOffset: -1 },
    { timeOffset: 'NaN' },
    { timeOffset: '9'.repeat(30) },
    { estimateContentLength: 'vielleicht' },
    { format: 'x'.repeat(100) },
  ]
  for (const parameters of hostile)
    expect([parameters, await errorOf(client, { id: song, ...parameters })]).toEqual([parameters, 0])
  await app.services.db.updateTable('tracks').set({ title: 'Töne [FEHLT]' }).execute()
  app.services.events.emit('archiveChanged', {})
  await expect.poll(async () => errorOf(client, { id: song })).toBe(70)
})

test('a stream is no play and no presence', async () => {
  const { app, client, song } = await startToneApp()
  await bytesOf(client.fetch('stream', { id: song }))
  expect(await app.services.db.selectFrom('plays').select('id').execute()).toEqual([])
})

test('nothing is sent to members without a key or a right password', async () => {
  const { app, song } = await startToneApp()
  const verified = app.clientOf(await app.signIn({ hasKey: false }))
  for (const name of ['stream', 'download']) {
    expect([name, await errorOf(verified, { id: song }, name)]).toEqual([name, 50])
    expect([name, await errorOf(app.clientWith({ apiKey: 'geraten' }), { id: song }, name)]).toEqual([
      name,
      44,
    ])
    expect([name, await errorOf(app.clientWith({}), { id: song }, name)]).toEqual([name, 10])
  }
})

test('a stream ends when its app password is revoked, the account loses its access, or its key expires', async () => {
  const { app, member, song } = await startToneApp()
  await enlargeTrack(app, song)
  const admin = await app.signIn({ isAdmin: true })
  const revoked = await newAppPassword(member)
  const kept = await newAppPassword(member, 'Anderes')
  const first = await begin(app, revoked.password, song)
  const second = await begin(app, kept.password, song)
  await member.call(revokeAppPassword, { params: { id: revoked.id } })
  expect(await first.rest()).toBe('cut')
  expect(await errorOf(app.clientWith({ apiKey: revoked.password }), { id: song })).toBe(44)
  await admin.call(changeUser, { params: { id: member.id }, body: { keyVerified: false } })
  expect(await second.rest()).toBe('cut')
  const client = app.clientWith({ apiKey: kept.password })
  await expect.poll(async () => errorOf(client, { id: song })).toBe(50)

  const { events, now } = app.services
  const endsAt = new Date(now().getTime() + HOUR_MS)
  const guest = await signInScoped(app, WHOLE_ARCHIVE, { endsAt })
  const third = await begin(app, app.passwordOf(guest), song)
  app.passTime(HOUR_MS)
  // Timers do not see the clock of the test. After any change of access the process sets its timer again.
  events.emit('accessChanged', { userId: admin.id })
  expect(await third.rest()).toBe('cut')
  expect(await errorOf(app.clientOf(guest), { id: song })).toBe(50)
})

test('six songs are sent to an account at once, sixty wait, and the next begins when one ends', async () => {
  const { app, member, song } = await startToneApp()
  await enlargeTrack(app, song)
  const { password } = await newAppPassword(member)
  const running = await Promise.all(Array.from({ length: 6 }, async () => begin(app, password, song)))
  const left = new AbortController()
  const others = Array.from({ length: 61 }, async () => begin(app, password, song, left.signal))
  const refused = await Promise.race(others)
  expect(refused.type).toContain('application/xml')
  running[2]?.leave()
  const next = await Promise.race(
    others.map(async (one) => ((await one) === refused ? new Promise<never>(() => {}) : one)),
  )
  expect(next.type).toBe('audio/flac')
  left.abort()
  await Promise.allSettled(others)
  for (const stream of running) stream.leave()
})

test('a video is sent as it is', async () => {
  const app = await startRestApp()
  const client = app.clientOf(await app.signIn())
  const { id } = await addVideoByForm(await app.signIn({ isAdmin: true }))
  const bytes = sample('film.mp4')
  const response = await client.fetch('stream', { id, maxBitRate: 100, format: 'mp4' })
  expect(headersOf(response)).toMatchObject({ status: 200, type: 'video/mp4', length: bytes.length })
  expect((await bytesOf(response)).equals(bytes)).toBe(true)
})

const Failure = z.object({ 'subsonic-response': z.object({ error: z.object({ code: z.number() }) }) })

async function errorOf(client: RestClient, parameters: RestParameters, name = 'stream'): Promise<number> {
  const response = await client.fetch(name, { ...parameters, f: 'json' })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
  return z.parse(Failure, await response.json())['subsonic-response'].error.code
}

/**
 * Starts a stream that does not end, because the client reads only its beginning. `rest` reads the remaining bytes and
 * reports how the stream ends.
 */
async function begin({ fetch: request }: TestApp, apiKey: string, id: string, signal?: AbortSignal) {
  const left = new AbortController()
  const query = queryOf({ v: '1.16.1', c: 'test', apiKey, id })
  const response = await request(`/rest/stream?${query}`, {
    signal: AbortSignal.any([left.signal, ...(signal === undefined ? [] : [signal])]),
  })
  const reader = response.body?.getReader()
  await reader?.read()
  const rest = async () => {
    try {
      while ((await reader?.read())?.done === false) continue
      return 'whole'
    } catch {
      return 'cut'
    }
  }
  return { type: response.headers.get('content-type'), rest, leave: () => left.abort() }
}
