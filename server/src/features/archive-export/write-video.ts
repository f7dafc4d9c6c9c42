import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { undefinedIfMissing } from '#storage/disk/missing.ts'
import { syncPath } from '#storage/disk/sync-path.ts'
import { keyOfName, safeName } from '#platform/file-names.ts'
import type { VideoEntry } from './archive-index.ts'
import type { ExportRun } from './export-run.ts'
import { placeImage } from './place-cover.ts'
import { FILE_MAX_BYTES } from './name-lengths.ts'
import type { ExportedVideo } from './store.ts'

const VIDEOS_FOLDER = 'Videos'

/**
 * Writes a video and its thumbnail. `taken` collects the file names that this run has used.
 * @returns the entry for the index; undefined when the storage does not contain the video
 */
export async function writeVideo(
  run: ExportRun,
  video: ExportedVideo,
  taken: Set<string>,
): Promise<VideoEntry | undefined> {
  const name = nameFor(video, taken)
  taken.add(keyOfName(name))
  run.report.filesDone += 1
  const path = `${VIDEOS_FOLDER}/${name}.${video.format}`
  const present = await stat(join(run.root, path)).catch(undefinedIfMissing)
  const isPresent = present?.size === video.sizeBytes
  await mkdir(join(run.root, VIDEOS_FOLDER), { recursive: true })
  if (isPresent) run.report.present += 1
  else {
    const aside = join(run.work, `${video.id}.video`)
    await rm(aside, { force: true })
    if ((await run.placer.place(video.storageName, aside, { isOwn: false })) === undefined) {
      run.report.missing.push(video.title)
      return undefined
    }
    await rename(aside, join(run.root, path))
    await syncPath(dirname(join(run.root, path)))
    run.report.videos += 1
  }
  const { size: sizeBytes } = await stat(join(run.root, path))
  return {
    id: video.id,
    title: video.title,
    description: video.description,
    uploadDate: video.uploadDate,
    createdAt: video.createdAt,
    file: { name: path, sizeBytes },
    thumbnail: await writeThumbnail(run, video, name),
  }
}

/** A name such as "2024-05-01 Title". Digits of the id are added if another video of this run has that name. */
function nameFor({ id, title, uploadDate }: ExportedVideo, taken: ReadonlySet<string>): string {
  const name = safeName(`${uploadDate} ${title}`, FILE_MAX_BYTES)
  return taken.has(keyOfName(name)) ? `${name} [${id.replaceAll('-', '').slice(-12)}]` : name
}

async function writeThumbnail(
  { root, work, placer, report }: ExportRun,
  { id, title, thumbnailStorageName }: ExportedVideo,
  name: string,
): Promise<VideoEntry['thumbnail']> {
  if (thumbnailStorageName === null) return null
  await rm(join(work, `${id}.part`), { force: true })
  const image = await placeImage(placer, thumbnailStorageName, work, id)
  if (image === undefined) {
    report.missing.push(`${title}: thumbnail`)
    return null
  }
  const path = `${VIDEOS_FOLDER}/${name}${extname(basename(image.path))}`
  await rename(image.path, join(root, path))
  return { name: path, sizeBytes: image.sizeBytes }
}
