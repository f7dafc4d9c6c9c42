import { usePageTitle } from '#page-title.ts'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { pageNameOf } from './page-names.ts'
import styles from './PageSkeleton.module.css'

type Shape = 'covers' | 'cards' | 'lines'

/** The form of each page's skeleton, by the path of the page. */
const SHAPES: Readonly<Record<string, Shape>> = {
  '/': 'covers',
  '/archive': 'covers',
  '/videos': 'covers',
  '/favorites': 'lines',
  '/playlists': 'covers',
  '/history': 'lines',
  '/chat': 'lines',
  '/messages': 'lines',
  '/rooms': 'lines',
  '/friends': 'cards',
  '/settings': 'cards',
  '/admin': 'lines',
}
const COUNTS: Readonly<Record<Shape, number>> = { covers: 10, cards: 6, lines: 8 }

/**
 * The skeleton of a page whose code is loading: the heading of the page, and placeholders in the form of its content.
 */
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
