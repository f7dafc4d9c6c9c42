import type { ReactNode } from 'react'
import { useCoverTone } from '#features/catalog/index.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { toneStyle } from '#ui/dom/image-tone.ts'
import styles from './CardFrame.module.css'

interface CardFrameProps {
  /** The accessible name of the card. */
  label: string
  /** The cover that gives the card its colour. */
  cover: string
  className?: string | undefined
  children: ReactNode
}

/** The frame of a card: the picture, and its texts and buttons beside it. */
export function CardFrame({ label, cover, className, children }: CardFrameProps) {
  const tone = useCoverTone(cover)
  return (
    <article
      className={classNames(styles.card, 'toned', className)}
      style={toneStyle(tone)}
      aria-label={label}
      data-card
    >
      {children}
    </article>
  )
}
