import { join } from 'node:path'
import { operator } from '../server/src/features/audit-log/index.ts'
import { addVideo } from '../server/src/features/videos/index.ts'
import type { Services } from '../server/src/services.ts'

/** A short generated video and its poster. */
interface DemoVideo {
  file: string
  poster: string
  title: string
  description: string
  /** The upload date, yyyy-MM-dd. */
  day: string
}

export const videos: readonly DemoVideo[] = [
  {
    file: 'nordlicht.mp4',
    poster: 'nordlicht.jpg',
    title: 'Nordlicht über Nebelkanal',
    description: 'Eine Nacht am Kanal, ohne Ton vom Ufer aufgenommen.\nDie Musik kam später dazu.',
    day: '2026-02-14',
  },
  {
    file: 'zellen.mp4',
    poster: 'zellen.jpg',
    title: 'Zellen (Probelauf)',
    description: 'Was aus ein paar Punkten wird, wenn man sie nach drei einfachen Regeln wachsen lässt.',
    day: '2025-11-02',
  },
  {
    file: 'sturz.webm',
    poster: 'sturz.jpg',
    title: 'Sturz ins Kleine',
    description: '',
    day: '2025-06-21',
  },
]

/** Adds the videos that are missing. */
export async function addVideos(services: Services, log: (line: string) => void): Promise<void> {
  const present = await services.db.selectFrom('videos').select('title').execute()
  const titles = new Set(present.map(({ title }) => title))
  // Oldest first, in the order of real uploads.
  for (const video of videos.toReversed()) {
    if (titles.has(video.title)) continue
    const path = join(import.meta.dirname, 'films', video.file)
    const info = await services.probe.videoInfoOf(path)
    if (info.kind !== 'video') throw new Error(`The demo brought a file that is no film: ${video.file}`)
    await addVideo(services, operator, {
      title: video.title,
      description: video.description,
      uploadDate: video.day,
      videoFile: { item: { from: 'path', path, link: false }, info },
      thumbnail: { from: 'path', path: join(import.meta.dirname, 'films', video.poster), link: false },
    })
    log(`  ${video.title}`)
  }
}
