import type { Card } from '@tonarchiv/contract/cards'
import type { ChatMessage } from '@tonarchiv/contract/chat'
import Clock3 from 'lucide-react/icons/clock-3'
import X from 'lucide-react/icons/x'
import { shownName } from '@tonarchiv/contract/presence'
import { useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { MessageCard } from '#features/cards/index.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { useImageTimeout } from '#ui/dom/image-timeout.ts'
import { Progress } from '#ui/components/controls/Progress.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { openImage } from '../media/image-viewer.ts'
import { shownSize } from '../media/media.ts'
import styles from './Message.module.css'
import { MessageText } from './MessageText.tsx'
import { excerptOf, messageExcerpt } from './excerpt.ts'
import type { OutgoingMessage } from '../state/outgoing.ts'
import { VoiceMessage } from '../voice/VoiceMessage.tsx'

/** The content of a message: a text, an image with or without text, or a voice message. */
export function MessageBubble({ message, ownId }: { message: ChatMessage; ownId: string }) {
  const { mediaType, mediaUrl, thumbnailUrl, mediaWidth, mediaHeight, mediaDuration, mediaPeaks } = message
  const text = message.content !== '' && <MessageText id={message.id} {...{ message, ownId }} />
  const name = shownName(message)
  const isToOwn = message.mentions.some(({ userId }) => userId === ownId) && message.userId !== ownId
  if (message.card !== null) return <CardBubble card={message.card}>{text}</CardBubble>
  if (mediaUrl === null) {
    return (
      <div className={classNames(styles.bubble, isToOwn && styles.addressed)} dir="auto">
        {text}
      </div>
    )
  }
  if (mediaType === 'image') {
    return (
      <ImageAttachment
        address={imageUrl(mediaUrl)}
        preview={imageUrl(thumbnailUrl ?? mediaUrl)}
        width={mediaWidth}
        height={mediaHeight}
        alt={`Bild von ${name}`}
        label={`Bild von ${name} vergrößern: ${messageExcerpt(message)}`}
      >
        {text}
      </ImageAttachment>
    )
  }
  return (
    <div className={classNames(styles.bubble, styles.voice)}>
      <VoiceMessage from={name} address={mediaUrl} duration={mediaDuration ?? 0} peaks={mediaPeaks} />
      {text && <p dir="auto">{text}</p>}
    </div>
  )
}

/** A card, with the text of its message below. */
function CardBubble({ card, children }: { card: Card; children: React.ReactNode }) {
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

interface ImageAttachmentProps {
  address: string
  preview: string
  width: number | null | undefined
  height: number | null | undefined
  alt: string
  /** Accessible name of the button that opens the image. */
  label: string
  children?: React.ReactNode
}

function ImageAttachment({ address, preview, width, height, alt, label, children }: ImageAttachmentProps) {
  const [isBroken, setIsBroken] = useState(false)
  const image = useImageTimeout(preview, () => setIsBroken(true))
  const size = shownSize(width, height)
  return (
    <figure className={classNames(styles.bubble, styles.image)} style={{ width: size.width + 8 }}>
      <button
        type="button"
        aria-label={label}
        style={{ aspectRatio: `${size.width} / ${size.height}` }}
        onClick={() => openImage(address, alt)}
      >
        {isBroken ? (
          <Text tone="muted">Das Bild ist nicht da</Text>
        ) : (
          <img
            ref={image}
            src={preview}
            width={size.width}
            height={size.height}
            alt={alt}
            decoding="async"
            onError={() => setIsBroken(true)}
          />
        )}
      </button>
      {children && <figcaption dir="auto">{children}</figcaption>}
    </figure>
  )
}

interface OutgoingBubbleProps {
  outgoing: OutgoingMessage
  onCancel: (clientId: string) => void
}

/** An own message that is being sent: dimmed, with the progress of its file. See docs/product.md §12.2. */
export function OutgoingBubble({ outgoing, onCancel }: OutgoingBubbleProps) {
  const { clientId, media, stage, card } = outgoing
  const progress = stage.name === 'uploading' ? stage.progress : undefined
  const kind = media?.kind === 'voice' ? 'Sprachnachricht' : 'Bild'
  const message = { content: outgoing.text, mentions: [] }
  const text = outgoing.text !== '' && <MessageText id={clientId} ownId="" message={message} />
  return (
    <div className={styles.body}>
      <div className={styles.pending}>
        {card ? (
          <CardBubble card={card}>{text}</CardBubble>
        ) : media?.kind === 'image' ? (
          <ImageAttachment
            address={media.address}
            preview={media.address}
            width={media.width}
            height={media.height}
            alt="Dein Bild"
            label="Dein Bild vergrößern"
          >
            {text}
          </ImageAttachment>
        ) : (
          <div className={classNames(styles.bubble, media && styles.voice)} dir="auto">
            {media ? (
              <VoiceMessage address={media.address} duration={media.duration ?? 0} peaks={media.peaks} />
            ) : (
              text
            )}
          </div>
        )}
      </div>
      <Text as="p" size="sm" tone="faint" className={styles.foot}>
        <Clock3 className="icon" aria-hidden />
        wird gesendet...
        {progress !== undefined && (
          <>
            <span className={styles.progress}>
              <Progress label="Hochgeladen" value={progress} />
            </span>
            <IconButton
              label={`Senden abbrechen: ${excerptOf(outgoing.text) || kind}`}
              className={styles.cancel}
              onClick={() => onCancel(clientId)}
            >
              <X className="icon icon-small" aria-hidden />
            </IconButton>
          </>
        )}
      </Text>
    </div>
  )
}
