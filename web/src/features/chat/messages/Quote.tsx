import type { Quote as QuotedMessage } from '@tonarchiv/contract/chat'
import { imageUrl } from '#client/media.ts'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './Quote.module.css'

interface QuoteProps {
  quote: QuotedMessage
  /** Shows the message; absent where there is nothing to jump to. */
  onJump?: ((messageId: string) => void) | undefined
}

/** The message that a reply answers. A press shows it, unless it has been deleted. */
export function Quote({ quote, onJump }: QuoteProps) {
  const { id, displayName, excerpt, thumbnailUrl } = quote
  if (excerpt === null)
    return <p className={classNames(styles.quote, styles.gone)}>Ursprüngliche Nachricht gelöscht</p>
  const content = (
    <>
      {thumbnailUrl !== null && <img className={styles.picture} src={imageUrl(thumbnailUrl)} alt="" />}
      <span className={classNames(styles.author, 'truncate')} dir="auto">
        {displayName}
      </span>
      <span className={classNames(styles.text, 'truncate')} dir="auto">
        {quotedContent(quote)}
      </span>
    </>
  )
  const className = classNames(styles.quote, thumbnailUrl !== null && styles['with-picture'])
  if (!onJump) return <span className={className}>{content}</span>
  return (
    <button type="button" className={className} onClick={() => onJump(id)}>
      <span className="sr">Antwort auf </span>
      {content}
      <span className="sr"> Zur Nachricht springen</span>
    </button>
  )
}

const CARD_NAMES = {
  track: 'Song',
  moment: 'Moment',
  album: 'Album',
  playlist: 'Playlist',
  video: 'Video',
} as const

/** The text of a quoted message, or what it is instead of a text. */
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
