import type { Card } from '@tonarchiv/contract/cards'
import type { ReactNode } from 'react'
import { MessageCard } from '#features/cards/index.ts'
import styles from './Message.module.css'

/** A card, with the text of its message below. */
export function CardBubble({ card, children }: { card: Card; children: ReactNode }) {
  return (
    <div className={styles.moment}>
      <MessageCard card={card} />
      {children && (
        <p className={styles['moment-text']} dir="auto">
          {children}
        </p>
      )}
    </div>
  )
}
