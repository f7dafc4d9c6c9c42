import { readFile } from 'node:fs/promises'
import { extensionOf, type SweepFormat } from './sweep-files.ts'

/** The formats of an album whose tracks are parts of one sweep; see scripts/make-sweep.ts. */
export const SWEEP_TRACKS: readonly SweepFormat[] = [
  'mp3',
  'mp3',
  'm4a',
  'itunes',
  'flac',
  'flac',
  'ogg',
  'ogg',
  'opus',
  'opus',
]
/** The approximate length of a track in seconds. */
export const SWEEP_SECONDS = 1.7

/** The files of the album, in its order. */
export async function sweepTracks(): Promise<{ name: string; bytes: Buffer }[]> {
  return Promise.all(
    SWEEP_TRACKS.map(async (format, index) => {
      const name = `${String(index).padStart(2, '0')}.${extensionOf(format)}`
      return { name, bytes: await readFile(new URL(`samples/sweep/${name}`, import.meta.url)) }
    }),
  )
}
