import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { operator } from '../../server/src/features/audit-log/index.ts'
import { openCatalog, type NewTrack } from '../../server/src/features/catalog/index.ts'
import { pathOfName } from '../../server/src/storage/names.ts'
import type { Services } from '../../server/src/services.ts'
import { WAV_HEADER_BYTES, wavHeader } from '../../server/src/testing/wav-file.ts'
import { createAccounts } from './account.ts'
import { withServices } from './with-services.ts'

/** Albums whose files have the size of music, each with different bytes. */
export interface SoundArchive {
  dataFolder: string
  mediaFolder: string
  /** The names of the files in URLs of streams. */
  fileNames: readonly string[]
  /** The same files below the media folder, with slashes. */
  mediaPaths: readonly string[]
}

export const SOUND_BYTES = 16 * 1024 * 1024
const FILES = 64
/** Number of accounts. An account may have six streams at once, so these accounts allow more than 300 streams. */
export const SOUND_ACCOUNTS = 56

const SoundFiles = z.array(z.object({ fileName: z.string(), mediaPath: z.string() }))

export async function createSoundArchive(dataFolder: string, count = FILES): Promise<void> {
  const folder = join(dataFolder, 'made')
  await mkdir(folder, { recursive: true })
  const files = await withServices(dataFolder, async (services) => {
    await createAccounts(services, SOUND_ACCOUNTS)
    for (let first = 0; first < count; first += FILES) {
      const tracks: NewTrack[] = []
      for (let index = first; index < Math.min(count, first + FILES); index += 1)
        tracks.push(await createTrack(services, join(folder, `${index}.wav`), index))
      const title = `Klang ${first / FILES + 1}`
      await openCatalog(services).edit.addAlbums(operator, [
        { title, releaseYear: 2024, type: 'album', isExclusive: false, tracks },
      ])
    }
    const rows = await services.db
      .selectFrom('tracks')
      .select(['fileName', 'storageName'])
      .orderBy('position')
      .execute()
    return rows.map(({ fileName, storageName }) => {
      const { folder, file } = pathOfName(storageName ?? '')
      return { fileName: fileName ?? '', mediaPath: `${folder}/${file}` }
    })
  })
  await writeFile(join(dataFolder, 'sound-files.json'), JSON.stringify(files))
  await rm(folder, { recursive: true })
}

export async function openSoundArchive(dataFolder: string): Promise<SoundArchive> {
  const files = z.parse(SoundFiles, JSON.parse(await readFile(join(dataFolder, 'sound-files.json'), 'utf8')))
  return {
    dataFolder,
    mediaFolder: join(dataFolder, 'media'),
    fileNames: files.map(({ fileName }) => fileName),
    mediaPaths: files.map(({ mediaPath }) => mediaPath),
  }
}

async function createTrack({ probe }: Services, path: string, index: number): Promise<NewTrack> {
  await writeNoise(path)
  const read = await probe.infoOf(path)
  if (read.kind !== 'audio') throw new Error('The made-up sound is not taken for one')
  return { title: `Rauschen ${index + 1}`, file: { item: { from: 'path', path, link: true }, info: read } }
}

/** Stereo WAV full of noise, SOUND_BYTES long. */
async function writeNoise(path: string): Promise<void> {
  const bytes = SOUND_BYTES - WAV_HEADER_BYTES
  const noise = randomBytes(1024 * 1024)
  const file = await open(path, 'wx')
  try {
    await file.write(wavHeader({ sampleRate: 44_100, channels: 2, bits: 16, bytes }))
    for (let missing = bytes; missing > 0; missing -= noise.byteLength)
      await file.write(noise.subarray(0, Math.min(missing, noise.byteLength)))
  } finally {
    await file.close()
  }
}
