import type { Quote as QuotedMessage } from '@tonarchiv/contract/chat'
import { imageUrl } from '#client/media.ts'
import { PersonName } from '#features/presence/index.ts'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './Quote.module.css'

interface QuoteProps {
  quote: QuotedMessage
  /** Shows the message; absent where there is nothing to jump to. */
  onJump?: ((messageId: string) => void) | undefined
}

/**
 * The message that a reply answers. A press shows it, unless it has been deleted; a press on the name opens the profile
 * of its author.
 */
export function Quote({ quote, onJump }: QuoteProps) {
  const { id, userId, displayName, excerpt, thumbnailUrl } = quote
  if (excerpt === null)
    return <p className={classNames(styles.quote, styles.gone)}>Ursprüngliche Nachricht gelöscht</p>
  const className = classNames(styles.quote, thumbnailUrl !== null && styles['with-picture'])
  const picture = thumbnailUrl !== null && (
    <img className={styles.picture} src={imageUrl(thumbnailUrl)} alt="" />
  )
  const text = (
    <span className={classNames(styles.text, 'truncate')} dir="auto">
      {quotedContent(quote)}
    </span>
  )
  if (!onJump)
    return (
      <span className={className}>
        {picture}
        <span className={classNames(styles.author, 'truncate')} dir="auto">
          {displayName}
        </span>
        {text}
      </span>
    )
  return (
    <div className={className}>
      {picture}
      <PersonName id={userId} displayName={displayName} isTabStop={false} className={styles.author} />
      <button type="button" className={styles.jump} onClick={() => onJump(id)}>
        <span className="sr">Antwort auf {displayName} </span>
        {text}
        <span className="sr"> Zur Nachricht springen</span>
      </button>
    </div>
  )
}

const CARD_NAMES = {
  track: 'Song',
  moment: 'Moment',
  album: 'Album',
  playlist: 'Playlist',
  video: 'Video',
  premiere: 'Premiere',
} as const

/** The text of a quoted message or, if it has none, a name for its content, such as an image. */
export function quotedContent({
  excerpt,
  mediaType,
  card,
}: Pick<QuotedMessage, 'excerpt' | 'mediaType' | 'card'>): string {
  if (excerpt !== null && excerpt !== '') return excerpt
  if (card) return CARD_NAMES[card.kind]
  if (mediaType === 'voice') return 'Sprachnachricht'
  return mediaType === 'image' ? 'Bild' : ''
}
