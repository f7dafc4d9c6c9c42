import { addVideo } from '#features/videos/index.ts'
import { operator } from '#features/audit-log/index.ts'
import type { Services } from '#services.ts'
import { nothingTaken, stateOf } from './add-new-albums.ts'
import { dayOfFileName, titleOfVideo } from '../plan/names.ts'
import type { ReadVideo } from '../read/read-folders.ts'
import type { ImportReport } from '../record/report.ts'
import { requireSpace } from './required-space.ts'
import { recordSources } from '../record/store.ts'

/**
 * Adds a video with the record of its file. Title and date come from the file's name, or otherwise the date from the
 * file.
 */
export async function addVideoOfFolder(
  services: Services,
  video: ReadVideo,
  report: ImportReport,
  { mayLink, isDryRun }: { mayLink: boolean; isDryRun: boolean },
): Promise<void> {
  const { path, name, modifiedAt, info } = video
  const title = titleOfVideo(name)
  const uploadDate = dayOfFileName(name) ?? new Date(modifiedAt).toISOString().slice(0, 10)
  if (isDryRun) {
    report.planned.push(`video    ${title} (${uploadDate})`)
    return
  }
  await requireSpace(services, [video], mayLink)
  const item = { from: 'path', path, link: mayLink, follows: true } as const
  const added = { title, description: '', uploadDate, videoFile: { item, info } }
  await addVideo(services, operator, added, async (trx, videoId) =>
    recordSources(trx, [{ ...stateOf(video), ...nothingTaken, videoId }]),
  )
  report.videos += 1
}
