import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getTrackMetadata } from '@tonarchiv/contract/catalog'
import { expect, test } from 'vitest'
import { sample, SAMPLES } from '#testing/audio-samples.ts'
import {
  bytesAt,
  expectConverted,
  expectThreeAttempts,
  ffmpeg,
  newFolder,
  oneMarked,
  patiently,
  programOf,
  titled,
  tracksOf,
} from '#testing/converted-music.ts'
import { archiveForImport, musicFolder } from '#testing/music-folders.ts'
import { startApp } from '#testing/start-app.ts'

test('every format that browsers cannot play gets a copy that they play, and the original stays', async () => {
  const archive = await archiveForImport()
  const originals = {
    'lossless.m4a': 'flac',
    'pcm.aiff': 'flac',
    'little-endian.aifc': 'flac',
    'lossy.wma': 'm4a',
    'lossless.wv': 'flac',
    'lossless.tta': 'flac',
    'lossy.ac3': 'm4a',
    'lossy.eac3': 'm4a',
    'lossy.dts': 'm4a',
    'one-bit.dsf': 'flac',
    'one-bit.dff': 'flac',
    'silence.ape': 'flac',
    'lossy.mpc': 'm4a',
  }
  const names = Object.keys(originals)
  const contents = new Map(names.map((name, index) => [name, titled(sample(name), index)]))
  const paths = names.map((name) => [`${name}/${name}`, contents.get(name) ?? name] as const)
  const folder = await musicFolder(Object.fromEntries(paths))
  await archive.run(folder)
  const before = new Map((await tracksOf(archive)).map(({ id, file }) => [id, file ?? '']))
  expect(before.size).toBe(names.length)
  await startApp({ ffmpeg }, { beside: archive.app })
  await expectConverted(archive)

  const converted: Record<string, string> = {}
  for (const { id, file = '', duration } of await tracksOf(archive)) {
    const { metadata } = await archive.admin.call(getTrackMetadata, { params: { id } })
    const [original, ...others] = metadata.files
    expect(others).toEqual([])
    expect(original).toMatchObject({ file: before.get(id), needsConversion: true })
    const { bytes } = await bytesAt(archive, id, original?.format)
    const name = names.find((one) => contents.get(one)?.equals(bytes)) ?? 'another file'
    converted[name] = metadata.format
    expect(duration).toBeGreaterThan(0.04)
    // The former file name returns the copy that browsers can play.
    const played = await bytesAt(archive, file)
    expect(played.type).toBe(metadata.format === 'flac' ? 'audio/flac' : 'audio/mp4')
    expect((await bytesAt(archive, before.get(id) ?? '')).bytes.equals(played.bytes)).toBe(true)
  }
  expect(converted).toEqual(originals)
  expect(await archive.run(folder)).toMatchObject({ updatedAlbums: 0, knownFiles: names.length, skipped: [] })
})

test('the copy of a lossless file has the same samples', async () => {
  const archive = await oneMarked(ffmpeg)
  await expectConverted(archive)
  const [track] = await tracksOf(archive)
  const folder = await newFolder()
  const copy = join(folder, 'copy.flac')
  await writeFile(copy, (await bytesAt(archive, track?.file ?? '')).bytes)
  const run = promisify(execFile)
  const samplesOf = async (path: string) =>
    (await run(ffmpeg, ['-v', 'error', '-i', path, '-f', 'md5', '-'])).stdout
  expect(await samplesOf(copy)).toBe(await samplesOf(join(SAMPLES, 'pcm.aiff')))
})

test.each([
  ['that makes something else', 'echo Das ist keine Musik > "$out"'],
  ['that makes another format', `cp '${join(SAMPLES, 'little-endian.aifc')}' "$out"`],
  [
    'that makes a longer file',
    `'${ffmpeg}' -v error -f lavfi -i anullsrc=r=22050:cl=mono -t 3 -f flac -y "$out"`,
  ],
  ['that makes half a file', `cp '${join(SAMPLES, 'lossless.flac')}' "$out"; truncate -s 9000 "$out"`],
])('a marked track stays as it is after three attempts of a program %s', async (_what, lines) =>
  expectThreeAttempts(lines),
)

test('the program has limits, no environment of ours, and may open files only', async () => {
  const note = join(await newFolder(), 'note')
  const archive = await oneMarked(
    await programOf(
      `{ env; ulimit -v; ulimit -t; ulimit -f; echo "$@"; } > '${note}'.$$; mv '${note}'.$$ '${note}'; exit 1`,
    ),
  )
  const { db } = archive.app.services
  await expect
    .poll(async () => db.selectFrom('conversions').select('tries').execute(), patiently)
    .toEqual([{ tries: 3 }])
  const reported = await readFile(note, 'utf8')
  expect(reported).not.toMatch(/APP_SECRET|DATA_DIR|DATABASE_URL/)
  expect(reported).toMatch(/^2097152\n900\n\d+\n-nostdin .*-protocol_whitelist file,pipe -f aiff -i file:\//m)
  expect(reported).not.toContain('unlimited')
})
