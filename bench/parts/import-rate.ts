import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTaggedMusic } from '../archive/tagged-music.ts'
import { onInterruption } from '../interruption.ts'
import { figure, megabytes } from '../report/numbers.ts'
import type { ImportRun } from './import-run.ts'
import type { PartWithoutArchives } from './part.ts'

const TRACKS = 20_000
const program = fileURLToPath(new URL('./import-run.ts', import.meta.url))
const execute = promisify(execFile)

/** The rate at which folders of tagged music are read and imported. */
export const measureImport: PartWithoutArchives = async ({ runFolder }) => {
  const music = join(runFolder, 'music')
  const dataFolder = join(runFolder, 'import-data')
  await mkdir(dataFolder, { recursive: true })
  await createTaggedMusic(music, TRACKS)
  const run = async (what: 'floor' | 'copy' | 'info' | 'whole'): Promise<ImportRun> => {
    // The flags with which the launcher starts the command line.
    const flag = '--max-semi-space-size=4'
    const env = { ...process.env, MALLOC_ARENA_MAX: '1' }
    const running = execute(process.execPath, [flag, program, what, music, dataFolder], { env })
    const forget = onInterruption(async () => running.child.kill())
    try {
      const { stdout } = await running
      return JSON.parse(stdout)
    } finally {
      forget()
    }
  }
  // The first run reads the files into the page cache, so that all runs are measured alike.
  await run('floor')
  await rm(dataFolder, { recursive: true })
  await mkdir(dataFolder)
  const floor = await run('floor')
  const copy = await run('copy')
  const info = await run('info')
  const whole = await run('whole')
  const again = await run('whole')
  await Promise.all([music, dataFolder].map((path) => rm(path, { recursive: true })))
  return {
    tables: [
      {
        heading: `Import of ${TRACKS.toLocaleString('en')} tagged tracks`,
        columns: ['Work', 'tracks per CPU second', 'tracks per second', 'peak memory, MB'],
        rows: [
          row('floor: walk, read 32 KB, one row', floor),
          row('floor of storing: copy, sync each file', copy),
          row('walk, and all that the files contain', info),
          row('whole import, files kept', whole),
          row('second run, nothing new', again),
        ],
        notes: ['Files of 5 to 25 KB in albums of ten; six of ten mp3, two m4a, two flac.'],
      },
    ],
    goals: [
      {
        name: 'import, tags only',
        value: perCpuSecond(info),
        unit: 'tracks/CPU s',
        kind: 'atLeast',
        goal: 10_000,
        limit: 3000,
      },
      {
        name: 'import, whole',
        value: perCpuSecond(whole),
        unit: 'tracks/CPU s',
        kind: 'atLeast',
        goal: 3000,
        limit: 1000,
      },
      {
        name: 'import, whole, on a quiet machine',
        value: perSecond(whole),
        unit: 'tracks/s',
        kind: 'atLeast',
        goal: 1500,
        limit: 500,
      },
      {
        name: 'second import of 100,000 unchanged files',
        value: 100_000 / perSecond(again),
        unit: 's',
        kind: 'atMost',
        goal: 10,
        limit: 30,
      },
      {
        name: 'import, peak memory',
        value: whole.peakBytes / 1e6,
        unit: 'MB',
        kind: 'atMost',
        goal: 200,
        limit: 240,
      },
    ],
  }
}

function perCpuSecond({ tracks, cpuMs }: ImportRun): number {
  return (tracks * 1000) / cpuMs
}

function perSecond({ tracks, wallMs }: ImportRun): number {
  return (tracks * 1000) / wallMs
}

function row(name: string, run: ImportRun): string[] {
  return [name, figure(perCpuSecond(run)), figure(perSecond(run)), megabytes(run.peakBytes)]
}
