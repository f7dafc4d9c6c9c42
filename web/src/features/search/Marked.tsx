import { markedParts } from './marks.ts'
import styles from './SearchDialog.module.css'

/** A text in which the parts that match the search are highlighted. */
export function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  return markedParts(text, terms).map(({ text: part, isMarked }, index) =>
    isMarked ? (
      // The parts of a text have no key other than their index.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
