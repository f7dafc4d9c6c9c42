import { join } from 'node:path'
import { operator } from '../server/src/features/audit-log/index.ts'
import { addVideo } from '../server/src/features/videos/index.ts'
import type { Services } from '../server/src/services.ts'

/** A short film that a program has drawn, with its picture beside it: they lie in the folder `films`. */
interface DemoFilm {
  file: string
  picture: string
  title: string
  description: string
  /** yyyy-MM-dd. */
  day: string
}

export const films: readonly DemoFilm[] = [
  {
    file: 'nordlicht.mp4',
    picture: 'nordlicht.jpg',
    title: 'Nordlicht über Nebelkanal',
    description: 'Eine Nacht am Kanal, ohne Ton vom Ufer aufgenommen.\nDie Musik kam später dazu.',
    day: '2026-02-14',
  },
  {
    file: 'zellen.mp4',
    picture: 'zellen.jpg',
    title: 'Zellen (Probelauf)',
    description: 'Was aus ein paar Punkten wird, wenn man sie nach drei einfachen Regeln wachsen lässt.',
    day: '2025-11-02',
  },
  {
    file: 'sturz.webm',
    picture: 'sturz.jpg',
    title: 'Sturz ins Kleine',
    description: '',
    day: '2025-06-21',
  },
]

/** Adds the films that are missing. */
export async function addFilms(services: Services, tell: (line: string) => void): Promise<void> {
  const present = await services.db.selectFrom('videos').select('title').execute()
  const titles = new Set(present.map(({ title }) => title))
  // The newest last, as they would have come.
  for (const film of films.toReversed()) {
    if (titles.has(film.title)) continue
    const path = join(import.meta.dirname, 'films', film.file)
    const facts = await services.facts.videoFactsOf(path)
    if (facts.kind !== 'video') throw new Error(`The demo brought a file that is no film: ${film.file}`)
    await addVideo(services, operator, {
      title: film.title,
      description: film.description,
      uploadDate: film.day,
      film: { item: { from: 'path', path, link: false }, facts },
      thumbnail: { from: 'path', path: join(import.meta.dirname, 'films', film.picture), link: false },
    })
    tell(`  ${film.title}`)
  }
}
