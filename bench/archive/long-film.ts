import { sample } from '../../server/src/testing/made-audio.ts'

const BOX_HEAD_BYTES = 8
const PIECE_BYTES = 1024 * 1024

/** A film of that many bytes: a short one, and behind it a box that players pass over. */
export function* longFilm(bytes: number): Generator<Buffer> {
  const film = sample('film-faststart.mp4')
  const box = Buffer.alloc(BOX_HEAD_BYTES)
  box.writeUInt32BE(bytes - film.length, 0)
  box.write('free', 4, 'latin1')
  yield Buffer.concat([film, box])
  const piece = Buffer.alloc(PIECE_BYTES, 7)
  for (let left = bytes - film.length - BOX_HEAD_BYTES; left > 0; left -= PIECE_BYTES)
    yield piece.subarray(0, Math.min(left, PIECE_BYTES))
}
