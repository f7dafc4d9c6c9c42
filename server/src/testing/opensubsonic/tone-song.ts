import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { importMusic } from '#features/music-import/index.ts'
import { ffmpeg } from '../converted-music.ts'
import { musicFolder } from '../music-folders.ts'
import { type RestApp, type RestClient, startRestApp } from './rest-app.ts'

const run = promisify(execFile)
/** Tones of a song, Hertz; each lasts four seconds. */
const TONES = [440, 880, 1760] as const
const RATE = 16_000

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-tones-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  return folder
}

const made = new Map<string, Promise<Buffer>>()

/**
 * Twelve seconds of music in which the tone identifies the time: 440 Hz, from 4 s on 880 Hz, from 8 s on 1,760 Hz. A
 * little noise keeps lossless files from becoming very small.
 */
export async function toneSong(name: string, options: readonly string[] = []): Promise<Buffer> {
  const key = JSON.stringify([name, options])
  const song = made.get(key) ?? makeToneSong(name, options)
  made.set(key, song)
  return song
}

async function makeToneSong(name: string, options: readonly string[]): Promise<Buffer> {
  const path = join(await newFolder(), name)
  const inputs = TONES.flatMap((hertz) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=4`])
  const joined = ['-filter_complex', `concat=n=${TONES.length}:v=0:a=1,aeval=val(0)+0.01*random(0)`]
  const tags = ['-metadata', 'title=Töne', '-metadata', 'artist=Ada', '-metadata', 'album=Leiter']
  await run(ffmpeg, ['-v', 'error', ...inputs, ...joined, ...tags, ...options, path])
  return readFile(path)
}

/** Decodes received bytes with ffmpeg: the duration in seconds, and the tone (Hertz) of each quarter of a second. */
export async function heardIn(bytes: Buffer): Promise<{ seconds: number; tones: number[] }> {
  const path = join(await newFolder(), 'sent')
  await writeFile(path, bytes)
  await run(ffmpeg, ['-v', 'error', '-i', path, '-f', 's16le', '-ac', '1', '-ar', `${RATE}`, `${path}.raw`])
  const raw = await readFile(`${path}.raw`)
  const samples = Array.from({ length: raw.length / 2 }, (_, index) => raw.readInt16LE(index * 2))
  const length = RATE / 4
  const tones = Array.from({ length: Math.floor(samples.length / length) }, (_, quarter) => {
    const some = samples.slice(quarter * length, (quarter + 1) * length)
    const crossings = some.filter((value, index) => index > 0 && value >= 0 && (some[index - 1] ?? 0) < 0)
    return Math.round((crossings.length * 4) / 20) * 20
  })
  return { seconds: samples.length / RATE, tones }
}

export interface ToneApp {
  app: RestApp
  member: Awaited<ReturnType<RestApp['signIn']>>
  client: RestClient
  /** The id of the song; `file`: its stored bytes. */
  song: string
  album: string
  file: Buffer
}

/** An archive whose only song is the result of `toneSong`, in a file with the name `name`. */
export async function startToneApp(
  name = 'tones.flac',
  {
    settings = {},
    encoding,
    environment,
  }: {
    settings?: Parameters<typeof startRestApp>[0]
    encoding?: readonly string[]
    environment?: Parameters<typeof startRestApp>[1]
  } = {},
): Promise<ToneApp> {
  const app = await startRestApp({ ffmpeg, ...settings }, environment)
  const file = await toneSong(name, encoding)
  await importMusic(app.services, await musicFolder({ [`Leiter/${name}`]: file }))
  const { id, albumId } = await app.services.db
    .selectFrom('tracks')
    .select(['id', 'albumId'])
    .executeTakeFirstOrThrow()
  const member = await app.signIn()
  return { app, member, client: app.clientOf(member), song: id, album: albumId, file }
}
