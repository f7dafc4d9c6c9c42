import { imageUrl } from '#client/media.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { Cover } from '#ui/components/images/Cover.tsx'
import styles from './ScopeGlyph.module.css'

/** Widths of the spines, in pixels. They are the same for every key, because the glyph is a symbol and not a chart. */
const SPINES = [4, 2, 3, 5, 2, 3, 2, 4, 3, 2, 5, 2, 3, 4, 2, 3]
/** Which spines are copper when only some types of albums are open. */
const SOME = new Set([1, 2, 4, 5, 6, 8, 9, 11, 12, 14])

interface ScopeGlyphProps {
  scope: {
    kind: 'all' | 'types' | 'albums' | 'none'
    albumCount?: number | null
    /** The first chosen albums. */
    albums?: readonly { title: string; coverUrl: string | null }[]
  }
}

/**
 * A picture of what a key opens: a shelf whose copper-coloured spines stand for open albums, or the sleeves of chosen
 * albums.
 */
export function ScopeGlyph({ scope }: ScopeGlyphProps) {
  const { kind, albums = [], albumCount } = scope
  if (kind === 'albums' && albums.length > 0) {
    const more = (albumCount ?? albums.length) - albums.length
    return (
      <span className={styles.sleeves} aria-hidden>
        {albums.map(({ title, coverUrl }) => (
          <span key={title} className={styles.sleeve}>
            <Cover src={coverUrl === null ? undefined : imageUrl(coverUrl)} size={24} fixed />
          </span>
        ))}
        {more > 0 && <span className={styles.more}>+{more}</span>}
      </span>
    )
  }
  const isOpen = (index: number) => kind === 'all' || (kind !== 'none' && SOME.has(index))
  return (
    <span className={styles.shelf} aria-hidden>
      {SPINES.map((width, index) => (
        <i
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className={classNames(styles.spine, isOpen(index) && styles.open)}
          style={{ width: `${width}px` }}
        />
      ))}
    </span>
  )
}
