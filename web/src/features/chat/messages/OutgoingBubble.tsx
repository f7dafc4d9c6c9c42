import Clock3 from 'lucide-react/icons/clock-3'
import CloudOff from 'lucide-react/icons/cloud-off'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { Text } from '#ui/components/base/Text.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Progress } from '#ui/components/controls/Progress.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useChat } from '../state/chat-instance.ts'
import { hasFailed, uploadedShare, type OutgoingMessage } from '../state/outgoing.ts'
import { VoiceMessage } from '../voice/VoiceMessage.tsx'
import { CardBubble } from './CardBubble.tsx'
import { excerptOf } from './excerpt.ts'
import { ImageAttachment } from './ImageAttachment.tsx'
import styles from './Message.module.css'
import { MessageText } from './MessageText.tsx'
import { Quote } from './Quote.tsx'
import { OutgoingAlbum } from './OutgoingAlbum.tsx'

interface OutgoingBubbleProps {
  outgoing: OutgoingMessage
  onCancel: (clientId: string) => void
}

/** An own message that is being sent: dimmed, with the progress of its files. See docs/product.md §12.2. */
export function OutgoingBubble({ outgoing, onCancel }: OutgoingBubbleProps) {
  return (
    <div className={styles.body}>
      <div className={styles.pending}>
        <div>
          {outgoing.replyTo && <Quote quote={outgoing.replyTo} />}
          <Content outgoing={outgoing} />
        </div>
      </div>
      <Foot {...{ outgoing, onCancel }} />
    </div>
  )
}

function Content({ outgoing }: { outgoing: OutgoingMessage }) {
  const { clientId, text, media, card } = outgoing
  const [first, ...others] = media
  const message = { content: text, mentions: [] }
  const shownText = text !== '' && <MessageText id={clientId} ownId="" message={message} />
  if (card) return <CardBubble card={card}>{shownText}</CardBubble>
  if (others.length > 0) return <OutgoingAlbum outgoing={outgoing}>{shownText}</OutgoingAlbum>
  if (first?.kind === 'image') {
    return (
      <ImageAttachment
        address={first.address}
        preview={first.address}
        width={first.width}
        height={first.height}
        alt="Dein Bild"
        label="Dein Bild vergrößern"
        caption={text}
      >
        {shownText}
      </ImageAttachment>
    )
  }
  return (
    <div className={classNames(styles.bubble, first ? styles.voice : styles.text)} dir="auto">
      {first ? (
        <VoiceMessage address={first.address} duration={first.duration ?? 0} peaks={first.peaks} />
      ) : (
        shownText
      )}
    </div>
  )
}

/** What the message waits for, the progress of its files, and a button that cancels it. */
function Foot({ outgoing, onCancel }: OutgoingBubbleProps) {
  const { clientId, text, stage, media } = outgoing
  // Messages are sent in order: those after a message that waits for the connection wait for it, too.
  const isBehindHeld = useChat(({ outbox }) => outbox.some((each) => each.stage.name === 'held'))
  const isHeld = isBehindHeld && stage.name !== 'posting'
  const share = stage.name === 'uploading' && !isHeld ? uploadedShare(outgoing) : undefined
  const kind = media[0]?.kind === 'voice' ? 'Sprachnachricht' : 'Bild'
  return (
    <Text as="p" size="sm" tone="faint" className={styles.foot}>
      <State outgoing={outgoing} isHeld={isHeld} />
      {share !== undefined && (
        <span className={styles.progress}>
          <Progress label="Hochgeladen" value={share} />
        </span>
      )}
      {stage.name !== 'posting' && (
        <IconButton
          label={`Senden abbrechen: ${excerptOf(text) || kind}`}
          className={styles.cancel}
          onClick={() => onCancel(clientId)}
        >
          <X className="icon icon-small" aria-hidden />
        </IconButton>
      )}
    </Text>
  )
}

function State({ outgoing: { stage, uploads }, isHeld }: { outgoing: OutgoingMessage; isHeld: boolean }) {
  if (stage.name === 'stuck') {
    const count = uploads.filter(hasFailed).length
    return (
      <>
        <TriangleAlert className="icon" aria-hidden />
        {count === 1 ? 'Ein Bild fehlt noch' : `${count} Bilder fehlen noch`}
      </>
    )
  }
  const Icon = isHeld ? CloudOff : Clock3
  return (
    <>
      <Icon className="icon" aria-hidden />
      {isHeld ? 'Wartet auf Verbindung' : 'wird gesendet...'}
    </>
  )
}
