import { isEncoding } from '#client/qualities.ts'
import { openByteRanges } from './byte-ranges.ts'
import { openDemuxed } from './demuxed-file.ts'
import { openEncoded } from './encoded-file.ts'
import { openMp3 } from './mp3-file.ts'
import type { SoundFile } from './sound-file.ts'

/**
 * Opens a file whose format can be joined without gaps, or the server's encoding of a track.
 *
 * @param atSeconds - the second of the track at which it will first be played
 * @throws LoadFailure @throws UnsuitableFile
 */
export async function openSoundFile(
  address: string,
  renewed: (address: string) => Promise<string>,
  atSeconds = 0,
): Promise<SoundFile> {
  if (isEncoding(address)) return openEncoded(address, renewed, atSeconds)
  const bytes = openByteRanges(address, renewed)
  const [a, b, c, d] = await bytes.read(0, 4)
  const name = String.fromCharCode(a ?? 0, b ?? 0, c ?? 0, d ?? 0)
  const isMpeg = a === 0xff && ((b ?? 0) & 0xe0) === 0xe0
  return isMpeg || name.startsWith('ID3') ? openMp3(bytes) : openDemuxed(bytes)
}
