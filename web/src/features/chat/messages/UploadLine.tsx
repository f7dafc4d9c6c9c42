import type { Card } from '@tonarchiv/contract/cards'
import type { ChatMessage } from '@tonarchiv/contract/chat'
import { useCardTitle } from '#features/cards/index.ts'
import { PersonName } from '#features/presence/index.ts'
import styles from './Message.module.css'

/** The line above the card of a message that the server has written: who has uploaded what. */
export function UploadLine({ message, card }: { message: ChatMessage; card: Card }) {
  const title = useCardTitle(card)
  const kind = card.kind === 'video' ? 'ein Video' : 'ein Album'
  return (
    <span className={styles.upload}>
      <PersonName
        id={message.userId}
        displayName={message.displayName}
        username={message.username}
        isTabStop={false}
        className={styles.name}
      />{' '}
      hat {title === undefined ? kind : <span dir="auto">„{title}“</span>} hochgeladen
    </span>
  )
}
