import type { ReactNode } from 'react'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './CardText.module.css'

interface CardTextProps {
  /** What the card shows, such as an album; this text is above the title. */
  kind?: string
  title: string
  below: ReactNode
  children: ReactNode
}

/** The texts of a card, with `children` below them. */
export function CardText({ kind, title, below, children }: CardTextProps) {
  return (
    <div className={styles.main}>
      {kind !== undefined && <p className={styles.kind}>{kind}</p>}
      <Text as="p" weight="semibold" truncate className={styles.title} title={title} dir="auto">
        {title}
      </Text>
      <Text as="p" size="sm" tone="muted" truncate dir="auto">
        {below}
      </Text>
      {children}
    </div>
  )
}
