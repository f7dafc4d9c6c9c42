import type { ReactElement } from 'react'
import type { Card } from '@tonarchiv/contract/cards'
import type { ChatMessage } from '@tonarchiv/contract/chat'
import { useCardTitle } from '#features/cards/index.ts'
import { PersonName } from '#features/presence/index.ts'
import styles from './Message.module.css'

/** The line above the card of a message that the server has written: who has uploaded or announced what. */
export function UploadLine({ message, card }: { message: ChatMessage; card: Card }) {
  const title = useCardTitle(card)
  const quoted = title === undefined ? undefined : <span dir="auto">„{title}“</span>
  return (
    <span className={styles.upload}>
      <PersonName
        id={message.userId}
        displayName={message.displayName}
        username={message.username}
        isTabStop={false}
        className={styles.name}
      />{' '}
      {card.kind === 'premiere' ? announced(quoted) : uploaded(card, quoted)}
    </span>
  )
}

type Quoted = ReactElement | undefined

const uploaded = (card: Card, quoted: Quoted) => (
  <>hat {quoted ?? (card.kind === 'video' ? 'ein Video' : 'ein Album')} hochgeladen</>
)

const announced = (quoted: Quoted) =>
  quoted === undefined ? 'hat eine Premiere angekündigt' : <>hat die Premiere von {quoted} angekündigt</>
