import type { ChatMessage } from '@tonarchiv/contract/chat'
import { shownName } from '@tonarchiv/contract/presence'
import { imageUrl } from '#client/media.ts'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './Message.module.css'
import { MessageText } from './MessageText.tsx'
import { CardBubble } from './CardBubble.tsx'
import { messageExcerpt } from './excerpt.ts'
import { ImageAttachment } from './ImageAttachment.tsx'
import { ImageGrid } from './ImageGrid.tsx'
import { Quote } from './Quote.tsx'
import { VoiceMessage } from '../voice/VoiceMessage.tsx'

interface MessageBubbleProps {
  message: ChatMessage
  ownId: string
  /** Scrolls to the message that this one answers. */
  onJump: (messageId: string) => void
}

/** The content of a message: a text, an image with or without text, or a voice message. */
export function MessageBubble({ message, ownId, onJump }: MessageBubbleProps) {
  const { mediaType, mediaUrl, thumbnailUrl, mediaWidth, mediaHeight, mediaDuration, mediaPeaks } = message
  const text = message.content !== '' && <MessageText id={message.id} {...{ message, ownId }} />
  const name = shownName(message)
  const quote = message.replyTo && <Quote quote={message.replyTo} onJump={onJump} />
  if (message.card !== null)
    return (
      <>
        {quote}
        <CardBubble card={message.card}>{text}</CardBubble>
      </>
    )
  if (mediaUrl === null) {
    return (
      <div className={classNames(styles.bubble, styles.text)}>
        {quote}
        <div dir="auto">{text}</div>
      </div>
    )
  }
  if (message.images.length > 1) {
    return (
      <>
        {quote}
        <ImageGrid images={message.images} from={name} caption={message.content}>
          {text}
        </ImageGrid>
      </>
    )
  }
  if (mediaType === 'image') {
    return (
      <>
        {quote}
        <ImageAttachment
          address={imageUrl(mediaUrl)}
          preview={imageUrl(thumbnailUrl ?? mediaUrl)}
          width={mediaWidth}
          height={mediaHeight}
          alt={`Bild von ${name}`}
          caption={message.content}
          label={`Bild von ${name} vergrößern: ${messageExcerpt(message)}`}
        >
          {text}
        </ImageAttachment>
      </>
    )
  }
  return (
    <div className={classNames(styles.bubble, styles.voice)}>
      {quote}
      <VoiceMessage from={name} address={mediaUrl} duration={mediaDuration ?? 0} peaks={mediaPeaks} />
      {text && <p dir="auto">{text}</p>}
    </div>
  )
}
