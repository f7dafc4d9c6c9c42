/**
 * Creates the small media files in server/src/testing/samples: `node scripts/make-samples.ts`. Needs ffmpeg with
 * libmp3lame, libvorbis, libopus, libx264, libx265, libvpx and libaom, and mpcenc. The tests use the committed files.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { id3Text, id3v2 } from '../server/src/testing/audio-samples.ts'

const samples = join(import.meta.dirname, '../server/src/testing/samples')
const scratch = mkdtempSync(join(tmpdir(), 'samples-'))

/** The source of a tone that gets louder and softer over noise. With it a variable bitrate really varies. */
const TONE = "aevalsrc='0.4*sin(2*PI*330*t)*mod(t,1)+0.2*(random(0)-0.5)*gt(mod(t,2),1)':s=22050:d="
const TAGS = {
  title: 'Grüße aus der Straßenbahn',
  artist: 'Jörg Übermut',
  album_artist: 'Die Größten',
  album: 'Österreichische Nächte',
  date: '2019-05-17',
  track: '3/12',
  disc: '2/2',
  genre: 'Hörspiel',
}

function ffmpeg(...args: string[]): void {
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-bitexact', ...args], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`ffmpeg ${args.join(' ')}\n${stderr}`)
}

function tags(): string[] {
  return Object.entries(TAGS).flatMap(([name, value]) => ['-metadata', `${name}=${value}`])
}

/** A sample of `seconds`, encoded with `options`. */
function sound(name: string, seconds: number, ...options: string[]): void {
  ffmpeg('-f', 'lavfi', '-i', `${TONE}${seconds}`, '-ac', '1', ...options, join(samples, name))
}

/** Like `sound`, with a cover. */
function soundWithCover(name: string, seconds: number, ...options: string[]): void {
  const inputs = [
    '-f',
    'lavfi',
    '-i',
    `${TONE}${seconds}`,
    '-i',
    cover,
    '-map',
    '0:a',
    '-map',
    '1:v',
    '-c:v',
    'copy',
  ]
  ffmpeg(...inputs, '-disposition:v', 'attached_pic', '-ac', '1', ...options, join(samples, name))
}

/** A picture block as it is encoded in Vorbis comments. */
function pictureBlock(image: Buffer): string {
  const type = Buffer.from('image/jpeg')
  const block = Buffer.alloc(32 + type.length)
  block.writeUInt32BE(3, 0)
  block.writeUInt32BE(type.length, 4)
  type.copy(block, 8)
  block.writeUInt32BE(image.length, 28 + type.length)
  return Buffer.concat([block, image]).toString('base64')
}

/** One-bit samples per second. */
const DSD_RATE = 2_822_400
const DSD_TAG = id3v2(4, [
  ['TIT2', id3Text(TAGS.title)],
  ['TPE1', id3Text(TAGS.artist)],
  ['TALB', id3Text(TAGS.album)],
  ['TRCK', id3Text(TAGS.track)],
])

/** Writes a tone in one channel of DSD: the density of the bits follows the tone. */
function writeDsd(data: Buffer, bits: number, placeOf: (bit: number) => number): Buffer {
  let error = 0
  for (let bit = 0; bit < bits; bit += 1) {
    error += 0.4 * Math.sin((2 * Math.PI * 330 * bit) / DSD_RATE)
    const isOne = error > 0
    error -= isOne ? 1 : -1
    if (isOne) data[bit >> 3] = (data[bit >> 3] ?? 0) | (1 << placeOf(bit & 7))
  }
  return data
}

function dsdiff(seconds: number): Buffer {
  const bits = Math.round(DSD_RATE * seconds)
  const chunk = (id: string, ...content: Buffer[]) => {
    const body = Buffer.concat(content)
    const head = Buffer.alloc(12)
    head.write(id, 0)
    head.writeBigUInt64BE(BigInt(body.length), 4)
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
  }
  const rate = Buffer.alloc(4)
  rate.writeUInt32BE(DSD_RATE)
  const properties = chunk(
    'PROP',
    Buffer.from('SND '),
    chunk('FS  ', rate),
    chunk('CHNL', Buffer.from([0, 1]), Buffer.from('C   ')),
    chunk('CMPR', Buffer.from('DSD \x0enot compressed\0', 'latin1')),
  )
  const sound = chunk(
    'DSD ',
    writeDsd(Buffer.alloc(Math.ceil(bits / 8)), bits, (bit) => 7 - bit),
  )
  const version = chunk('FVER', Buffer.from([1, 5, 0, 0]))
  return chunk('FRM8', Buffer.from('DSD '), version, properties, sound, chunk('ID3 ', DSD_TAG))
}

/**
 * Encodes silence in one channel as Monkey's Audio. There is no free encoder for this format, but a silent frame
 * contains no coded samples.
 */
function monkeysAudio(seconds: number): Buffer {
  const rate = 22_050
  const samples = rate * seconds
  const descriptor = Buffer.alloc(52)
  const header = Buffer.alloc(24)
  const seekTable = Buffer.alloc(4)
  const frame = Buffer.alloc(1200)
  // The checksum with the bit that announces flags, and the flags for silence.
  frame.writeUInt32LE(((crc32(Buffer.alloc(2 * samples)) >>> 1) | 0x80000000) >>> 0, 0)
  frame.writeUInt32LE(3, 4)
  descriptor.write('MAC ', 0)
  descriptor.writeUInt16LE(3990, 4)
  const sizes = [descriptor.length, header.length, seekTable.length, 0, frame.length]
  for (const [index, size] of sizes.entries()) descriptor.writeUInt32LE(size, 8 + 4 * index)
  // The compression level, and the flag for a missing WAV header.
  for (const [index, value] of [2000, 32].entries()) header.writeUInt16LE(value, 2 * index)
  // Samples per frame, samples of the last frame, and number of frames.
  for (const [index, value] of [4 * 73_728, samples, 1].entries()) header.writeUInt32LE(value, 4 + 4 * index)
  for (const [index, value] of [16, 1].entries()) header.writeUInt16LE(value, 16 + 2 * index)
  header.writeUInt32LE(rate, 20)
  seekTable.writeUInt32LE(descriptor.length + header.length + seekTable.length, 0)
  return Buffer.concat([descriptor, header, seekTable, frame, apeTag()])
}

/** An APE tag with a footer only. */
function apeTag(): Buffer {
  const fields = {
    Title: TAGS.title,
    Artist: TAGS.artist,
    'Album Artist': TAGS.album_artist,
    Album: TAGS.album,
  }
  const others = { Year: TAGS.date, Track: TAGS.track, Disc: TAGS.disc, Genre: TAGS.genre }
  const items = Object.entries({ ...fields, ...others }).map(([key, value]) => {
    const head = Buffer.alloc(8)
    head.writeUInt32LE(Buffer.byteLength(value), 0)
    return Buffer.concat([head, Buffer.from(`${key}\0${value}`)])
  })
  const footer = Buffer.alloc(32)
  footer.write('APETAGEX', 0)
  const bytes = items.reduce((sum, item) => sum + item.length, footer.length)
  for (const [index, value] of [2000, bytes, items.length].entries())
    footer.writeUInt32LE(value, 8 + 4 * index)
  return Buffer.concat([...items, footer])
}

function dsf(seconds: number): Buffer {
  const rate = DSD_RATE
  const blockBytes = 4096
  const bits = Math.round(rate * seconds)
  const data = Buffer.alloc(Math.ceil(bits / 8 / blockBytes) * blockBytes)
  writeDsd(data, bits, (bit) => bit)
  const tag = DSD_TAG
  const head = Buffer.alloc(92)
  head.write('DSD ', 0)
  head.writeBigUInt64LE(28n, 4)
  head.writeBigUInt64LE(BigInt(head.length + data.length + tag.length), 12)
  head.writeBigUInt64LE(BigInt(head.length + data.length), 20)
  head.write('fmt ', 28)
  head.writeBigUInt64LE(52n, 32)
  // Version, format, type of the channels, number of channels, samples per second, bits per sample.
  for (const [index, value] of [1, 0, 1, 1, rate, 1].entries()) head.writeUInt32LE(value, 40 + 4 * index)
  head.writeBigUInt64LE(BigInt(bits), 64)
  head.writeUInt32LE(blockBytes, 72)
  head.write('data', 80)
  head.writeBigUInt64LE(BigInt(12 + data.length), 84)
  return Buffer.concat([head, data, tag])
}

mkdirSync(samples, { recursive: true })
const cover = join(scratch, 'cover.jpg')
ffmpeg('-f', 'lavfi', '-i', 'testsrc=size=96x96:duration=1:rate=1', '-frames:v', '1', '-q:v', '12', cover)
const image = readFileSync(cover)
writeFileSync(join(samples, 'cover.jpg'), image)

const lame = ['-c:a', 'libmp3lame']
soundWithCover('cbr.mp3', 3, ...lame, '-b:a', '32k', '-write_xing', '0', '-id3v2_version', '3', ...tags())
sound('vbr-without-header.mp3', 4, ...lame, '-q:a', '5', '-write_xing', '0', '-id3v2_version', '0')
sound('vbr-with-xing.mp3', 4, ...lame, '-q:a', '5', '-id3v2_version', '4', '-write_id3v1', '1', ...tags())
soundWithCover('faststart.m4a', 2.5, '-c:a', 'aac', '-b:a', '32k', '-movflags', '+faststart', ...tags())
sound('moov-at-end.m4a', 2.5, '-c:a', 'aac', '-b:a', '32k', ...tags())
sound(
  'in-fragments.m4a',
  4,
  '-c:a',
  'aac',
  '-b:a',
  '32k',
  '-movflags',
  '+frag_keyframe+empty_moov',
  '-frag_duration',
  '1000000',
)
sound('lossless.m4a', 0.5, '-c:a', 'alac', ...tags())
sound('bare.aac', 2, '-c:a', 'aac', '-b:a', '32k', '-f', 'adts')
sound('pcm.wav', 0.5, '-c:a', 'pcm_s16le', ...tags())
soundWithCover('lossless.flac', 0.75, '-c:a', 'flac', ...tags())
sound('vorbis.ogg', 3, '-c:a', 'libvorbis', '-q:a', '0', ...tags())
const withImage = ['-metadata', `METADATA_BLOCK_PICTURE=${pictureBlock(image)}`]
sound('opus.opus', 3, '-c:a', 'libopus', '-b:a', '16k', ...tags(), ...withImage)
// Formats that browsers do not play.
sound('pcm.aiff', 0.5, '-c:a', 'pcm_s16be', '-write_id3v2', '1', ...tags())
sound('little-endian.aifc', 0.25, '-c:a', 'pcm_s16le', '-f', 'aiff')
sound('lossy.wma', 2, '-c:a', 'wmav2', '-b:a', '32k', ...tags())
sound('lossless.wv', 0.5, '-c:a', 'wavpack', ...tags())
sound('lossless.tta', 0.5, '-c:a', 'tta', ...tags())
sound('lossy.ac3', 1, '-ar', '32000', '-c:a', 'ac3', '-b:a', '40k')
sound('lossy.eac3', 1, '-ar', '32000', '-c:a', 'eac3', '-b:a', '40k')
sound('lossy.dts', 0.5, '-ar', '32000', '-c:a', 'dca', '-strict', '-2', '-b:a', '128k')
writeFileSync(join(samples, 'one-bit.dsf'), dsf(0.05))
writeFileSync(join(samples, 'one-bit.dff'), dsdiff(0.05))
writeFileSync(join(samples, 'silence.ape'), monkeysAudio(0.5))
const wave = join(scratch, 'tone.wav')
ffmpeg('-f', 'lavfi', '-i', `${TONE}1`, '-ac', '2', '-ar', '32000', wave)
const musepack = ['--silent', '--overwrite', '--radio', wave, join(scratch, 'lossy.mpc')]
if (spawnSync('mpcenc', musepack).status !== 0) throw new Error('mpcenc has failed')
writeFileSync(join(samples, 'lossy.mpc'), Buffer.concat([readFileSync(join(scratch, 'lossy.mpc')), apeTag()]))
const imagesAndTone = [
  '-f',
  'lavfi',
  '-i',
  'testsrc=size=64x64:rate=5:duration=1',
  '-f',
  'lavfi',
  '-i',
  `${TONE}1`,
]
const video = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '16k', '-ac', '1']
ffmpeg(...imagesAndTone, ...video, join(samples, 'film.mp4'))

/** A video of one second, 96 by 54 pixels; with a tone if `withTone` is set. */
function shortVideo(name: string, withTone: boolean, ...options: string[]): void {
  const images = ['-f', 'lavfi', '-i', 'testsrc2=size=96x54:rate=10:duration=1']
  const tone = withTone ? ['-f', 'lavfi', '-i', `${TONE}1`, '-ac', '1'] : []
  ffmpeg(...images, ...tone, '-pix_fmt', 'yuv420p', ...options, join(samples, name))
}

const h264 = ['-c:v', 'libx264', '-crf', '40', '-preset', 'veryslow']
const aac = ['-c:a', 'aac', '-b:a', '16k']
shortVideo('film-faststart.mp4', true, ...h264, ...aac, '-movflags', '+faststart')
shortVideo('film-in-fragments.mp4', false, ...h264, '-g', '5', '-movflags', '+frag_keyframe+empty_moov')
shortVideo('film.mov', true, ...h264, ...aac)
shortVideo('film.mkv', false, ...h264)
shortVideo('film.webm', true, '-c:v', 'libvpx-vp9', '-b:v', '20k', '-c:a', 'libopus', '-b:a', '12k')
// Like the recording of a browser: without a known duration.
shortVideo('film-recorded.webm', false, '-c:v', 'libvpx', '-b:v', '20k', '-live', '1')
shortVideo('film-av1.mp4', false, '-c:v', 'libaom-av1', '-cpu-used', '8', '-crf', '50')
shortVideo(
  'film-hevc.mp4',
  false,
  '-c:v',
  'libx265',
  '-x265-params',
  'log-level=none',
  '-crf',
  '40',
  '-tag:v',
  'hvc1',
)

writeFileSync(join(samples, 'text.mp3'), 'Das ist keine Musik, sondern ein Brief.\n'.repeat(40))
const whole = readFileSync(join(samples, 'vbr-with-xing.mp3'))
writeFileSync(join(samples, 'cut-off.mp3'), whole)
truncateSync(join(samples, 'cut-off.mp3'), Math.floor(whole.length / 2))
rmSync(scratch, { recursive: true })
