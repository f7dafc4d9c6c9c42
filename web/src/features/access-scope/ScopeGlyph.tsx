import type { ShownScope } from '@tonarchiv/contract/key-batches'
import { imageUrl } from '#client/media.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { scopeLabel } from './scope-wording.ts'
import styles from './ScopeGlyph.module.css'

/** Widths of the spines. They have no meaning, because the glyph is a symbol and not a chart. */
const SPINES = [4, 2, 3, 5, 2, 3, 2, 4, 3, 2, 5, 2, 3, 4, 2, 3]

interface ScopeGlyphProps {
  scope: ShownScope
  /** Whether a text beside the glyph says the same; screen readers then ignore the glyph. */
  isDecoration?: boolean
}

/** What a key opens, as a small drawing: a shelf with highlighted spines, or the sleeves of chosen albums. */
export function ScopeGlyph({ scope, isDecoration = false }: ScopeGlyphProps) {
  const label = isDecoration ? { 'aria-hidden': true } : { role: 'img', 'aria-label': scopeLabel(scope) }
  const covers = scope.albums.flatMap(({ coverUrl }) => (coverUrl === null ? [] : [coverUrl]))
  if (scope.kind === 'albums' && covers.length > 0)
    return (
      <span className={styles.sleeves} {...label}>
        {covers.map((cover) => (
          <img key={cover} src={imageUrl(cover)} width={24} height={24} alt="" loading="lazy" />
        ))}
        {scope.albumCount > covers.length && <b>+{scope.albumCount - covers.length}</b>}
      </span>
    )
  const step = scope.kind === 'all' ? 1 : 4 - Math.min(3, scope.types.length)
  return (
    <span className={styles.shelf} {...label}>
      {SPINES.map((width, index) => (
        <i
          // oxlint-disable-next-line react/no-array-index-key -- fixed positions
          key={index}
          className={classNames((index + 1) % step === 0 && styles.lit)}
          style={{ width }}
        />
      ))}
    </span>
  )
}
