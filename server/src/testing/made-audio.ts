import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ffmpeg } from './converted-music.ts'

const run = promisify(execFile)
const NUMBER = String.raw`(-?[\d.]+|-inf|nan)`

/** Writes a file by ffmpeg: the sound of a source such as `sine=440:d=2`, encoded by these options. */
export async function makeAudio(
  path: string,
  source: string,
  options: readonly string[] = [],
): Promise<void> {
  const input = ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, '-map_metadata', '-1']
  await run(ffmpeg, [...input, ...options, path])
}

/** Integrated loudness (LUFS) and true peak (dBTP) as ffmpeg's own filter measures them. */
export async function measuredByFfmpeg(path: string): Promise<{ lufs: number; peakDbtp: number }> {
  const { stderr } = await run(ffmpeg, [
    '-hide_banner',
    '-nostats',
    '-i',
    path,
    '-af',
    'ebur128=peak=true',
    '-f',
    'null',
    '-',
  ])
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'))
  const value = (name: string) => Number(new RegExp(`${name}:\\s+${NUMBER} `).exec(summary)?.[1])
  return { lufs: value('I'), peakDbtp: value('Peak') }
}
