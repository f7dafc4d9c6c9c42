import { chmod, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newReadBuffers } from '#audio-probe/byte-source.ts'
import { ffmpeg } from '#testing/converted-music.ts'
import { makeAudio, makeAudioFiles, measuredByFfmpeg } from '#testing/made-audio.ts'
import { analyseFile, type FileSound } from './analyse-file.ts'

let folder = ''
const buffers = newReadBuffers()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tonarchiv-sound-'))
})
afterAll(async () => rm(folder, { recursive: true, force: true }))

async function analysed(path: string, program = ffmpeg): Promise<FileSound> {
  return analysedBy(program, path)
}

async function analysedBy(program: string | undefined, path: string): Promise<FileSound> {
  const control = { signal: AbortSignal.timeout(60_000), beforePiece: () => undefined }
  return analyseFile({ path, ffmpeg: program }, buffers, control)
}

/**
 * The source of tones and noise that become louder and softer. `level` is their amplitude. Its 1.55 s are not a whole
 * number of blocks of the loudness measurement.
 */
function tones(rate: number, level: number, channels = 2, pitch = 220): string {
  const left = `${level}*(sin(2*PI*${pitch}*t)*(0.6+0.4*sin(9*t))+0.3*sin(2*PI*${pitch * 7}*t))`
  const right = `${level}*(0.7*sin(2*PI*${pitch * 1.5}*t)+0.1*random(0))`
  const others = [left, right, `${level}*0.4*sin(500*t)`, left, right, right, left, right]
  return `aevalsrc='${others.slice(0, channels).join('|')}':s=${rate}:d=1.55`
}

const MP3 = ['-c:a', 'libmp3lame']
const VORBIS = ['-c:a', 'libvorbis']
const OPUS = ['-c:a', 'libopus']
const FILES: [name: string, source: string, options?: readonly string[]][] = [
  ['loud.flac', tones(44_100, 0.7)],
  ['soft.flac', tones(44_100, 0.02)],
  ['mono.flac', tones(44_100, 0.5, 1)],
  ['48.flac', tones(48_000, 0.5, 2, 330)],
  ['96.flac', tones(96_000, 0.5), ['-sample_fmt', 's32']],
  ['192.flac', tones(192_000, 0.5), ['-sample_fmt', 's32']],
  ['surround.flac', `${tones(48_000, 0.3, 6)}:c=5.1`],
  ['eight.flac', `${tones(48_000, 0.3, 8)}:c=7.1`],
  ['gap.flac', `${tones(44_100, 0.5)},volume='if(between(t,0.4,0.6),0,1)':eval=frame`],
  ['clipped.flac', tones(44_100, 1.6)],
  ['loud.mp3', tones(44_100, 0.7), [...MP3, '-b:a', '192k']],
  ['soft.mp3', tones(48_000, 0.05), [...MP3, '-q:a', '2']],
  ['mono.mp3', tones(44_100, 0.5, 1), [...MP3, '-b:a', '96k']],
  ['low.mp3', tones(22_050, 0.5), [...MP3, '-b:a', '64k']],
  ['high.mp3', tones(44_100, 0.4, 2, 1200), [...MP3, '-b:a', '320k']],
  ['loud.ogg', tones(44_100, 0.7), VORBIS],
  ['mono.ogg', tones(48_000, 0.2, 1), VORBIS],
  ['surround.ogg', `${tones(48_000, 0.3, 6)}:c=5.1`, VORBIS],
  ['loud.opus', tones(48_000, 0.7), OPUS],
  ['mono.opus', tones(48_000, 0.2, 1), OPUS],
  ['surround.opus', `${tones(48_000, 0.3, 6)}:c=5.1`, [...OPUS, '-mapping_family', '1']],
  ['8.wav', tones(44_100, 0.6), ['-c:a', 'pcm_u8']],
  ['16.wav', tones(44_100, 0.6), ['-c:a', 'pcm_s16le']],
  ['24.wav', tones(48_000, 0.3), ['-c:a', 'pcm_s24le']],
  ['32.wav', tones(96_000, 0.3), ['-c:a', 'pcm_s32le']],
  ['float.wav', tones(44_100, 1.2), ['-c:a', 'pcm_f32le']],
  ['telephone.wav', tones(8000, 0.4, 1), ['-c:a', 'pcm_mulaw']],
  ['loud.m4a', tones(44_100, 0.7), ['-c:a', 'aac', '-b:a', '160k']],
  ['lossless.m4a', tones(48_000, 0.1), ['-c:a', 'alac']],
  ['loud.aiff', tones(44_100, 0.7), ['-c:a', 'pcm_s16be']],
]

test('loudness and true peak agree with another meter, whatever the format, level, rate and channels', async () => {
  const files = FILES.map(([name, source, options]) => ({ name, path: join(folder, name), source, options }))
  await makeAudioFiles(files)
  const expected = await measuredByFfmpeg(files.map(({ path }) => path))
  expect(expected).toHaveLength(files.length)
  for (const [index, { name, path }] of files.entries()) {
    const { measured } = await analysed(path)
    expect(measured?.loudness, name).toBeDefined()
    const { lufs = 0, peakDbtp = 0 } = measured?.loudness ?? {}
    const other = expected[index] ?? { lufs: Number.NaN, peakDbtp: Number.NaN }
    expect(Math.abs(lufs - other.lufs), `loudness of ${name}: ${lufs}`).toBeLessThanOrEqual(0.2)
    expect(Math.abs(peakDbtp - other.peakDbtp), `peak of ${name}: ${peakDbtp}`).toBeLessThanOrEqual(0.3)
  }
  expect(FILES).toHaveLength(30)
}, 120_000)

test('the waveform has the largest sample of each part of the duration', async () => {
  const path = join(folder, 'steps.wav')
  // Four parts of a tenth of a second each: silence, a quarter of full scale, half of full scale, full scale.
  await makeAudio(path, `aevalsrc='floor(t*10)/4*(1-2*mod(n,2))':s=45000:d=0.4`, ['-c:a', 'pcm_s16le'])
  const { measured } = await analysed(path)
  const peaks = [...Buffer.from(measured?.waveform ?? '', 'base64')]
  expect(peaks).toHaveLength(1800)
  const model = [0, 0.25, 0.5, 0.75].flatMap((part) =>
    Array.from({ length: 450 }, () => Math.round(part * 255)),
  )
  const wrong = peaks.filter((peak, index) => Math.abs(peak - (model[index] ?? 0)) > 1)
  expect(wrong).toEqual([])
})

test('silence at both ends is measured, and silence alone has no loudness', async () => {
  const tone = `aevalsrc='if(between(t,0.5,1.25),0.5*sin(2*PI*441*t),0)':s=44100:d=2`
  await makeAudio(join(folder, 'between.flac'), tone)
  const { measured } = await analysed(join(folder, 'between.flac'))
  expect(measured?.silence.startSeconds).toBeCloseTo(0.5, 2)
  expect(measured?.silence.endSeconds).toBeCloseTo(0.75, 2)
  await makeAudio(join(folder, 'silence.flac'), 'anullsrc=r=44100:d=1', ['-t', '1'])
  const nothing = (await analysed(join(folder, 'silence.flac'))).measured
  expect(nothing).toMatchObject({ loudness: undefined, silence: { startSeconds: 1, endSeconds: 1 } })
})

test('the output gain of Opus counts', async () => {
  const path = join(folder, 'gain.opus')
  await makeAudio(path, tones(48_000, 0.5), OPUS)
  const before = (await analysed(path)).measured?.loudness
  const bytes = await readFile(path)
  bytes.writeInt16LE(-6 * 256, bytes.indexOf('OpusHead') + 16)
  await writeFile(path, bytes)
  const after = (await analysed(path)).measured?.loudness
  expect((before?.lufs ?? 0) - (after?.lufs ?? 0)).toBeCloseTo(6, 1)
  expect((before?.peakDbtp ?? 0) - (after?.peakDbtp ?? 0)).toBeCloseTo(6, 1)
})

const SECONDS = 2
test.each([
  ['mp3', [...MP3, '-b:a', '128k'], 44_100, 1152],
  ['mp3', [...MP3, '-b:a', '64k', '-ar', '22050'], 22_050, 576],
  ['m4a', ['-c:a', 'aac'], 44_100, 1024],
  ['opus', OPUS, 48_000, 960],
  ['ogg', VORBIS, 44_100, 64],
  ['flac', [], 44_100, 1],
  ['wav', [], 44_100, 1],
] as const)(
  'delay, recording and padding of %s by %j make whole frames',
  async (format, options, rate, frame) => {
    const path = join(folder, `delay-${rate}.${format}`)
    await makeAudio(path, `sine=440:r=${rate}:d=${SECONDS}`, options)
    const { trim } = await analysed(path)
    const { delaySamples = -1, paddingSamples = -1, sampleRate } = trim ?? {}
    expect(sampleRate).toBe(rate)
    expect(delaySamples).toBe({ mp3: 576, m4a: 1024, opus: 312, ogg: 0, flac: 0, wav: 0 }[format])
    expect(paddingSamples).toBeGreaterThanOrEqual(0)
    // The durations of delay, music and padding together are a whole number of frames. The frame with LAME's header is
    // not counted.
    expect((SECONDS * rate + delaySamples + paddingSamples) % frame).toBe(0)
  },
)

test('a file that cannot be decoded has no figures', async () => {
  const whole = join(folder, 'damage.flac')
  await makeAudio(whole, tones(44_100, 0.5))
  const bytes = await readFile(whole)
  await writeFile(join(folder, 'empty.flac'), '')
  await writeFile(
    join(folder, 'noise.flac'),
    Buffer.concat([bytes.subarray(0, 200), Buffer.alloc(50_000, 7)]),
  )
  await writeFile(join(folder, 'text.mp3'), 'no music at all, '.repeat(100))
  for (const name of ['empty.flac', 'noise.flac', 'text.mp3'])
    expect(await analysed(join(folder, name)), name).toMatchObject({
      measured: undefined,
      needsFfmpeg: false,
    })
  // A file that was truncated is measured up to its end.
  await truncate(whole, Math.floor(bytes.length * 0.8))
  expect((await analysed(whole)).measured?.loudness).toBeDefined()
})

test('tags count where nothing can be measured', async () => {
  const path = join(folder, 'tagged.m4a')
  await makeAudio(join(folder, 'plain.flac'), tones(44_100, 0.5), [
    '-metadata',
    'REPLAYGAIN_TRACK_GAIN=-6.50 dB',
    '-metadata',
    'REPLAYGAIN_TRACK_PEAK=0.5',
    '-metadata',
    'R128_ALBUM_GAIN=-1280',
  ])
  expect((await analysed(join(folder, 'plain.flac'))).tagged).toEqual({
    trackLufs: -11.5,
    trackPeakDbtp: 20 * Math.log10(0.5),
    albumLufs: -18,
  })
  await makeAudio(path, tones(44_100, 0.5), ['-c:a', 'aac'])
  for (const program of [undefined, join(folder, 'no-such-program')])
    expect(await analysedBy(program, path)).toMatchObject({ measured: undefined, needsFfmpeg: true })
  // The delay is in the container, which is read without ffmpeg.
  expect((await analysedBy(undefined, path)).trim?.delaySamples).toBe(1024)
})

test('an ffmpeg that prints no samples is a file that cannot be decoded', async () => {
  const path = join(folder, 'broken-program.m4a')
  await makeAudio(path, tones(44_100, 0.5), ['-c:a', 'aac'])
  const program = join(folder, 'ffmpeg-that-fails')
  await writeFile(program, '#!/bin/sh\necho nonsense\nexit 1\n')
  await chmod(program, 0o700)
  expect(await analysed(path, program)).toMatchObject({ measured: undefined, needsFfmpeg: false })
})
