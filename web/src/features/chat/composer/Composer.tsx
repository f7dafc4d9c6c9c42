import { isSendable, MESSAGE_MAX_LENGTH, messageText } from '@tonarchiv/contract/chat'
import { lengthOf } from '@tonarchiv/contract/text'
import ImagePlus from 'lucide-react/icons/image-plus'
import Mic from 'lucide-react/icons/mic'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { socket } from '#realtime/socket-instance.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/IconButton.tsx'
import { useMediaQuery } from '#ui/dom/media-query.ts'
import { Notice } from '#ui/components/Notice.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { Attachments } from './Attachments.tsx'
import styles from './Composer.module.css'
import { dismissFailure, removeImage, setText, takeImages, clearText, useDraft } from './draft.ts'
import { UnsentTexts } from './UnsentTexts.tsx'
import { filesIn, IMAGES_ACCEPTED, uploadOf } from '../media/media.ts'
import { MentionMenu, mentionOptionId } from './MentionMenu.tsx'
import { chat } from '../state/chat-instance.ts'
import { createTypingSender } from '../typing/typing.ts'
import { useAttachments } from './use-attachments.ts'
import { useFieldHeight } from './use-field-height.ts'
import { useMentions } from './use-mentions.ts'
import { useTypingAnywhere } from './use-typing-anywhere.ts'
import {
  discardVoice,
  startVoice,
  stopRecording,
  takeRecording,
  useVoiceDraft,
} from '../voice/voice-draft.ts'
import { VoiceBar } from './VoiceBar.tsx'

/** Characters from which they are counted. */
const COUNTED_FROM = 400

/** A screen that is written on with a finger and has no keyboard of its own. */
const TOUCH = '(hover: none) and (pointer: coarse)'

const typing = createTypingSender((isTyping) => socket.send({ type: 'typing', isTyping }))

const showError = (text: string) => showToast(text, { kind: 'error' })

interface ComposerProps {
  ownId: string
  /** Takes files that are dropped anywhere on the chat. */
  dropTarget: React.RefObject<HTMLElement | null>
}

/** Where one writes: a text, images, or a voice. */
export function Composer({ ownId, dropTarget }: ComposerProps) {
  const { text, images, failure } = useDraft()
  const voice = useVoiceDraft((draft) => draft.voice)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const menuId = useId()
  const attachments = useAttachments(showError, dropTarget)
  const mentions = useMentions(field, ownId, setText)
  // A finger breaks lines with Enter and sends with the button, as keyboards on a screen do everywhere.
  const isTouch = useMediaQuery(TOUCH)
  useTypingAnywhere(field)
  useFieldHeight(field)
  useRestoredFocus(form, (lost) => {
    const kind = lost.hasAttribute('data-removes-picture') ? '[data-removes-picture]' : '[data-takes-focus]'
    return form.current?.querySelector<HTMLElement>(kind) ?? field.current
  })

  const length = lengthOf(messageText(text))
  const isReady = images.length > 0 ? length <= MESSAGE_MAX_LENGTH : isSendable(text)

  function send(): void {
    if (!isReady) return
    const message = messageText(text)
    const [first, ...others] = takeImages()
    const clientId = clearText(message)
    if (first) {
      chat.send({ text: message, media: first, upload: uploadOf(first) })
      for (const media of others) chat.send({ text: '', media, upload: uploadOf(media) })
    } else chat.send({ text: message, clientId })
    typing.stop()
    mentions.close()
    // The button that was pressed cannot be pressed any more.
    field.current?.focus()
  }

  async function sendVoice(): Promise<void> {
    const media = await takeRecording()
    if (!media) return
    chat.send({ text: '', media, upload: uploadOf(media) })
    dismissFailure()
  }

  function pressed(event: KeyboardEvent): void {
    // Enter that ends a word of an input method is none that sends.
    if (event.nativeEvent.isComposing || mentions.pressed(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    if (isTouch && !event.ctrlKey && !event.metaKey) return
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
      ref={form}
      className={styles.composer}
      data-takes-typing
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {failure !== undefined && (
        <Notice kind="danger" className={styles.failure} onClose={dismissFailure}>
          <span lang="en">Failed to send message</span>
          {failure !== '' && <span>: {failure}</span>}
        </Notice>
      )}
      <UnsentTexts />
      <Attachments images={images} onRemove={removeImage} />
      {voice.kind === 'none' ? (
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
            accept={IMAGES_ACCEPTED}
            aria-label="Bilder"
            onChange={({ currentTarget }) => {
              void attachments.add([...(currentTarget.files ?? [])])
              currentTarget.value = ''
              field.current?.focus()
            }}
          />
          <textarea
            ref={field}
            data-page-start
            className={styles.field}
            rows={1}
            dir="auto"
            enterKeyHint={isTouch ? 'enter' : 'send'}
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
          <IconButton label="Sprachnachricht aufnehmen" onClick={() => void startVoice()}>
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
          voice={voice}
          onDiscard={discardVoice}
          onStop={() => void stopRecording()}
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
