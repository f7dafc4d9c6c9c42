import { classNames } from '#ui/dom/class-names.ts'
import styles from './KeyChip.module.css'

/** A key as a paper tag; grey when it cannot be redeemed any more. */
export function KeyChip({ value, isOff = false }: { value: string; isOff?: boolean }) {
  return <span className={classNames(styles.key, isOff && styles.off)}>{value}</span>
}

/** A batch of keys as a pile of paper tags; `text` is the number of keys. */
export function KeyPile({ text }: { text: string }) {
  return (
    <span className={styles.pile}>
      <span className={classNames(styles.key, styles.label)}>{text}</span>
    </span>
  )
}
