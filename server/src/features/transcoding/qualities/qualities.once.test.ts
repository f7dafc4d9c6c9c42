import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { logout } from '@tonarchiv/contract/auth'
import { streamTrack } from '@tonarchiv/contract/catalog'
import { listQualities, type Quality, type QualityCodec, streamQuality } from '@tonarchiv/contract/qualities'
import { urlOf } from '@tonarchiv/contract/route'
import { WHOLE_ARCHIVE } from '@tonarchiv/contract/scope'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sourceOfBytes } from '#audio-probe/byte-source.ts'
import { audioInfoOf } from '#audio-probe/info/audio-info.ts'
import { ffmpeg, patiently, tracksOf } from '#testing/converted-music.ts'
import { archiveForImport, type MusicFiles, musicFolder } from '#testing/music-folders.ts'
import { signInScoped } from '#testing/scoped-members.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { openQualityStreams } from './quality-streams.ts'

const run = promisify(execFile)
const HOUR_MS = 60 * 60 * 1000

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-qualities-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  return folder
}

/** Twelve seconds of noise. */
async function song(options: readonly string[] = []): Promise<Buffer> {
  const path = join(await newFolder(), 'song.flac')
  const noise = ['-f', 'lavfi', '-i', 'anoisesrc=duration=12:amplitude=0.3:seed=7']
  await run(ffmpeg, ['-v', 'error', ...noise, '-metadata', 'title=Rauschen', ...options, path])
  return readFile(path)
}

interface SlowEncoder {
  program: string
  /** Lets the running encodings finish. */
  finish: () => Promise<void>
  /** Number of encodings that were started. */
  begun: () => Promise<number>
}

/** The first bytes that the program writes. They are not the header of an MP4 file. */
const FIRST = 'first bytes'

/**
 * A program that is run instead of ffmpeg. It writes the first bytes, then `between` repeatedly, and after `finish` the
 * last bytes.
 */
async function slowEncoder({
  first = `printf '${FIRST}'`,
  between = '',
  last = 'printf last >> "$out"',
} = {}): Promise<SlowEncoder> {
  const folder = await newFolder()
  const program = join(folder, 'ffmpeg')
  const lines = [
    '#!/bin/sh',
    'for last do :; done',
    `[ "$last" = -encoders ] && echo ' A..... libopus Opus' && exit 0`,
    'out="${last#file:}"',
    `mktemp '${folder}/begun-XXXXXX' >/dev/null`,
    `${first} > "$out"`,
    `while [ ! -e '${folder}/go' ]; do sleep 0.02; printf '${between}' >> "$out"; done`,
    last,
  ]
  await writeFile(program, `${lines.join('\n')}\n`)
  await chmod(program, 0o755)
  return {
    program,
    finish: async () => writeFile(join(folder, 'go'), ''),
    begun: async () => (await readdir(folder)).filter((name) => name.startsWith('begun-')).length,
  }
}

type Settings = Parameters<typeof archiveForImport>[0]

/** An archive with these files, in one album. */
async function archiveOf(
  files: MusicFiles,
  settings: Settings,
  environment?: Parameters<typeof archiveForImport>[1],
) {
  const archive = await archiveForImport(settings, environment)
  await archive.run(await musicFolder(files))
  const tracks = await tracksOf(archive)
  const member = await archive.app.signIn()
  return { ...archive, tracks, member, file: tracks[0]?.file ?? '' }
}

interface Wanted {
  kbps?: Quality
  codec?: QualityCodec
  from?: number
}

async function request(
  app: TestApp,
  { token }: { token: string },
  file: string,
  { kbps = '96', codec = 'opus', from }: Wanted = {},
  { headers = {}, ...init }: { method?: string; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  const path = urlOf(streamQuality, { params: { file }, query: { kbps, codec, from } })
  return app.fetch(path, { ...init, headers: { authorization: `Bearer ${token}`, ...headers } })
}

/** The duration in seconds of encoded music, as ffmpeg decodes it. */
async function secondsOf(bytes: Buffer): Promise<number> {
  const path = join(await newFolder(), 'sent')
  await writeFile(path, bytes)
  const raw = ['-f', 's16le', '-ac', '1', '-ar', '8000', `${path}.raw`]
  await run(ffmpeg, ['-v', 'error', '-i', path, ...raw])
  return (await readFile(`${path}.raw`)).length / 2 / 8000
}

async function original(app: TestApp, { token }: { token: string }, file: string): Promise<Response> {
  return app.fetch(urlOf(streamTrack, { params: { file } }), {
    headers: { authorization: `Bearer ${token}` },
  })
}

async function cached({ services }: TestApp): Promise<string[]> {
  return readdir(join(services.config.dataFolder, 'qualities')).catch(() => [])
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

/** The first bytes of a response, and a function that reads the rest. */
async function begunResponse(response: Promise<Response>) {
  const reader = (await response).body?.getReader()
  const read = async () => {
    const { value, done } = (await reader?.read()) ?? { done: true }
    return { text: Buffer.from(value ?? []).toString(), done }
  }
  const rest = async () => {
    let all = ''
    for (let piece = await read(); !piece.done; piece = await read()) all += piece.text
    return all
  }
  return { first: (await read()).text, rest }
}

describe('a track in another quality', () => {
  test('is the whole track in each codec, with fewer bytes, also from one of its seconds on', async () => {
    const { app, member, file } = await archiveOf({ 'Weg/1.flac': await song() }, { ffmpeg })
    expect(await member.call(listQualities, {})).toEqual({ codecs: ['opus', 'aac', 'mp3'] })
    for (const codec of ['opus', 'aac', 'mp3'] as const) {
      const response = await request(app, member, file, { codec, kbps: '192' })
      expect(response.headers.get('content-type')).toBe(codec === 'mp3' ? 'audio/mpeg' : 'audio/mp4')
      const high = await bytesOf(response)
      const low = await bytesOf(await request(app, member, file, { codec }))
      expect(low.length).toBeLessThan(high.length * 0.75)
      expect(await secondsOf(low)).toBeCloseTo(12, 0)
      const end = await bytesOf(await request(app, member, file, { codec, from: 9 }))
      expect(await secondsOf(end)).toBeCloseTo(3, 0)
    }
  })

  test('has ranges once it is whole, and another format of its file no other answer', async () => {
    const { app, member, file } = await archiveOf({ 'Weg/1.flac': await song() }, { ffmpeg })
    const all = await bytesOf(await request(app, member, file))
    const headers = { range: `bytes=100-199` }
    const part = await request(app, member, file, {}, { headers })
    expect(part.status).toBe(206)
    expect((await bytesOf(part)).equals(all.subarray(100, 200))).toBe(true)
    const head = await request(app, member, file, {}, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(all.length))
  })

  test('is sent while it is encoded, once for all who want it', async () => {
    const { program, finish, begun } = await slowEncoder()
    const { app, member, file } = await archiveOf({ 'Weg/1.flac': 'lossless.flac' }, { ffmpeg: program })
    const other = await app.signIn()
    const one = await begunResponse(request(app, member, file))
    expect(one.first).toBe(FIRST)
    const two = await request(app, other, file)
    expect(two.headers.get('accept-ranges')).toBe('none')
    const headers = { range: `bytes=${FIRST.length}-` }
    const rest = request(app, other, file, {}, { headers })
    await finish()
    expect(await two.text()).toBe(`${FIRST}last`)
    expect(await one.rest()).toBe('last')
    expect(await (await rest).text()).toBe('last')
    expect(await begun()).toBe(1)
  })

  test('states its length before it is whole, so that no browser takes what there is for all of it', async () => {
    const encoded = join(await newFolder(), 'encoded.mp4')
    const flags = ['-movflags', '+delay_moov+default_base_moof', '-frag_duration', '1000000']
    const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2']
    await run(ffmpeg, ['-v', 'error', ...tone, '-c:a', 'libopus', ...flags, encoded])
    // The program writes the header in two parts.
    const { program, finish } = await slowEncoder({
      first: `{ head -c 200 '${encoded}'; sleep 0.2; head -c 1500 '${encoded}' | tail -c 1300; }`,
    })
    const { app, member, file } = await archiveOf({ 'Weg/1.flac': await song() }, { ffmpeg: program })
    // The length in samples: the encoder's delay, and the music from second 0 or 9 of 12.
    for (const [from, length] of [
      [undefined, 312 + 12 * 48_000],
      [9, 312 + 3 * 48_000],
    ] as const) {
      const response = await request(app, member, file, { from })
      const { value } = (await response.body?.getReader().read()) ?? {}
      const head = Buffer.from(value ?? [])
      expect(head.readUInt32BE(head.indexOf('mdhd') + 20)).toBe(length)
    }
    await finish()
  })

  test('ends with the music, also where the file has more', async () => {
    const folder = await newFolder()
    const tone = ['-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=7.3']
    await run(ffmpeg, [...tone, '-c:a', 'aac', join(folder, 'tone.m4a')])
    const music = await readFile(join(folder, 'tone.m4a'))
    const { app, member, file } = await archiveOf({ 'Weg/1.m4a': music }, { ffmpeg })
    for (const [from, seconds] of [
      [0, 7.3],
      [5, 2.3],
    ] as const) {
      const bytes = await bytesOf(await request(app, member, file, { from }))
      const sent = audioInfoOf(sourceOfBytes(bytes))
      // The duration includes the encoder's delay.
      expect(sent).toMatchObject({
        kind: 'audio',
        durationSeconds: expect.closeTo(seconds + 312 / 48_000, 3),
      })
    }
  })

  test('of a file that browsers do not play is playable', async () => {
    const { app, member, file } = await archiveOf({ 'Weg/1.aiff': 'pcm.aiff' }, { ffmpeg: undefined })
    const beside = await startApp({ ffmpeg }, { beside: app })
    expect(await secondsOf(await bytesOf(await request(beside, member, file)))).toBeGreaterThan(0.04)
  })
})

describe('an encoding', () => {
  test('ends when no one listens to it any more', async () => {
    const { program, begun } = await slowEncoder()
    const { app, member, file } = await archiveOf(
      { 'Weg/1.flac': 'lossless.flac' },
      { ffmpeg: program },
      { times: { endUnusedEncodingsAfterMs: 50 } },
    )
    const left = new AbortController()
    const { first } = await begunResponse(request(app, member, file, {}, { signal: left.signal }))
    expect(first).toBe(FIRST)
    expect(await cached(app)).toHaveLength(1)
    left.abort()
    await expect.poll(async () => cached(app), patiently).toEqual([])
    // The next listener starts another encoding.
    expect((await begunResponse(request(app, member, file))).first).toBe(FIRST)
    expect(await begun()).toBe(2)
  })

  test('without listeners ends at once where another one waits for its place', async () => {
    const { program, begun } = await slowEncoder()
    const { app } = await archiveOf({ 'Weg/1.flac': 'lossless.flac' }, { ffmpeg: program })
    const { storageName } = await app.services.db
      .selectFrom('tracks')
      .select('storageName')
      .executeTakeFirstOrThrow()
    const qualities = openQualityStreams(app.services, { endUnusedEncodingsAfterMs: 60 * 60_000 })
    onTestFinished(async () => qualities.close())
    const open = async (fromSeconds: number) => {
      const source = { storageName: storageName ?? '', format: 'flac', kbps: 96, codec: 'opus' } as const
      const stream = await qualities.open({ ...source, fromSeconds }, 'listener')
      if (stream.isWhole) throw new Error('It was not to be whole')
      return stream
    }
    const cores = availableParallelism()
    const [first] = await Promise.all(Array.from({ length: cores }, async (_, from) => open(from)))
    await expect.poll(begun, patiently).toBe(cores)
    // A seek ends one request and sends another one, …
    first?.leave()
    const jumped = await open(100)
    await expect.poll(begun, patiently).toBe(cores + 1)
    // … or the server notices only later that the client has closed the first request.
    await open(200)
    jumped.leave()
    await expect.poll(begun, patiently).toBe(cores + 2)
  })

  test('waits when as many run as the machine has cores, and is refused when too many wait', async () => {
    const { program, finish, begun } = await slowEncoder()
    const { app, file } = await archiveOf({ 'Weg/1.flac': 'lossless.flac' }, { ffmpeg: program })
    const cores = availableParallelism()
    const members = await Promise.all(Array.from({ length: 14 + cores }, async () => app.signIn()))
    let from = 0
    const ask = async (member: { token: string }) => request(app, member, file, { from: (from += 1) })
    const running = await Promise.all(members.slice(0, cores).map(ask))
    const waiting = members
      .slice(cores)
      .flatMap((member) => Array.from({ length: 5 }, async () => ask(member)))
    let refused = 0
    for (const each of waiting)
      void each.then(async (response) => {
        if (response.status !== 503) return
        expect(await response.json()).toMatchObject({ code: 'OVERLOADED' })
        refused += 1
      })
    await expect.poll(() => refused, patiently).toBe(waiting.length - 64)
    expect(await begun()).toBe(cores)
    await finish()
    for (const response of running) expect(await response.text()).toBe(`${FIRST}last`)
    const answers = await Promise.all(waiting.map(async (each) => (await each).status))
    expect(answers.filter((status) => status === 200)).toHaveLength(64)
  })

  test('that dies in the middle breaks off, leaves nothing, and is begun anew by the next request', async () => {
    const { program, finish, begun } = await slowEncoder({ last: 'kill -9 $$' })
    const { app, member, file } = await archiveOf({ 'Weg/1.flac': 'lossless.flac' }, { ffmpeg: program })
    const { first, rest } = await begunResponse(request(app, member, file))
    expect(first).toBe(FIRST)
    await finish()
    // The connection is terminated. So the player does not treat the missing rest as the end of the file, and requests
    // it.
    await expect(rest()).rejects.toThrow('terminated')
    await expect.poll(async () => cached(app), patiently).toEqual([])
    await begunResponse(request(app, member, file)).catch(() => undefined)
    expect(await begun()).toBe(2)
  })

  test('that fails leaves nothing and is answered with the original as the only quality', async () => {
    const { program } = await slowEncoder()
    const lines = [
      '#!/bin/sh',
      'for last do :; done',
      `echo ' A..... libopus Opus'`,
      '[ "$last" = -encoders ]',
    ]
    await writeFile(program, `${lines.join('\n')}\n`)
    const { app, member, file } = await archiveOf({ 'Weg/1.flac': 'lossless.flac' }, { ffmpeg: program })
    const response = await request(app, member, file)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      code: 'QUALITY_UNAVAILABLE',
      error: 'Dieser Track ist nur im Original verfügbar',
    })
    expect(await cached(app)).toEqual([])
  })
})

test('without ffmpeg there is only the original', async () => {
  for (const program of [undefined, '/nothing/ffmpeg']) {
    const { app, member, file } = await archiveOf({ 'Weg/1.flac': 'lossless.flac' }, { ffmpeg: program })
    expect(await member.call(listQualities, {})).toEqual({ codecs: [] })
    expect((await request(app, member, file)).status).toBe(404)
  }
})

test('what was encoded is kept up to the limit, and what was used longest ago goes first', async () => {
  const music = await song()
  const { app, member, file } = await archiveOf(
    { 'Weg/1.flac': music },
    { ffmpeg, qualityCacheBytes: 300_000 },
  )
  const sizeOf = async (from: number) => (await bytesOf(await request(app, member, file, { from }))).length
  const size = await sizeOf(0)
  expect(size).toBeGreaterThan(110_000)
  expect(size).toBeLessThan(145_000)
  for (const from of [1, 0, 2]) await sizeOf(from)
  const seconds = async () => new Set((await cached(app)).map((name) => name.split('-').at(-1)))
  await expect.poll(seconds, patiently).toEqual(new Set(['0', '2']))
})

describe('where nothing can be written', () => {
  test('an encoding is refused on a full disk, and the file and what was encoded before are still sent', async () => {
    const { app, member, file } = await archiveOf({ 'Weg/1.flac': 'lossless.flac' }, { ffmpeg })
    const before = await bytesOf(await request(app, member, file))
    const full = await startApp({ ffmpeg, reservedDiskBytes: 2 ** 50 }, { beside: app })
    const refused = await request(full, member, file, { kbps: '192' })
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'OVERLOADED' })
    expect(await cached(app)).toHaveLength(1)
    expect((await bytesOf(await request(full, member, file))).equals(before)).toBe(true)
    expect((await original(full, member, file)).status).toBe(200)
  })

  test('an encoding is refused where its folder cannot be made, and the file is still sent', async () => {
    const { app, member, file } = await archiveOf({ 'Weg/1.flac': 'lossless.flac' }, { ffmpeg })
    // Instead of the folder there is a file, so writes fail as on a disk that is mounted read-only. Permissions would
    // not stop root.
    await writeFile(join(app.services.config.dataFolder, 'qualities'), '')
    const refused = await request(app, member, file)
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({ code: 'QUALITY_UNAVAILABLE' })
    expect((await original(app, member, file)).status).toBe(200)
  })
})

test('a stream in another quality ends with its session, and when the key of its listener expires', async () => {
  // The encoder must keep writing, because a stream without bytes would be ended as idle.
  const { program } = await slowEncoder({ between: 'more' })
  const { app, member, file } = await archiveOf({ 'Weg/1.flac': 'lossless.flac' }, { ffmpeg: program })
  const { first, rest } = await begunResponse(request(app, member, file))
  expect(first).toContain('first')
  const endsAt = new Date(app.services.now().getTime() + HOUR_MS)
  const guest = await signInScoped(app, WHOLE_ARCHIVE, { endsAt })
  const expiring = await begunResponse(request(app, guest, file))
  await member.call(logout, {})
  await expect(rest()).rejects.toThrow()
  app.passTime(HOUR_MS)
  // Timers do not see the clock of the test. After any change of access the process sets its timer again.
  app.services.events.emit('accessChanged', { userId: member.id })
  await expect(expiring.rest()).rejects.toThrow()
})
