import { useState } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './AccessShelf.module.css'

const SPINES = [4, 2, 3, 5, 2, 3, 2, 4, 3, 2, 5, 2, 3, 4, 2, 3]
/** The order in which spines are lit. */
const ORDER = [1, 4, 7, 11, 14, 9, 2, 12, 5, 0, 15, 8, 3, 13, 6, 10]
/** Milliseconds between two spines that a new key lights, and until the last one begins. */
const STEP = 40
const LONGEST = 360

interface AccessShelfProps {
  open: number
  total: number
}

/**
 * The part of the archive that is open, as lit spines on a shelf. It is a symbol and not a chart to scale. When more
 * becomes open, the further spines are lit one after another.
 */
export function AccessShelf({ open, total }: AccessShelfProps) {
  const count = litCount(open, total)
  const [before, setBefore] = useState({ count, first: count })
  if (before.count !== count) setBefore({ count, first: Math.min(before.count, count) })
  const places = new Map(ORDER.map((index, place) => [index, place]))
  const step = Math.min(STEP, LONGEST / Math.max(1, count - before.first))
  return (
    <span className={styles.shelf} aria-hidden>
      {SPINES.map((width, index) => {
        const place = places.get(index) ?? 0
        const isNew = place >= before.first && place < count
        return (
          <i
            // oxlint-disable-next-line react/no-array-index-key -- fixed positions
            key={index}
            className={classNames(place < count && styles.lit, isNew && styles.new)}
            style={{
              width,
              animationDelay: isNew ? `${Math.round((place - before.first) * step)}ms` : undefined,
            }}
          />
        )
      })}
    </span>
  )
}

/** Number of lit spines: some for a part of the archive, all of them for the whole archive. */
function litCount(open: number, total: number): number {
  if (open <= 0) return 0
  if (open >= total) return SPINES.length
  return Math.min(SPINES.length - 1, Math.max(1, Math.round((SPINES.length * open) / total)))
}
