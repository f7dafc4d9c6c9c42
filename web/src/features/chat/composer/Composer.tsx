import { messageText, type Quote } from '@tonarchiv/contract/chat'
import { lengthOf } from '@tonarchiv/contract/text'
import { useEffect, useId, useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'
import { reserveKeyboardSpace } from '#ui/dom/keyboard-space.ts'
import { SlowLine } from '../order/SlowTimer.tsx'
import { useConversationChat } from '../state/chat-instance.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { ownTyping } from '../typing/own-typing.ts'
import { discardVoice, openVoice, stopRecording, useVoiceDraft } from '../voice/voice-draft.ts'
import { AttachMenu } from './AttachMenu.tsx'
import { Attachments } from './Attachments.tsx'
import { CardAttachment } from './CardAttachment.tsx'
import { CommandMenu } from './CommandMenu.tsx'
import styles from './Composer.module.css'
import { openDraft, useDraft } from './draft.ts'
import { moveImage, removeImage } from './draft-images.ts'
import { EmojiButton } from './EmojiButton.tsx'
import { MentionMenu } from './MentionMenu.tsx'
import { MessageField } from './MessageField.tsx'
import { ModeBar } from './ModeBar.tsx'
import { sendVoice, showError } from './send.ts'
import { CharacterCount, RecordButton, SendButton, SendFailure } from './SendControls.tsx'
import { UnsentTexts } from './UnsentTexts.tsx'
import { useAttachments } from './use-attachments.ts'
import { insertAtCaret, useFieldFocus } from './use-field-focus.ts'
import { useMentions, type Mentions } from './use-mentions.ts'
import { useSending } from './use-sending.ts'
import { useWriting } from './use-writing.ts'
import { VoiceBar } from './VoiceBar.tsx'

/** A counter is shown from this number of characters on. */
const COUNTED_FROM = 400

interface ComposerProps {
  ownId: string
  /** Files that are dropped on this element are attached. */
  dropTarget: RefObject<HTMLElement | null>
  /** Shows the newest messages; Escape in the empty field calls it. */
  onEnd: () => void
  /** Shows the message that is answered. */
  onJump: (messageId: string) => void
  /** The placeholder of the field. */
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
  const voice = useVoiceDraft((draft) => draft.voice)
  const images = useDraft((draft) => draft.images)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const menuId = useId()
  const attachments = useAttachments(showError, dropTarget)
  const writing = useWriting(field, ownId)
  const { mode, text, write, editLast, cancel } = writing
  const mentions = useMentions(field, ownId, write)
  const focusField = () => field.current?.focus()
  const { isEditing, isReady, isCommand, slow, send, chooseCommand } = useSending(ownId, writing, () => {
    ownTyping.stop()
    mentions.close()
    // The pressed button is unmounted, so the focus moves to the field.
    focusField()
  })
  useFieldFocus(form, field)
  useEffect(() => ownTyping.stop, [])
  useEffect(reserveKeyboardSpace, [])

  const length = lengthOf(messageText(text))
  const countId = length >= COUNTED_FROM ? `${menuId}-count` : undefined
  const replyTo = mode.kind === 'reply' ? mode.quote : undefined

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
      {!isEditing && <CardAttachment />}
      {!isEditing && <Attachments images={images} onMove={moveImage} onRemove={removeImage} />}
      {voice.kind === 'none' ? (
        <div className={styles.box}>
          {isCommand && !mentions.offer && <CommandMenu id={menuId} onChoose={chooseCommand} />}
          <MentionOffer id={menuId} mentions={mentions} />
          <ModeBar {...{ mode, onJump }} onCancel={discard} />
          {!isEditing && <AttachMenu onFiles={attach} />}
          <MessageField
            {...{ field, text, length, countId, menuId, mentions, isCommand }}
            placeholder={replyTo ? `Antwort an ${replyTo.displayName}` : placeholder}
            onText={write}
            onSend={send}
            onEscape={escape}
            onUp={() => mode.kind === 'new' && images.length === 0 && editLast()}
            onFiles={(files) => void attachments.add(files)}
          />
          <EmojiButton ownId={ownId} onChoose={(emoji) => insertAtCaret(field.current, emoji, write)} />
          {!isEditing && <RecordButton />}
          <SendButton
            label={isEditing ? 'Speichern' : 'Senden'}
            isReady={isReady}
            slow={isEditing || slow.wait === 0 ? undefined : slow}
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

/** Makes the draft of the conversation around this component the current one. */
function useOwnDraft(): void {
  const conversation = useConversationId()
  useLayoutEffect(() => {
    openDraft(conversation)
    openVoice(conversation)
  }, [conversation])
}
