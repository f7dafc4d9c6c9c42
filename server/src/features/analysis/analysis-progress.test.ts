import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAnalysisProgress } from '@tonarchiv/contract/track-sound'
import { expect, onTestFinished, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { patiently } from '#testing/converted-music.ts'
import { startApp } from '#testing/start-app.ts'
import { analyseArchive, pauseAnalysis } from './analyse-archive.ts'

/** The time for which a count is cached. */
const LATER_MS = 10_000

/** Writes a program that runs in place of ffmpeg and never ends. */
async function hangingFfmpeg(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-analysis-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  const path = join(folder, 'ffmpeg')
  await writeFile(path, '#!/bin/sh\nexec sleep 600\n')
  await chmod(path, 0o700)
  return path
}

test('members see how many tracks are analysed while the server is at work', async () => {
  const app = await startApp({ analysesTracks: true, ffmpeg: await hangingFfmpeg() })
  const admin = await app.signIn({ isAdmin: true })
  const member = await app.signIn()
  const now = async () => (await member.call(getAnalysisProgress, {})).progress
  const later = async () => {
    app.passTime(LATER_MS)
    return now()
  }
  expect(await now()).toBeNull()
  // The newest track is analysed first and needs no ffmpeg. The analysis of the other one never ends.
  await addByForm(admin, { tracks: [{ title: 'Eins', file: 'faststart.m4a' }, 'Zwei'] })
  const states = async () =>
    app.services.db.selectFrom('trackSounds').select('state').orderBy('trackId').execute()
  await expect.poll(states, patiently).toEqual([{ state: 'started' }, { state: 'measured' }])
  expect(await later()).toEqual({ tracks: 2, analysed: 1 })

  await pauseAnalysis(app.services, true)
  // The cached count is still returned.
  expect(await now()).toEqual({ tracks: 2, analysed: 1 })
  expect(await later()).toBeNull()
  await pauseAnalysis(app.services, false)
  expect(await later()).toEqual({ tracks: 2, analysed: 1 })

  // A file with too many failed attempts counts as analysed.
  await app.services.db.updateTable('trackSounds').set({ tries: 3 }).execute()
  expect(await later()).toBeNull()
})

test('what another process analyses counts, and where nothing is analysed there is no progress', async () => {
  const app = await startApp()
  const { db, now } = app.services
  const admin = await app.signIn({ isAdmin: true })
  await addByForm(admin, { tracks: ['Eins', 'Zwei'] })
  expect(await admin.call(getAnalysisProgress, {})).toEqual({ progress: null })
  const claimedUntil = new Date(now().getTime() + 2 * LATER_MS).toISOString()
  await db.updateTable('analysisState').set({ claimedBy: 'another', claimedUntil }).execute()
  app.passTime(LATER_MS)
  expect(await admin.call(getAnalysisProgress, {})).toEqual({ progress: { tracks: 2, analysed: 0 } })

  await db.updateTable('analysisState').set({ claimedBy: null, claimedUntil: null }).execute()
  await analyseArchive(app.services, { stop: new AbortController().signal, onProgress: () => undefined })
  const beside = await startApp({ analysesTracks: true }, { beside: app })
  const member = await beside.signIn()
  expect(await member.call(getAnalysisProgress, {})).toEqual({ progress: null })
})
