import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ffmpeg } from './converted-music.ts'

const run = promisify(execFile)
const NUMBER = String.raw`(-?[\d.]+|-inf|nan)`

/** A file to make: the sound of a source such as `sine=440:d=2`, encoded by these options. */
export interface AudioToMake {
  path: string
  source: string
  options?: readonly string[] | undefined
}

/** Writes a file by ffmpeg. */
export async function makeAudio(
  path: string,
  source: string,
  options: readonly string[] = [],
): Promise<void> {
  await makeAudioFiles([{ path, source, options }])
}

/** Writes files by one start of ffmpeg, because a start needs as much processor time as a second of sound. */
export async function makeAudioFiles(files: readonly AudioToMake[]): Promise<void> {
  const inputs = files.flatMap(({ source }) => ['-f', 'lavfi', '-i', source])
  const outputs = files.flatMap(({ path, options = [] }, index) => [
    '-map',
    String(index),
    '-map_metadata',
    '-1',
    ...options,
    path,
  ])
  await run(ffmpeg, ['-v', 'error', '-y', ...inputs, ...outputs])
}

/** The figures of a file as ffmpeg's own filter measures them. */
interface FiguresOfFfmpeg {
  /** Integrated loudness. */
  lufs: number
  /** True peak. */
  peakDbtp: number
}

/** Measures files by one start of ffmpeg. */
export async function measuredByFfmpeg(paths: readonly string[]): Promise<FiguresOfFfmpeg[]> {
  const filters = paths.map((_path, index) => `[${index}:a]ebur128=peak=true[measured${index}]`)
  const outputs = paths.flatMap((_path, index) => ['-map', `[measured${index}]`, '-f', 'null', '-'])
  const { stderr } = await run(ffmpeg, [
    '-hide_banner',
    '-nostats',
    ...paths.flatMap((path) => ['-i', path]),
    '-filter_complex',
    filters.join(';'),
    ...outputs,
  ])
  return paths.map((path, index) => {
    // Some versions also print a summary before they read the file.
    const summary = stderr
      .split(new RegExp(String.raw`(?=\[Parsed_ebur128_\d+ @ \w+\] Summary:)`))
      .findLast((part) => part.startsWith(`[Parsed_ebur128_${index} @`))
    if (summary === undefined) throw new Error(`ffmpeg has not measured ${path}`)
    const value = (name: string) => Number(new RegExp(`${name}:\\s+${NUMBER} `).exec(summary)?.[1])
    return { lufs: value('I'), peakDbtp: value('Peak') }
  })
}
