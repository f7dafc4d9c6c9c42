import { classNames } from '#ui/dom/class-names.ts'
import styles from './EmojiGlyph.module.css'

/** An emoji in the font of the system; its name stands beside it or in the label around it. */
export function EmojiGlyph({ emoji, className }: { emoji: string; className?: string | undefined }) {
  return (
    <span className={classNames(styles.glyph, className)} aria-hidden>
      {emoji}
    </span>
  )
}
