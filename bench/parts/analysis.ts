import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listAlbums } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import { accountOf } from '../archive/account.ts'
import { createMusicFiles, MUSIC_SECONDS, repeatMusic } from '../archive/music-files.ts'
import { withServices } from '../archive/with-services.ts'
import { requestAtRate } from '../load/at-rate.ts'
import { getRequest } from '../load/connection.ts'
import { percentile } from '../load/percentile.ts'
import { figure, megabytes } from '../report/numbers.ts'
import { logIn } from '../servers/log-in.ts'
import { startProduct } from '../servers/product.ts'
import type { AnalysisRun } from './analysis-run.ts'
import type { BenchContext, Part } from './part.ts'

const LONG_SECONDS = 36_000
const PER_SECOND = 50
const CALL_SECONDS = 15
const program = fileURLToPath(new URL('./analysis-run.ts', import.meta.url))
const execute = promisify(execFile)
/** Two formats that are decoded in very different ways. */
const LONG_FORMATS = ['mp3', 'opus'] as const

/** How fast tracks are analysed, with how much memory, and how much slower requests are meanwhile. */
export const measureAnalysis: Part = async (context) => {
  const { runFolder } = context
  const files = await createMusicFiles(runFolder)
  const runs: { format: string; run: AnalysisRun }[] = []
  for (const [format, path] of Object.entries(files)) runs.push({ format, run: await analysis(path) })
  // Each analysis takes one core for some minutes.
  const longRuns = await Promise.all(
    LONG_FORMATS.map(async (format) => {
      const path = join(runFolder, `long.${format}`)
      await repeatMusic(files[format], path, LONG_SECONDS)
      return { format, run: await analysis(path) }
    }),
  )
  const [alone, beside] = [await waitsOfCalls(context, 'off'), await waitsOfCalls(context, 'on')]
  const speedOf = (name: string) => speed(MUSIC_SECONDS, runs.find(({ format }) => format === name)?.run)
  return {
    tables: [
      {
        heading: `Analysis of ${MUSIC_SECONDS} s of stereo`,
        columns: ['File', '× real time per core', '× real time', 'peak memory, MB'],
        rows: [
          ...runs.map(({ format, run }) => row(format, MUSIC_SECONDS, run)),
          ...longRuns.map(({ format, run }) =>
            row(`${format} of ${LONG_SECONDS / 3600} hours`, LONG_SECONDS, run),
          ),
        ],
        notes: ['m4a is decoded by ffmpeg, whose processor time is not in the first figure.'],
      },
      {
        heading: `Calls beside the analysis, ${PER_SECOND} a second`,
        columns: ['Analysis', 'p50, ms', 'p99, ms'],
        rows: [waitRow('off', alone), waitRow('on', beside)],
      },
    ],
    goals: [
      {
        name: 'analysis of mp3',
        value: speedOf('mp3'),
        unit: '× real time',
        kind: 'atLeast',
        goal: 100,
        limit: 60,
      },
      {
        name: 'analysis of flac',
        value: speedOf('flac'),
        unit: '× real time',
        kind: 'atLeast',
        goal: 100,
        limit: 60,
      },
      {
        name: 'analysis of ten hours, memory of the process',
        value: Math.max(...longRuns.map(({ run }) => run.peakBytes)) / 1e6,
        unit: 'MB',
        kind: 'atMost',
        goal: 150,
      },
      {
        name: 'calls beside the analysis, p99',
        value: percentile(beside, 0.99),
        unit: 'ms',
        kind: 'atMost',
        goal: 50,
        limit: 100,
      },
    ],
  }
}

async function analysis(path: string): Promise<AnalysisRun> {
  const { stdout } = await execute(process.execPath, [program, path], {
    env: { ...process.env, MALLOC_ARENA_MAX: '1' },
  })
  return JSON.parse(stdout)
}

function speed(seconds: number, run: AnalysisRun | undefined): number | undefined {
  return run && (seconds * 1000) / run.cpuMs
}

function row(name: string, seconds: number, run: AnalysisRun): string[] {
  return [name, figure(speed(seconds, run)), figure((seconds * 1000) / run.wallMs), megabytes(run.peakBytes)]
}

function waitRow(name: string, waits: readonly number[]): string[] {
  return [name, figure(percentile(waits, 0.5)), figure(percentile(waits, 0.99))]
}

/** Response times in milliseconds of a server that analyses an archive, or does not. */
async function waitsOfCalls(
  { archives, runFolder }: BenchContext,
  analysisSetting: 'on' | 'off',
): Promise<number[]> {
  const { dataFolder } = archives.sound
  await withServices(dataFolder, async ({ db }) => void (await db.deleteFrom('trackSounds').execute()))
  await using server = await startProduct(dataFolder, runFolder, { ANALYSIS: analysisSetting })
  const token = await logIn(server.port, accountOf(0))
  const request = getRequest(urlOf(listAlbums, { query: {} }), { authorization: `Bearer ${token}` })
  // Awaited here, because the server ends with this function.
  return await requestAtRate([server.port], () => request, { perSecond: PER_SECOND, seconds: CALL_SECONDS })
}
