import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from '#storage/disk/sync-path.ts'
import type { ExportRun } from './export-run.ts'
import { hasOtherImage, type PlacedImage } from './place-cover.ts'
import type { FilePlacer } from './place-files.ts'
import { hasTags, planTags, type ReadAudio } from './plan-tags.ts'
import type { ExportedAlbum, ExportedTrack } from './store.ts'
import type { TagChanges } from './tags/tag-writer.ts'

interface Placing {
  aside: string
  folder: string
  files: readonly { track: ExportedTrack; name: string | undefined }[]
  cover: PlacedImage | undefined
}

/**
 * Writes the files of an album into the export. The tags of the archive are written into the files whose tags differ.
 * @returns the sizes of the files in bytes; undefined for a track without a file, or whose file is missing
 */
export async function placeTracks(
  run: ExportRun,
  album: ExportedAlbum,
  { aside, folder, files, cover }: Placing,
): Promise<(number | undefined)[]> {
  const { placer, probe, report } = run
  const sources: (string | undefined)[] = []
  for (const { track, name } of files) {
    run.stop?.throwIfAborted()
    sources.push(name === undefined ? undefined : await sourceOf(placer, track, join(aside, name)))
    if (name !== undefined && sources.at(-1) === undefined)
      report.missing.push(`${album.title}: ${track.title}`)
  }
  const read = await probe.infoOfAll(sources.flatMap((source) => source ?? []))
  const results = read.values()
  const infos = sources.map((source) => {
    const info = source === undefined ? undefined : results.next().value
    return info?.kind === 'audio' ? info : undefined
  })
  const plans = planTags(
    album,
    files.map(({ track }, index) => ({ track, info: infos[index] })),
  )
  const sizes: (number | undefined)[] = []
  for (const [index, { track, name }] of files.entries()) {
    run.stop?.throwIfAborted()
    const [source, info] = [sources[index], infos[index]]
    if (name === undefined || source === undefined) {
      sizes.push(undefined)
      continue
    }
    const front = info && cover && (await hasOtherImage(source, info, cover)) ? cover : undefined
    const changes = plans[index] ?? (front === undefined ? undefined : {})
    const file = { path: join(aside, name), shown: `${folder}/${name}`, source, info }
    sizes.push(await placeTrack(run, track, file, changes, front))
  }
  return sizes
}

/** The path of a track's file on the local disk. If the file is not on the local disk, it is downloaded to `path`. */
async function sourceOf(
  placer: FilePlacer,
  { storageName }: ExportedTrack,
  path: string,
): Promise<string | undefined> {
  if (storageName === null) return undefined
  const local = await placer.localPath(storageName)
  if (local !== undefined) return local
  const sizeBytes = await placer.place(storageName, path, { isOwn: true })
  return sizeBytes === undefined ? undefined : path
}

interface PlacedFile {
  path: string
  /** The path below the folder of the export, for the report. */
  shown: string
  source: string
  info: ReadAudio | undefined
}

/**
 * Writes the file of a track.
 * @returns the size of the file in bytes
 */
async function placeTrack(
  run: ExportRun,
  { storageName }: ExportedTrack,
  { path, shown, source, info }: PlacedFile,
  changes: TagChanges | undefined,
  front: PlacedImage | undefined,
): Promise<number | undefined> {
  if (storageName === null) return undefined
  const load = async (isOwn: boolean) => run.placer.place(storageName, path, { isOwn })
  const isTagged = changes !== undefined && info !== undefined
  if (source !== path) await load(isTagged)
  if (isTagged) {
    if ((await run.tagWriter.write({ path, changes, front })) && (await isGood(run, path, info, changes)))
      run.report.tagged += 1
    else {
      run.report.untagged.push(shown)
      await rm(path)
      await load(false)
    }
  }
  await syncPath(path)
  return (await stat(path)).size
}

/** Maximum difference in seconds between the durations of a file before and after tags were written into it. */
const SAME_SECONDS = 0.1

/** Whether a tagged file has the new tags, and the same format, codec and duration as the original. */
async function isGood(
  { probe }: ExportRun,
  path: string,
  before: ReadAudio,
  changes: TagChanges,
): Promise<boolean> {
  const [after] = await probe.infoOfAll([path])
  return (
    after?.kind === 'audio' &&
    after.format === before.format &&
    after.codec === before.codec &&
    Math.abs(after.durationSeconds - before.durationSeconds) <= SAME_SECONDS &&
    hasTags(after, changes)
  )
}
