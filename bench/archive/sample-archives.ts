import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onInterruption } from '../interruption.ts'
import { root } from '../places.ts'
import { fillArchive } from './fill-archive.ts'
import { sampleAlbums } from './sample-albums.ts'
import { createSoundArchive, openSoundArchive, type SoundArchive } from './sound-archive.ts'

/** A generated archive, as the product stores it. */
export interface SampleArchive {
  label: string
  albums: number
  dataFolder: string
  databasePath: string
  /** Of the albums, oldest first. */
  titles: readonly string[]
  /** All titles of each album. */
  texts: readonly string[]
}

export interface SampleArchives {
  small: SampleArchive
  large: SampleArchive
  /** Few albums with large files. */
  sound: SoundArchive
}

const SMALL = 1360
const LARGE = 10_000
const NAME = 'tonarchiv-bench-archives-'
/** The files that determine the archives: when one of them changes, the archives are generated again. */
const CREATED_BY = [
  'bench/archive/*.ts',
  'server/src/database/migrations/*.ts',
  'server/src/features/catalog/**/*.ts',
]

/** The archives to measure with: generated once, stored in the system's folder for temporary files, and reused. */
export async function openSampleArchives(log: (message: string) => void): Promise<SampleArchives> {
  const name = `${NAME}${await fingerprint()}`
  const folder = join(tmpdir(), name)
  if (!(await exists(folder))) {
    for (const other of await readdir(tmpdir()))
      if (other.startsWith(NAME)) await rm(join(tmpdir(), other), { recursive: true, force: true })
    await createArchives(folder, log)
  }
  return {
    small: describe(join(folder, 'small'), SMALL),
    large: describe(join(folder, 'large'), LARGE),
    sound: await openSoundArchive(join(folder, 'sound')),
  }
}

async function createArchives(folder: string, log: (message: string) => void): Promise<void> {
  // Generated under another name first, so that an interrupted run leaves nothing that looks finished.
  const making = `${folder}.${process.pid}`
  const forget = onInterruption(async () => rm(making, { recursive: true, force: true }))
  await mkdir(making)
  log(`Making the archives, once, in ${tmpdir()} …`)
  const begunAt = performance.now()
  try {
    await fillArchive(join(making, 'small'), SMALL)
    await fillArchive(join(making, 'large'), LARGE)
    await createSoundArchive(join(making, 'sound'))
    await rename(making, folder)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    throw error
  } finally {
    forget()
  }
  log(`Made in ${Math.round((performance.now() - begunAt) / 1000)} s.\n`)
}

function describe(dataFolder: string, albums: number): SampleArchive {
  const created = [...sampleAlbums(albums)]
  const tracks = created.reduce((sum, album) => sum + album.tracks.length, 0)
  return {
    label: `${albums.toLocaleString('en')} albums, ${tracks.toLocaleString('en')} tracks`,
    albums,
    dataFolder,
    databasePath: join(dataFolder, 'archive.sqlite'),
    titles: created.map(({ title }) => title),
    texts: created.map(({ title, tracks }) => [title, ...tracks.map((track) => track.title)].join('\n')),
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  const files = globSync(CREATED_BY, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
