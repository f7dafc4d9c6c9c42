import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillTrack } from '@tonarchiv/contract/archive-editing'
import { getTrackSound } from '@tonarchiv/contract/track-sound'
import { expect, onTestFinished, test } from 'vitest'
import { addByForm, fileOf } from '#testing/album-forms.ts'
import { sample } from '#testing/audio-samples.ts'
import { ffmpeg, patiently } from '#testing/converted-music.ts'
import { makeAudio } from '#testing/made-audio.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { startAnalyser } from './analyser.ts'
import { analyseArchive, pauseAnalysis } from './analyse-archive.ts'

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'tonarchiv-analysis-'))
  onTestFinished(async () => rm(made, { recursive: true, force: true }))
  return made
}

async function made(name: string, source: string, options: readonly string[] = []): Promise<Buffer> {
  const path = join(await folder(), name)
  await makeAudio(path, source, options)
  return readFile(path)
}

const tone = (level: number, seconds = 1) => `aevalsrc='${level}*sin(2*PI*997*t)':s=44100:d=${seconds}`

async function soundOf(admin: Awaited<ReturnType<TestApp['signIn']>>, id = '') {
  return (await admin.call(getTrackSound, { params: { id }, query: {} })).sound
}

async function states({ services: { db } }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('trackSounds').select('state').orderBy('trackId').execute()
  return rows.map(({ state }) => state)
}

const nothing = { stop: new AbortController().signal, onProgress: () => undefined }

test('the server analyses what is uploaded, and a replaced file anew', async () => {
  const app = await startApp({ analysesTracks: true, ffmpeg })
  const admin = await app.signIn({ isAdmin: true })
  const [loud, soft] = [await made('a.flac', tone(0.5)), await made('b.flac', tone(0.05))]
  const { tracks } = await addByForm(admin, {
    tracks: [
      { title: 'Laut', file: loud },
      { title: 'Leise', file: soft },
    ],
  })
  const [first, second] = tracks
  const both = async () => Promise.all([soundOf(admin, first?.id), soundOf(admin, second?.id)])
  await expect.poll(async () => (await both()).every((sound) => sound !== null), patiently).toBe(true)
  const [one, two] = await both()
  expect((one?.loudness?.trackLufs ?? 0) - (two?.loudness?.trackLufs ?? 0)).toBeCloseTo(20, 0)
  expect(one?.loudness?.albumLufs).toBe(two?.loudness?.albumLufs)
  expect(one?.loudness?.albumPeakDbtp).toBe(one?.loudness?.trackPeakDbtp)
  const form = new FormData()
  form.set('file', fileOf(soft), 'leise.flac')
  await admin.call(fillTrack, { params: { id: first?.id ?? '' }, form })
  const replaced = async () => (await soundOf(admin, first?.id))?.loudness?.trackLufs
  await expect.poll(replaced, patiently).toBeCloseTo(two?.loudness?.trackLufs ?? 0, 5)
  expect(await states(app)).toEqual(['measured', 'measured'])
})

test('a file that cannot be decoded is marked once and not tried again', async () => {
  const app = await startApp({ ffmpeg: undefined })
  const admin = await app.signIn({ isAdmin: true })
  await addByForm(admin, { tracks: ['Eins', { title: 'Zwei', file: 'faststart.m4a' }] })
  const { count, end } = await analyseArchive(app.services, nothing)
  expect({ count, end }).toEqual({
    count: { files: 2, analysed: 1, undecodable: 0, needFfmpeg: 1 },
    end: 'done',
  })
  // With ffmpeg the second file is analysed as well.
  const services = { ...app.services, config: { ...app.services.config, ffmpeg } }
  expect((await analyseArchive(services, nothing)).count).toMatchObject({ analysed: 2, needFfmpeg: 0 })
})

test('two processes share the files, each of which is analysed once', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  await addByForm(admin, { tracks: ['Eins', 'Zwei', 'Drei', 'Vier'] })
  const analysed: string[] = []
  const options = (name: string) => ({
    yieldsToRequests: false,
    onFile: (outcome: string) => void analysed.push(`${name} ${outcome}`),
  })
  const both = ['eins', 'zwei'].map((name) => startAnalyser(app.services, options(name)))
  onTestFinished(async () => void (await Promise.all(both.map(async (analyser) => analyser.close()))))
  await expect.poll(async () => analysed.length, patiently).toBe(4)
  expect(analysed.filter((entry) => entry.endsWith('measured'))).toHaveLength(4)
  expect(await states(app)).toEqual(['measured', 'measured', 'measured', 'measured'])
})

test('paused by an operator, nothing is analysed until it is resumed', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  await addByForm(admin, { tracks: ['Eins'] })
  await pauseAnalysis(app.services, true)
  expect(await analyseArchive(app.services, nothing)).toMatchObject({ count: { analysed: 0 }, end: 'paused' })
  await pauseAnalysis(app.services, false)
  expect(await analyseArchive(app.services, nothing)).toMatchObject({ count: { analysed: 1 }, end: 'done' })
})

async function hangingFfmpeg(): Promise<string> {
  const path = join(await folder(), 'ffmpeg')
  await writeFile(path, '#!/bin/sh\nexec sleep 600\n')
  await chmod(path, 0o700)
  return path
}

async function archiveWithAac(program: string) {
  const app = await startApp({ ffmpeg: program })
  const admin = await app.signIn({ isAdmin: true })
  const file = await made('a.m4a', tone(0.5), ['-c:a', 'aac'])
  await addByForm(admin, { tracks: [{ title: 'Eins', file }] })
  return app
}

test('a file at which ffmpeg hangs is given up', async () => {
  const app = await archiveWithAac(await hangingFfmpeg())
  const outcomes: string[] = []
  const analyser = startAnalyser(app.services, {
    yieldsToRequests: false,
    stallMs: 300,
    onFile: (outcome) => void outcomes.push(outcome),
  })
  onTestFinished(async () => analyser.close())
  await expect.poll(() => outcomes, patiently).toEqual(['undecodable'])
  expect(await states(app)).toEqual(['undecodable'])
})

test('an analysis that the end of its process interrupts does not count and goes on with the next', async () => {
  const app = await archiveWithAac(await hangingFfmpeg())
  const analyser = startAnalyser(app.services, { yieldsToRequests: false })
  await expect.poll(async () => states(app), patiently).toEqual(['started'])
  await analyser.close()
  const left = await app.services.db.selectFrom('trackSounds').select('tries').execute()
  expect(left).toEqual([{ tries: 0 }])
  const state = await app.services.db.selectFrom('analysisState').selectAll().execute()
  expect(state).toEqual([{ id: 1, isPaused: 0, claimedBy: null, claimedUntil: null }])
  const services = { ...app.services, config: { ...app.services.config, ffmpeg } }
  expect((await analyseArchive(services, nothing)).count).toMatchObject({ analysed: 1 })
})

test('a file that is replaced while it is analysed keeps nothing of the old one', async () => {
  const app = await archiveWithAac(await hangingFfmpeg())
  const admin = await app.signIn({ isAdmin: true })
  const analyser = startAnalyser(app.services, { yieldsToRequests: false })
  onTestFinished(async () => analyser.close())
  await expect.poll(async () => states(app), patiently).toEqual(['started'])
  const [track] = await app.services.db.selectFrom('tracks').select('id').execute()
  const form = new FormData()
  form.set('file', fileOf(sample('cbr.mp3')), 'neu.mp3')
  await admin.call(fillTrack, { params: { id: track?.id ?? '' }, form })
  await analyser.close()
  expect(await soundOf(admin, track?.id)).toBeNull()
  expect((await analyseArchive(app.services, nothing)).count).toMatchObject({ files: 1, analysed: 1 })
  expect(await states(app)).toEqual(['measured'])
})
