import { readdir, readFile, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteAlbum } from '@tonarchiv/contract/archive-editing'
import { getTrackMetadata, streamTrack } from '@tonarchiv/contract/catalog'
import { addFavorite, listFavorites } from '@tonarchiv/contract/favorites'
import { urlOf } from '@tonarchiv/contract/route'
import { describe, expect, test } from 'vitest'
import { findMissing, removeMissing } from '#features/music-import/index.ts'
import { sample, taggedFlac } from '#testing/audio-samples.ts'
import {
  bytesAt,
  expectConverted,
  expectThreeAttempts,
  ffmpeg,
  marks,
  newFolder,
  oneMarked,
  patiently,
  programOf,
  storedFiles,
  titled,
  tracksOf,
} from '#testing/converted-music.ts'
import { addFiles, archiveForImport, musicFolder } from '#testing/music-folders.ts'
import { startApp } from '#testing/start-app.ts'

describe('a marked track stays as it is', () => {
  test('without ffmpeg, and is converted when it comes', async () => {
    const archive = await oneMarked('/nirgendwo/ffmpeg')
    const { db } = archive.app.services
    await expect
      .poll(async () => db.selectFrom('conversions').select(['tries', 'claimedUntil']).execute(), patiently)
      .toEqual([{ tries: 0, claimedUntil: null }])
    expect(await marks(archive)).toEqual([true])
    await startApp({ ffmpeg }, { beside: archive.app })
    await expectConverted(archive)
  })

  test('after three attempts of a program that fails', async () => expectThreeAttempts('exit 1'))
})

test('a conversion that ends with the server is not counted, and is made by the next one', async () => {
  const folder = await newFolder()
  const begun = join(folder, 'begun')
  const archive = await archiveForImport({ ffmpeg: undefined })
  await archive.run(await musicFolder({ 'Weg/01.aiff': 'pcm.aiff' }))
  const { db } = archive.app.services
  const first = await startApp(
    { ffmpeg: await programOf(`touch '${begun}'; exec sleep 600`) },
    { beside: archive.app },
  )
  await expect.poll(async () => readdir(folder), patiently).toEqual(['begun'])
  await first.close()
  expect(await db.selectFrom('conversions').select(['tries', 'claimedUntil']).execute()).toEqual([
    { tries: 0, claimedUntil: null },
  ])
  await startApp({ ffmpeg }, { beside: archive.app })
  await expectConverted(archive)
})

test('one of several processes converts a track; after its death another one does', async () => {
  const log = join(await newFolder(), 'log')
  const slow = await programOf(`echo run >> '${log}'; exec sleep 600`)
  const archive = await archiveForImport({ ffmpeg: slow })
  await archive.run(
    await musicFolder({
      'Weg/01.aiff': titled(sample('pcm.aiff'), 1),
      'Ziel/01.wma': titled(sample('lossy.wma'), 2),
    }),
  )
  const marksInOrder = async () =>
    (await tracksOf(archive))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ needsConversion }) => needsConversion)
  const runs = async () => (await readFile(log, 'utf8').catch(() => '')).split('\n').length - 1
  await expect.poll(runs, patiently).toBe(1)
  const other = await startApp({ ffmpeg }, { beside: archive.app })
  other.services.events.emit('archiveChanged', {})
  // The other process skips the first track, which the first process has claimed.
  await expect.poll(marksInOrder, patiently).toEqual([true, undefined])
  // The clock has passed the end of the claim, which the first process has not renewed.
  other.passTime(10 * 60_000)
  other.services.events.emit('archiveChanged', {})
  await expectConverted(archive)
  expect(await runs()).toBe(1)
})

test('two processes that find a track at the same time convert it once', async () => {
  const log = join(await newFolder(), 'log')
  const program = await programOf(`echo run >> '${log}'\nexec '${ffmpeg}' "$@"`)
  const archive = await archiveForImport()
  const processes = [
    await startApp({ ffmpeg: program }, { beside: archive.app }),
    await startApp({ ffmpeg: program }, { beside: archive.app }),
  ]
  await archive.run(await musicFolder({ 'Weg/01.aiff': 'pcm.aiff' }))
  for (const { services } of processes) services.events.emit('archiveChanged', {})
  await expectConverted(archive)
  // `close` waits for the converter of the process.
  for (const one of processes) await one.close()
  expect((await readFile(log, 'utf8')).trim().split('\n')).toEqual(['run'])
})

test('without room beside the reserved space nothing is converted, and nothing is counted', async () => {
  const archive = await archiveForImport()
  await archive.run(await musicFolder({ 'Weg/01.aiff': 'pcm.aiff' }))
  const { db } = archive.app.services
  const full = await startApp({ ffmpeg, reservedDiskBytes: 2 ** 50 }, { beside: archive.app })
  await expect
    .poll(async () => db.selectFrom('conversions').select(['tries', 'claimedUntil']).execute(), patiently)
    .toEqual([{ tries: 0, claimedUntil: null }])
  await full.close()
  expect(await marks(archive)).toEqual([true])
  await startApp({ ffmpeg }, { beside: archive.app })
  await expectConverted(archive)
})

describe('a file and its copy go together', () => {
  test('when the album is deleted', async () => {
    const archive = await oneMarked(ffmpeg)
    await expectConverted(archive)
    expect(await storedFiles(archive)).toHaveLength(2)
    const [album] = await archive.albums()
    await archive.admin.call(deleteAlbum, { params: { albumTitel: album?.albumTitel ?? '' } })
    expect(await storedFiles(archive)).toEqual([])
  })

  test('when the source file changes, or vanishes', async () => {
    const archive = await oneMarked(ffmpeg)
    await expectConverted(archive)
    const [before] = await tracksOf(archive)
    const path = join(archive.folder, 'Weg/01.aiff')
    await addFiles(archive.folder, { 'Weg/01.aiff': 'little-endian.aifc' })
    await utimes(path, new Date(), new Date(Date.now() + 5000))
    expect(await archive.run(archive.folder)).toMatchObject({ updatedAlbums: 1, skipped: [] })
    await expectConverted(archive)
    const [after] = await tracksOf(archive)
    expect(after).toMatchObject({ id: before?.id })
    expect(after?.duration).toBeCloseTo(0.25, 2)
    expect(await storedFiles(archive)).toHaveLength(2)
    const { bytes } = await bytesAt(archive, after?.id ?? '', 'aiff')
    expect(bytes.equals(sample('little-endian.aifc'))).toBe(true)

    await rm(path)
    const missing = await findMissing(archive.app.services, archive.folder)
    expect(await removeMissing(archive.app.services, missing)).toBe(1)
    expect(await archive.albums()).toEqual([])
    expect(await storedFiles(archive)).toEqual([])
  })

  test('until a file that is as good comes, beside which only the original stays', async () => {
    const archive = await oneMarked(ffmpeg)
    await expectConverted(archive)
    const [before] = await tracksOf(archive)
    const tags = {
      title: 'Grüße aus der Straßenbahn',
      artist: 'Jörg Übermut',
      albumArtist: 'Die Größten',
      album: 'Österreichische Nächte',
      track: '3/12',
      disc: '2/2',
      date: '2019',
    }
    const flac = taggedFlac(tags)
    await addFiles(archive.folder, { 'Weg/01.flac': flac })
    expect(await archive.run(archive.folder)).toMatchObject({ updatedAlbums: 1, skipped: [] })
    const [after] = await tracksOf(archive)
    expect(after).toMatchObject({ id: before?.id })
    expect((await bytesAt(archive, after?.file ?? '')).bytes.equals(flac)).toBe(true)
    const { metadata } = await archive.admin.call(getTrackMetadata, { params: { id: after?.id ?? '' } })
    expect(metadata.files).toMatchObject([{ format: 'aiff', needsConversion: true }])
    expect(await storedFiles(archive)).toHaveLength(2)
    await rm(join(archive.folder, 'Weg/01.flac'))
    await removeMissing(archive.app.services, await findMissing(archive.app.services, archive.folder))
    await expectConverted(archive)
    const [left] = await tracksOf(archive)
    expect((await bytesAt(archive, left?.id ?? '', 'aiff')).bytes.equals(sample('pcm.aiff'))).toBe(true)
  })
})

test('a favorite stays the favorite of its track', async () => {
  const archive = await archiveForImport({ ffmpeg: undefined })
  await archive.run(await musicFolder({ 'Weg/01.aiff': 'pcm.aiff' }))
  const addressOf = async () => {
    const [track] = await tracksOf(archive)
    return urlOf(streamTrack, { params: { file: track?.file ?? '' } })
  }
  const like = { item_type: 'track', item_id: await addressOf() } as const
  await archive.admin.call(addFavorite, { body: like })
  await startApp({ ffmpeg }, { beside: archive.app })
  await expectConverted(archive)
  const address = await addressOf()
  expect(address).not.toBe(like.item_id)
  const { favorites } = await archive.admin.call(listFavorites, {})
  expect(favorites).toMatchObject([{ itemId: address, track: { file: address.split('/').at(-1) } }])
  const again = await archive.admin.refusal(addFavorite, { body: { ...like, item_id: address } })
  expect(again.body.code).toBe('ALREADY_FAVORITE')
})
