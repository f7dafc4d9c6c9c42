import { usePageTitle } from '#page-title.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './PageSkeleton.module.css'

type Shape = 'covers' | 'cards' | 'lines'

/** What each page begins with, by its path. */
const PAGES: Readonly<Record<string, { title: string; shape: Shape }>> = {
  '/': { title: 'Home', shape: 'covers' },
  '/archive': { title: 'Archive', shape: 'covers' },
  '/videos': { title: 'Videos', shape: 'covers' },
  '/favorites': { title: 'Lieblingssongs', shape: 'lines' },
  '/chat': { title: 'Chat Room', shape: 'lines' },
  '/friends': { title: 'Freunde', shape: 'cards' },
  '/settings': { title: 'Einstellungen', shape: 'cards' },
  '/admin': { title: 'Admin Panel', shape: 'lines' },
}
const COUNTS: Readonly<Record<Shape, number>> = { covers: 10, cards: 6, lines: 8 }

/** The outline of a page whose chunk is on its way: its heading, and places in the shape of what comes. */
export function PageSkeleton({ path }: { path: string }) {
  const { title, shape } = PAGES[path] ?? { title: '', shape: 'lines' }
  usePageTitle(title)
  return (
    <div className={styles.page}>
      {title !== '' && title !== 'Home' && <h1>{title}</h1>}
      <output className="sr">Lädt</output>
      <div className={styles[shape]}>
        {Array.from({ length: COUNTS[shape] }, (_, index) => (
          <Skeleton key={index} className={styles.place} />
        ))}
      </div>
    </div>
  )
}
