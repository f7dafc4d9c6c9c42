import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { sweepWav } from './sweep.ts'

/** The formats whose tracks are joined without gaps; `itunes`: MP4 that states its delay in a tag, as iTunes does. */
export type SweepFormat = 'mp3' | 'm4a' | 'itunes' | 'flac' | 'ogg' | 'opus'

const ENCODERS: Record<SweepFormat, { sampleRate: number; options: readonly string[] }> = {
  mp3: { sampleRate: 44_100, options: ['-c:a', 'libmp3lame', '-b:a', '96k'] },
  m4a: { sampleRate: 44_100, options: ['-c:a', 'aac', '-b:a', '96k'] },
  itunes: { sampleRate: 44_100, options: ['-c:a', 'aac', '-b:a', '96k'] },
  flac: { sampleRate: 44_100, options: ['-c:a', 'flac'] },
  ogg: { sampleRate: 44_100, options: ['-c:a', 'libvorbis', '-q:a', '4'] },
  opus: { sampleRate: 48_000, options: ['-c:a', 'libopus', '-b:a', '96k'] },
}

export const extensionOf = (format: SweepFormat) => (format === 'itunes' ? 'm4a' : format)

/** Writes this part of the sweep, encoded by ffmpeg. `path` has no extension. @returns the path with its extension */
export function encodeSweep(path: string, format: SweepFormat, from: number, until: number): string {
  const { sampleRate, options } = ENCODERS[format]
  const source = `${path}.source.wav`
  const file = `${path}.${extensionOf(format)}`
  writeFileSync(source, sweepWav(from, until, sampleRate))
  const parameters = ['-v', 'error', '-nostdin', '-y', '-bitexact', '-i', source, ...options, file]
  const { status, stderr } = spawnSync('ffmpeg', parameters, { encoding: 'utf8' })
  rmSync(source)
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`)
  if (format === 'itunes') {
    const musicSamples = Math.round(until * sampleRate) - Math.round(from * sampleRate)
    writeFileSync(file, asItunesWrites(readFileSync(file), musicSamples))
  }
  return file
}

/** Samples that the encoder puts before the music. */
const DELAY_SAMPLES = 1024

/**
 * Writes the file as iTunes does: without an edit list (its box is marked as free), and with delay and length in a tag
 * at the end of the last box, `moov`.
 */
function asItunesWrites(file: Buffer, musicSamples: number): Buffer {
  const changed = Buffer.from(file)
  changed.write('free', changed.indexOf('edts'))
  const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')
  const numbers = [hex(0, 8), hex(DELAY_SAMPLES, 8), hex(0, 8), hex(musicSamples, 16)].join(' ')
  const zeros = Buffer.alloc(4)
  const tag = box(
    '----',
    box('mean', zeros, Buffer.from('com.apple.iTunes')),
    box('name', zeros, Buffer.from('iTunSMPB')),
    box('data', Buffer.from([0, 0, 0, 1]), zeros, Buffer.from(` ${numbers} ${hex(0, 8)}`)),
  )
  const type = Buffer.from('mdirappl')
  const handler = box('hdlr', zeros, zeros, type, Buffer.alloc(9))
  const old = changed.indexOf('udta') - 4
  const moov = changed.indexOf('moov') - 4
  const tags = box('udta', box('meta', zeros, handler, box('ilst', tag)))
  // The tags of ffmpeg are the last box of `moov`, which is the last one of the file.
  const written = Buffer.concat([old > moov ? changed.subarray(0, old) : changed, tags])
  written.writeUInt32BE(written.length - moov, moov)
  return written
}

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.reduce((sum, { length }) => sum + length, 8))
  head.write(name, 4)
  return Buffer.concat([head, ...content])
}
