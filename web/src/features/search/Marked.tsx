import { markedParts } from './marks.ts'
import styles from './SearchDialog.module.css'

/** A text with the parts marked that match the search. */
export function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  return markedParts(text, terms).map(({ text: part, isMarked }, index) =>
    isMarked ? (
      // The parts of a text have no other identity than their place.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
