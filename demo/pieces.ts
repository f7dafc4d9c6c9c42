import type { DemoAlbum } from './album.ts'
import { seeded } from './seeded.ts'
import type { PieceFile } from './sound-files.ts'

/** The piece of music for a track. It is always the same for the same track. */
export function pieceOf(album: DemoAlbum, title: string): PieceFile {
  const { mood, format } = album
  return { album: album.title, title, mood, format, seconds: secondsOf(album, title) }
}

/**
 * The duration of a piece: mostly 1:40 to 2:15, for a few pieces up to 4:45. WAV files get the shortest durations,
 * because they are large.
 */
function secondsOf({ title: album, format }: DemoAlbum, title: string): number {
  const chance = seeded(`${album} ${title} length`)
  if (format === 'wav') return chance.between(98, 104)
  return chance.next() < 0.06 ? chance.between(200, 285) : chance.between(98, 134)
}
