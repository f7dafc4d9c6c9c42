import { isSendable, MESSAGE_MAX_LENGTH, messageText } from '@tonarchiv/contract/chat'
import { lengthOf } from '@tonarchiv/contract/text'
import ImagePlus from 'lucide-react/icons/image-plus'
import Mic from 'lucide-react/icons/mic'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { socket } from '#client/the-socket.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Notice } from '#ui/Notice.tsx'
import { showToast } from '#ui/toast.ts'
import { Attachments } from './Attachments.tsx'
import styles from './Composer.module.css'
import { useDraftText } from './draft.ts'
import { filesIn, PICTURES_ACCEPTED, uploadOf } from './media.ts'
import { MentionMenu, mentionOptionId } from './MentionMenu.tsx'
import { chat } from './the-chat.ts'
import { createTypingTeller } from './typing.ts'
import { useAttachments } from './use-attachments.ts'
import { useMentions } from './use-mentions.ts'
import { useRecording } from './use-recording.ts'
import { useReturned } from './use-returned.ts'
import { VoiceBar } from './VoiceBar.tsx'

/** Characters from which they are counted. */
const COUNTED_FROM = 400

const typing = createTypingTeller((isTyping) => socket.send({ type: 'typing', isTyping }))

const complain = (text: string) => showToast(text, { kind: 'error' })

interface ComposerProps {
  ownId: string
  /** Takes files that are dropped anywhere on the chat. */
  dropTarget: React.RefObject<HTMLElement | null>
}

/** Where one writes: a text, pictures, or a voice. */
export function Composer({ ownId, dropTarget }: ComposerProps) {
  const text = useDraftText((draft) => draft.text)
  const setText = (written: string) => useDraftText.setState({ text: written })
  const field = useRef<HTMLTextAreaElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const menuId = useId()
  const attachments = useAttachments(complain, dropTarget)
  const recording = useRecording(complain)
  const mentions = useMentions(field, ownId, setText)
  const { failure, dismiss, sameAs } = useReturned((media) => {
    if (media.kind === 'image') attachments.restore(media)
    else recording.restore(media)
  })

  const length = lengthOf(messageText(text))
  const isReady = attachments.pictures.length > 0 ? length <= MESSAGE_MAX_LENGTH : isSendable(text)

  function send(): void {
    if (!isReady) return
    const message = messageText(text)
    const [first, ...others] = attachments.take()
    if (first) {
      chat.send({ text: message, media: first, upload: uploadOf(first) })
      for (const media of others) chat.send({ text: '', media, upload: uploadOf(media) })
    } else chat.send({ text: message, clientId: sameAs(message) })
    typing.stop()
    dismiss()
    setText('')
    mentions.close()
  }

  async function sendVoice(): Promise<void> {
    const { voice } = recording
    const media = voice.kind === 'recorded' ? voice.media : await recording.stop()
    if (!media) return
    recording.discard()
    chat.send({ text: '', media, upload: uploadOf(media) })
    dismiss()
  }

  function pressed(event: KeyboardEvent): void {
    // Enter that ends a word of an input method is none that sends.
    if (event.nativeEvent.isComposing || mentions.pressed(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }

  // Whoever was sent here to write begins at the end of the text; a new page takes the focus first.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const area = field.current
      if (!area || area.value === '') return
      area.focus()
      area.setSelectionRange(area.value.length, area.value.length)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => typing.stop, [])

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {failure !== undefined && (
        <Notice kind="danger" className={styles.failure} onClose={dismiss}>
          <span lang="en">Failed to send message</span>
          {failure !== '' && <span>: {failure}</span>}
        </Notice>
      )}
      <Attachments pictures={attachments.pictures} onRemove={attachments.remove} />
      {recording.voice.kind === 'none' ? (
        <div className={styles.box}>
          {mentions.offer && (
            <MentionMenu
              id={menuId}
              people={mentions.offer.people}
              chosen={mentions.offer.chosen}
              onChoose={mentions.choose}
            />
          )}
          <IconButton label="Bild anhängen" onClick={() => fileInput.current?.click()}>
            <ImagePlus className="icon" aria-hidden />
          </IconButton>
          <input
            ref={fileInput}
            type="file"
            hidden
            multiple
            accept={PICTURES_ACCEPTED}
            aria-label="Bilder"
            onChange={({ currentTarget }) => {
              void attachments.add([...(currentTarget.files ?? [])])
              currentTarget.value = ''
              field.current?.focus()
            }}
          />
          <textarea
            ref={field}
            className={styles.field}
            rows={1}
            placeholder="Nachricht schreiben"
            aria-label="Nachricht"
            aria-describedby={length >= COUNTED_FROM ? `${menuId}-count` : undefined}
            aria-invalid={length > MESSAGE_MAX_LENGTH || undefined}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={mentions.offer && menuId}
            aria-activedescendant={mentions.offer && mentionOptionId(menuId, mentions.offer.chosen)}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              mentions.look()
              if (currentTarget.value.trim() === '') typing.stop()
              else typing.typed()
            }}
            onSelect={mentions.look}
            onBlur={mentions.close}
            onKeyDown={pressed}
            onPaste={(event) => {
              const files = filesIn(event.clipboardData)
              if (files.length === 0) return
              event.preventDefault()
              void attachments.add(files)
            }}
          />
          <IconButton label="Sprachnachricht aufnehmen" onClick={() => void recording.start()}>
            <Mic className="icon" aria-hidden />
          </IconButton>
          <IconButton
            label="Senden"
            type="submit"
            disabled={!isReady}
            className={classNames(styles.send, isReady && styles.ready)}
          >
            <SendHorizontal className="icon" aria-hidden />
          </IconButton>
        </div>
      ) : (
        <VoiceBar
          voice={recording.voice}
          onDiscard={recording.discard}
          onStop={() => void recording.stop()}
          onSend={() => void sendVoice()}
        />
      )}
      {length >= COUNTED_FROM && (
        <output
          id={`${menuId}-count`}
          className={classNames(styles.count, length > MESSAGE_MAX_LENGTH && styles['too-long'])}
        >
          {length}/{MESSAGE_MAX_LENGTH}
        </output>
      )}
    </form>
  )
}
