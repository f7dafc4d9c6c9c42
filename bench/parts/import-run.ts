/** One run over a folder of music in a process of its own, so that its processor time and memory can be measured. */
import { closeSync, copyFileSync, fsyncSync, mkdirSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { openNameReader } from '../../server/src/features/music-import/read/file-names.ts'
import { musicFolders } from '../../server/src/features/music-import/read/walk-music.ts'
import type { Services } from '../../server/src/services.ts'
import { openProbePool } from '../../server/src/audio-probe/pool/probe-pool.ts'
import { limitHeapGrowth } from '../../server/src/cli/limit-heap-growth.ts'

/** What a run prints, as JSON. */
export interface ImportRun {
  tracks: number
  /** Processor time of all threads, without the start of the process. */
  cpuMs: number
  wallMs: number
  peakBytes: number
}

const FLOOR_BYTES = 32 * 1024
const FLOOR_ROWS_AT_ONCE = 1000

/** The least work of an import: walk the folder, read the head of each file, write a row. */
async function floor(folder: string, dataFolder: string): Promise<number> {
  const db = new DatabaseSync(join(dataFolder, 'floor.sqlite'))
  db.exec('pragma journal_mode = wal; create table tracks (id integer primary key, path text, head integer)')
  const insert = db.prepare('insert into tracks (path, head) values (?, ?)')
  const head = Buffer.allocUnsafe(FLOOR_BYTES)
  let tracks = 0
  db.exec('begin')
  for (const { files } of musicFolders(folder, '', () => {}, openNameReader())) {
    for (const { path } of files) {
      const fd = openSync(path, 'r')
      insert.run(path, readSync(fd, head, 0, FLOOR_BYTES, 0))
      closeSync(fd)
      tracks += 1
      if (tracks % FLOOR_ROWS_AT_ONCE === 0) db.exec('commit; begin')
    }
  }
  db.exec('commit')
  db.close()
  return tracks
}

/** The least work of storing: copy each file and sync it, one after the other, without rows. */
async function copy(folder: string, dataFolder: string): Promise<number> {
  let tracks = 0
  const target = join(dataFolder, 'floor')
  mkdirSync(target)
  for (const { files } of musicFolders(folder, '', () => {}, openNameReader())) {
    for (const { path } of files) {
      const copied = join(target, `${tracks}.copy`)
      copyFileSync(path, copied)
      const fd = openSync(copied, 'r')
      fsyncSync(fd)
      closeSync(fd)
      tracks += 1
    }
  }
  return tracks
}

/** Reads all info from the files, without writing anything. */
async function info(folder: string): Promise<number> {
  const pool = openProbePool()
  let tracks = 0
  let reading: Promise<number>[] = []
  const countMusic = async (paths: string[]) =>
    (await pool.infoOfAll(paths)).filter(({ kind }) => kind === 'audio').length
  for (const { files } of musicFolders(folder, '', () => {}, openNameReader())) {
    reading.push(countMusic(files.map(({ path }) => path)))
    if (reading.length < 16) continue
    for (const read of await Promise.all(reading)) tracks += read
    reading = []
  }
  for (const read of await Promise.all(reading)) tracks += read
  await pool.close()
  return tracks
}

/** The complete import of the product. */
async function whole(folder: string, dataFolder: string): Promise<number> {
  // Imported here, so that the other runs do not load the whole server.
  const { importMusic } = await import('../../server/src/features/music-import/index.ts')
  const { withServices } = await import('../archive/with-services.ts')
  const run = async (services: Services) => {
    const { tracks, knownFiles } = await importMusic(services, folder)
    return tracks + knownFiles
  }
  // The command line opens its services with the same options.
  return withServices(dataFolder, run, {}, { probeThreads: 1, cacheKilobytes: 4000 })
}

const [what = '', folder = '', dataFolder = ''] = process.argv.slice(2)
const runs: Record<string, (folder: string, dataFolder: string) => Promise<number>> = {
  floor,
  copy,
  info,
  whole,
}
const run = runs[what]
if (run === undefined) throw new Error(`There is no run "${what}"`)
// The command line does this, too.
limitHeapGrowth()
const before = process.cpuUsage()
const startedAt = performance.now()
const tracks = await run(folder, dataFolder)
const { user, system } = process.cpuUsage(before)
const result: ImportRun = {
  tracks,
  cpuMs: (user + system) / 1000,
  wallMs: performance.now() - startedAt,
  peakBytes: process.resourceUsage().maxRSS * 1024,
}
console.log(JSON.stringify(result))
