import { sample } from '../../server/src/testing/audio-samples.ts'

const BOX_HEAD_BYTES = 8
const CHUNK_BYTES = 1024 * 1024

/** A video of this size: a short one, followed by padding that players skip. */
export function* longVideo(bytes: number): Generator<Buffer> {
  const video = sample('film-faststart.mp4')
  const box = Buffer.alloc(BOX_HEAD_BYTES)
  box.writeUInt32BE(bytes - video.length, 0)
  box.write('free', 4, 'latin1')
  yield Buffer.concat([video, box])
  const chunk = Buffer.alloc(CHUNK_BYTES, 7)
  for (let left = bytes - video.length - BOX_HEAD_BYTES; left > 0; left -= CHUNK_BYTES)
    yield chunk.subarray(0, Math.min(left, CHUNK_BYTES))
}
