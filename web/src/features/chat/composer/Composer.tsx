import { MESSAGE_MAX_LENGTH, messageText, type Quote } from '@tonarchiv/contract/chat'
import { lengthOf } from '@tonarchiv/contract/text'
import Mic from 'lucide-react/icons/mic'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useEffect, useId, useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'
import { currentMoment } from '#features/cards/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { showToast } from '#ui/dom/toast.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { useSlowMode } from '../order/slow-mode.ts'
import { SlowLine, SlowTimer } from '../order/SlowTimer.tsx'
import type { Chat } from '../state/chat.ts'
import type { OwnMedia } from '../state/outgoing.ts'
import { useConversationChat } from '../state/chat-instance.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { outboxProblem } from '../state/outbox-limits.ts'
import { ownTyping } from '../typing/own-typing.ts'
import {
  discardVoice,
  openVoice,
  startVoice,
  stopRecording,
  takeRecording,
  useVoiceDraft,
} from '../voice/voice-draft.ts'
import { AttachButton } from './AttachButton.tsx'
import { Attachments } from './Attachments.tsx'
import styles from './Composer.module.css'
import { dismissFailure, moveImage, openDraft, removeImage, setText, takeMessage, useDraft } from './draft.ts'
import { EmojiButton } from './EmojiButton.tsx'
import { UnsentTexts } from './UnsentTexts.tsx'
import { CommandMenu } from './CommandMenu.tsx'
import { MentionMenu } from './MentionMenu.tsx'
import { isNowOffered, sentenceOfNow } from './now-command.ts'
import { MessageField } from './MessageField.tsx'
import { ModeBar } from './ModeBar.tsx'
import { useAttachments } from './use-attachments.ts'
import { useMentions, type Mentions } from './use-mentions.ts'
import { useTypingAnywhere } from './use-typing-anywhere.ts'
import { isSavable, useWriting } from './use-writing.ts'
import { VoiceBar } from './VoiceBar.tsx'

/** A counter is shown from this number of characters on. */
const COUNTED_FROM = 400

const showError = (text: string) => showToast(text, { kind: 'error' })

interface ComposerProps {
  ownId: string
  /** Files that are dropped on this element are attached. */
  dropTarget: RefObject<HTMLElement | null>
  /** Shows the newest messages; Escape in the empty field calls it. */
  onEnd: () => void
  /** Shows the message that is answered. */
  onJump: (messageId: string) => void
  /** What the empty field says. */
  placeholder?: string
}

/** The composer: a text, images, or a voice message. */
export function Composer({
  ownId,
  dropTarget,
  onEnd,
  onJump,
  placeholder = 'Nachricht schreiben',
}: ComposerProps) {
  useOwnDraft()
  const images = useDraft((draft) => draft.images)
  const chat = useConversationChat()
  const voice = useVoiceDraft((draft) => draft.voice)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const menuId = useId()
  const attachments = useAttachments(showError, dropTarget)
  const { mode, text, write, save, editLast, cancel } = useWriting(field, ownId)
  const mentions = useMentions(field, ownId, write)
  useFieldFocus(form, field)
  const focusField = () => field.current?.focus()

  const length = lengthOf(messageText(text))
  const slow = useSlowMode(ownId)
  const isEditing = mode.kind === 'edit'
  const hasMedia = isEditing ? mode.message.mediaUrl !== null : images.length > 0
  const isWaiting = !isEditing && slow.wait > 0
  const isReady = isSavable(text, hasMedia) && !isWaiting
  const isPlain = !isEditing && images.length === 0
  const sentence = isPlain ? sentenceOfNow(text) : undefined
  const isCommand = isPlain && isNowOffered(text)
  const countId = length >= COUNTED_FROM ? `${menuId}-count` : undefined
  const replyTo = mode.kind === 'reply' ? mode.quote : undefined

  function send(): void {
    if (!isReady || (!isEditing && isOutboxFull(chat, images))) return
    if (isEditing) void save()
    else if (sentence === undefined) sendDraft(chat, messageText(text), replyTo)
    else if (!sendNow(chat, messageText(sentence), replyTo)) return
    if (!isEditing) cancel()
    ownTyping.stop()
    mentions.close()
    // The pressed button is unmounted, so the focus moves to the field.
    focusField()
  }

  /** A press on the command shares at once; when it is not complete yet, it is completed by that. */
  function chooseCommand(): void {
    if (slow.wait === 0 && sendNow(chat, messageText(sentence ?? ''), replyTo)) cancel()
    mentions.close()
  }

  function attach(files: readonly File[]): void {
    void attachments.add(files)
    focusField()
  }

  function discard(): void {
    cancel()
    focusField()
  }

  function escape(): void {
    if (mode.kind !== 'new') cancel()
    else if (text === '') onEnd()
  }

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
      <SendFailure />
      <UnsentTexts />
      {!isEditing && <Attachments images={images} onMove={moveImage} onRemove={removeImage} />}
      {voice.kind === 'none' ? (
        <div className={styles.box}>
          {isCommand && !mentions.offer && <CommandMenu id={menuId} onChoose={chooseCommand} />}
          <MentionOffer id={menuId} mentions={mentions} />
          <ModeBar {...{ mode, onJump }} onCancel={discard} />
          {!isEditing && <AttachButton onFiles={attach} />}
          <MessageField
            {...{ field, text, length, countId, menuId, mentions, isCommand }}
            placeholder={replyTo ? `Antwort an ${replyTo.displayName}` : placeholder}
            onText={write}
            onSend={send}
            onEscape={escape}
            onUp={() => mode.kind === 'new' && images.length === 0 && editLast()}
            onFiles={(files) => void attachments.add(files)}
          />
          <EmojiButton ownId={ownId} onChoose={(emoji) => insertInto(field.current, emoji, write)} />
          {!isEditing && <RecordButton />}
          <SendButton
            label={isEditing ? 'Speichern' : 'Senden'}
            isReady={isReady}
            slow={isWaiting ? slow : undefined}
          />
        </div>
      ) : (
        <Recording voice={voice} replyTo={replyTo} onSent={cancel} />
      )}
      {slow.seconds > 0 && <SlowLine {...slow} />}
      {countId !== undefined && <CharacterCount id={countId} length={length} />}
    </form>
  )
}

/** Keeps the focus in the composer, and writes into the field what is typed anywhere on the page. */
function useFieldFocus(
  form: RefObject<HTMLFormElement | null>,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  useTypingAnywhere(field)
  useStartAtEnd(field)
  useRestoredFocus(form, (lost) => {
    const kind = lost.hasAttribute('data-removes-picture') ? '[data-removes-picture]' : '[data-takes-focus]'
    return form.current?.querySelector<HTMLElement>(kind) ?? field.current
  })
  useEffect(() => ownTyping.stop, [])
}

/** Writes an emoji at the caret. */
function insertInto(area: HTMLTextAreaElement | null, emoji: string, write: (text: string) => void): void {
  if (!area) return
  const caret = area.selectionStart + emoji.length
  write(area.value.slice(0, area.selectionStart) + emoji + area.value.slice(area.selectionEnd))
  // Waits until the field has rendered the text.
  requestAnimationFrame(() => {
    area.focus()
    area.setSelectionRange(caret, caret)
  })
}

function MentionOffer({ id, mentions: { offer, choose } }: { id: string; mentions: Mentions }) {
  if (!offer) return null
  return <MentionMenu id={id} {...offer} query={offer.begun.query} onChoose={choose} />
}

interface RecordingProps {
  voice: ComponentProps<typeof VoiceBar>['voice']
  replyTo: Quote | undefined
  onSent: () => void
}

/** A voice message that is recorded, or was recorded and can be sent. */
function Recording({ voice, replyTo, onSent }: RecordingProps) {
  const chat = useConversationChat()
  return (
    <VoiceBar
      voice={voice}
      onDiscard={discardVoice}
      onStop={() => void stopRecording()}
      onSend={() => {
        void sendVoice(chat, replyTo)
        onSent()
      }}
    />
  )
}

function RecordButton() {
  return (
    <IconButton label="Sprachnachricht aufnehmen" onClick={() => void startVoice()}>
      <Mic className="icon" aria-hidden />
    </IconButton>
  )
}

interface SendButtonProps {
  label: string
  isReady: boolean
  /** The wait of slow mode, which stands in place of the button. */
  slow: ReturnType<typeof useSlowMode> | undefined
}

function SendButton({ label, isReady, slow }: SendButtonProps) {
  if (slow) return <SlowTimer {...slow} />
  return (
    <IconButton
      label={label}
      type="submit"
      disabled={!isReady}
      className={classNames(styles.send, isReady && styles.ready)}
    >
      <SendHorizontal className="icon" aria-hidden />
    </IconButton>
  )
}

function CharacterCount({ id, length }: { id: string; length: number }) {
  const tone = length > MESSAGE_MAX_LENGTH ? 'danger' : 'warning'
  return (
    <Text as="output" size="sm" tone={tone} id={id} className={styles.count}>
      {length}/{MESSAGE_MAX_LENGTH}
    </Text>
  )
}

/** Shows the draft of this conversation. */
function useOwnDraft(): void {
  const conversation = useConversationId()
  useLayoutEffect(() => {
    openDraft(conversation)
    openVoice(conversation)
  }, [conversation])
}

/** Shows an error when no more messages can wait for the connection. */
function isOutboxFull(chat: Chat, media: readonly OwnMedia[]): boolean {
  const problem = outboxProblem(chat.state.getState().outbox, media)
  if (problem !== undefined) showError(problem)
  return problem !== undefined
}

/** Sends a text with the attached images. */
function sendDraft(chat: Chat, text: string, replyTo: Quote | undefined): void {
  chat.send({ ...takeMessage(text), replyTo })
}

/**
 * Shares what is playing now, with a sentence.
 * @returns false when nothing is playing
 */
function sendNow(chat: Chat, text: string, replyTo: Quote | undefined): boolean {
  const moment = currentMoment()
  if (!moment) {
    showError('Gerade läuft nichts')
    return false
  }
  setText('')
  dismissFailure()
  chat.send({ text, card: moment.card, replyTo })
  return true
}

/** Ends a running recording and sends it. */
async function sendVoice(chat: Chat, replyTo: Quote | undefined): Promise<void> {
  if (isOutboxFull(chat, [])) return
  const media = await takeRecording()
  if (!media) return
  chat.send({ text: '', media: [media], replyTo })
  dismissFailure()
}

/** Shows why the last message could not be sent. */
function SendFailure() {
  const failure = useDraft((draft) => draft.failure)
  if (failure === undefined) return null
  return (
    <Notice kind="danger" className={styles.failure} onClose={dismissFailure}>
      <span lang="en">Failed to send message</span>
      {failure !== '' && <span>: {failure}</span>}
    </Notice>
  )
}

/** Moves the caret to the end of an existing draft. The page sets the focus first, so this waits a frame. */
function useStartAtEnd(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const area = field.current
      if (!area || area.value === '') return
      area.focus()
      area.setSelectionRange(area.value.length, area.value.length)
    })
    return () => cancelAnimationFrame(frame)
  }, [field])
}
