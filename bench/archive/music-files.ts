import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export const MUSIC_SECONDS = 240

/** Music of two channels with tones and noise. */
const SOUND = `aevalsrc='0.4*sin(2*PI*220*t)*(0.6+0.4*sin(4*t))+0.05*random(0)|0.3*sin(2*PI*331*t)+0.1*random(1)':s=44100:d=${MUSIC_SECONDS}`
const FORMATS = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '192k'],
  flac: [],
  opus: ['-c:a', 'libopus'],
  ogg: ['-c:a', 'libvorbis'],
  m4a: ['-c:a', 'aac'],
}
type MusicFormat = keyof typeof FORMATS

/** Writes the same music as a file of each format. Needs ffmpeg. @returns the paths by format */
export async function createMusicFiles(folder: string): Promise<Record<MusicFormat, string>> {
  const whole = join(folder, 'sound.wav')
  await runFfmpeg('-f', 'lavfi', '-i', SOUND, whole)
  const encode = async (format: MusicFormat) => {
    const path = join(folder, `sound.${format}`)
    await runFfmpeg('-i', whole, ...FORMATS[format], path)
    return path
  }
  return {
    mp3: await encode('mp3'),
    flac: await encode('flac'),
    opus: await encode('opus'),
    ogg: await encode('ogg'),
    m4a: await encode('m4a'),
  }
}

/** Writes a file that repeats the music for this number of seconds. */
export async function repeatMusic(path: string, target: string, seconds: number): Promise<void> {
  const again = String(Math.ceil(seconds / MUSIC_SECONDS) - 1)
  await runFfmpeg('-stream_loop', again, '-i', path, '-c', 'copy', target)
}

async function runFfmpeg(...parameters: string[]): Promise<void> {
  await execute('ffmpeg', ['-v', 'error', '-y', ...parameters])
}
