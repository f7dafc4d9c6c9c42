import { classNames } from '#ui/dom/class-names.ts'
import styles from './EmojiGlyph.module.css'

/**
 * An emoji in the font of the system. It is hidden from screen readers, so a text beside it or the label of an element
 * around it must name it.
 */
export function EmojiGlyph({ emoji, className }: { emoji: string; className?: string | undefined }) {
  return (
    <span className={classNames(styles.glyph, className)} aria-hidden>
      {emoji}
    </span>
  )
}
