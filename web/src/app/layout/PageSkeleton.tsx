import { usePageTitle } from '#page-title.ts'
import { Skeleton } from '#ui/components/Skeleton.tsx'
import { pageNameOf } from './page-names.ts'
import styles from './PageSkeleton.module.css'

type Shape = 'covers' | 'cards' | 'lines'

/** What each page begins with, by its path. */
const SHAPES: Readonly<Record<string, Shape>> = {
  '/': 'covers',
  '/archive': 'covers',
  '/videos': 'covers',
  '/favorites': 'lines',
  '/chat': 'lines',
  '/friends': 'cards',
  '/settings': 'cards',
  '/admin': 'lines',
}
const COUNTS: Readonly<Record<Shape, number>> = { covers: 10, cards: 6, lines: 8 }

/** The outline of a page whose chunk is on its way: its heading, and places in the shape of what comes. */
export function PageSkeleton({ path }: { path: string }) {
  const title = pageNameOf(path)
  const shape = SHAPES[path] ?? 'lines'
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
