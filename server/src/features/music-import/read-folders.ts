import { TRACK_MAX_BYTES } from '@tonarchiv/contract/archive-editing'
import type { Services } from '#services.ts'
import type { ReadFile } from './plan-albums.ts'
import type { Skipped } from './report.ts'
import { importedBefore } from './store.ts'
import { musicFolders, type MusicFile, type MusicFolder } from './walk-music.ts'

/** A folder whose new files were read. */
export interface ReadFolder {
  folder: MusicFolder
  /** New files that are music. */
  files: ReadFile[]
  /** Files that were imported in an earlier run. */
  knownFiles: number
  skipped: Skipped[]
}

/** Files that are sent to a thread in one batch. */
const FILES_AT_ONCE = 32
/** Most folders and files that are read ahead while previous ones are written. */
const FOLDERS_AHEAD = 8
const FILES_AHEAD = 400

/** Reads folder after folder, some of them ahead. `leftOut` is a folder to skip. */
export async function* readFolders(
  services: Pick<Services, 'db' | 'probe'>,
  root: string,
  leftOut: string,
): AsyncGenerator<ReadFolder> {
  let passedBy: Skipped[] = []
  const walk = musicFolders(root, leftOut, (path, reason) => passedBy.push({ path, reason }))
  const ahead: { reading: Promise<ReadFolder>; files: number }[] = []
  let filesAhead = 0
  let isOver = false
  for (;;) {
    while (!isOver && ahead.length < FOLDERS_AHEAD && (ahead.length === 0 || filesAhead < FILES_AHEAD)) {
      const { value: folder, done } = walk.next()
      isOver = done === true
      if (folder === undefined) break
      const reading = readFolder(services, folder, passedBy)
      // The error is handled when the result is awaited; this prevents an unhandled rejection before.
      reading.catch(() => {})
      ahead.push({ reading, files: folder.files.length })
      filesAhead += folder.files.length
      passedBy = []
    }
    const next = ahead.shift()
    if (next === undefined) break
    filesAhead -= next.files
    yield await next.reading
  }
  const nothing: MusicFolder = { name: '', path: root, parents: [], files: [], coverPaths: [] }
  if (passedBy.length > 0) yield { folder: nothing, files: [], knownFiles: 0, skipped: passedBy }
}

async function readFolder(
  { db, probe }: Pick<Services, 'db' | 'probe'>,
  folder: MusicFolder,
  skipped: Skipped[],
): Promise<ReadFolder> {
  const known = await importedBefore(db, folder.files)
  const fresh: MusicFile[] = []
  let knownFiles = 0
  for (const file of folder.files) {
    const before = known.get(file.path)
    if (before === undefined) {
      if (file.sizeBytes > TRACK_MAX_BYTES) skipped.push({ path: file.path, reason: 'too-large' })
      else fresh.push(file)
    } else if (before.sizeBytes === file.sizeBytes && before.modifiedAt === file.modifiedAt) knownFiles += 1
    else skipped.push({ path: file.path, reason: 'changed' })
  }
  const files: ReadFile[] = []
  const batches = Array.from({ length: Math.ceil(fresh.length / FILES_AT_ONCE) }, (_, index) =>
    fresh.slice(index * FILES_AT_ONCE, (index + 1) * FILES_AT_ONCE),
  )
  const read = await Promise.all(batches.map((batch) => probe.infoOfAll(batch.map(({ path }) => path))))
  for (const [index, found] of read.flat().entries()) {
    const file = fresh[index]
    if (file === undefined) continue
    if (found.kind === 'audio') files.push({ ...file, info: found })
    else skipped.push({ path: file.path, reason: found.kind === 'broken' ? found.reason : 'not-audio' })
  }
  return { folder, files, knownFiles, skipped }
}
