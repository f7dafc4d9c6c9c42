import type { ShownScope } from '@tonarchiv/contract/key-batches'
import { scopeText } from '@tonarchiv/contract/scope-text'
import { imageUrl } from '#client/media.ts'
import { Cover } from '#ui/components/images/Cover.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './ScopeGlyph.module.css'

/** Widths of the spines, in pixels. They are the same for every key, because the glyph is a symbol and not a chart. */
const SPINES = [4, 2, 3, 5, 2, 3, 2, 4, 3, 2, 5, 2, 3, 4, 2, 3]
/** Which spines are highlighted, by how much of the archive is open. */
const LIT = {
  all: new Set(SPINES.keys()),
  some: new Set([1, 2, 4, 5, 6, 8, 9, 11, 12, 14, 15]),
  few: new Set([2, 5, 8, 12, 15]),
  none: new Set<number>(),
}

interface ScopeShelfProps {
  lit: keyof typeof LIT
  /** The accessible name; missing if a text beside the shelf says the same. */
  label?: string
}

/** A small shelf whose highlighted spines stand for the open part of the archive. */
export function ScopeShelf({ lit, label }: ScopeShelfProps) {
  return (
    <span className={styles.shelf} {...nameOf(label)}>
      {SPINES.map((width, index) => (
        <i
          // oxlint-disable-next-line react/no-array-index-key -- fixed positions
          key={index}
          className={classNames(LIT[lit].has(index) && styles.lit)}
          style={{ width }}
        />
      ))}
    </span>
  )
}

interface ScopeGlyphProps {
  scope: Omit<ShownScope, 'hasVideos'>
  /** Whether a text beside the glyph says the same; screen readers then ignore the glyph. */
  isDecoration?: boolean
}

/** What a key opens, as a small drawing: a shelf with highlighted spines, or the sleeves of chosen albums. */
export function ScopeGlyph({ scope, isDecoration = false }: ScopeGlyphProps) {
  const { kind, types, albums, albumCount } = scope
  const label = isDecoration ? {} : { label: scopeText(scope) }
  if (kind === 'all') return <ScopeShelf lit="all" {...label} />
  if (kind === 'types' || albums.length === 0)
    return <ScopeShelf lit={types.length > 1 ? 'some' : 'few'} {...label} />
  const more = albumCount - albums.length
  return (
    <span className={styles.sleeves} {...nameOf(label.label)}>
      {albums.map(({ id, coverUrl }) => (
        <Cover
          key={id}
          className={styles.sleeve}
          src={coverUrl === null ? undefined : imageUrl(coverUrl)}
          size={24}
          fixed
        />
      ))}
      {more > 0 && <b>+{more}</b>}
    </span>
  )
}

const nameOf = (label: string | undefined) =>
  label === undefined ? ({ 'aria-hidden': true } as const) : { role: 'img', 'aria-label': label }
