import { isSendable, MESSAGE_MAX_LENGTH, messageText } from '@tonarchiv/contract/chat'
import { lengthOf } from '@tonarchiv/contract/text'
import Mic from 'lucide-react/icons/mic'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useEffect, useId, useLayoutEffect, useRef, type RefObject } from 'react'
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
import { UnsentTexts } from './UnsentTexts.tsx'
import { CommandMenu } from './CommandMenu.tsx'
import { MentionMenu } from './MentionMenu.tsx'
import { isNowOffered, sentenceOfNow } from './now-command.ts'
import { MessageField } from './MessageField.tsx'
import { useAttachments } from './use-attachments.ts'
import { useMentions } from './use-mentions.ts'
import { useTypingAnywhere } from './use-typing-anywhere.ts'
import { VoiceBar } from './VoiceBar.tsx'

/** A counter is shown from this number of characters on. */
const COUNTED_FROM = 400

const showError = (text: string) => showToast(text, { kind: 'error' })

interface ComposerProps {
  ownId: string
  /** Files that are dropped on this element are attached. */
  dropTarget: RefObject<HTMLElement | null>
}

/** The composer: a text, images, or a voice message. */
export function Composer({ ownId, dropTarget }: ComposerProps) {
  useOwnDraft()
  const { text, images } = useDraft()
  const chat = useConversationChat()
  const voice = useVoiceDraft((draft) => draft.voice)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const menuId = useId()
  const attachments = useAttachments(showError, dropTarget)
  const mentions = useMentions(field, ownId, setText)
  useTypingAnywhere(field)
  useStartAtEnd(field)
  useRestoredFocus(form, (lost) => {
    const kind = lost.hasAttribute('data-removes-picture') ? '[data-removes-picture]' : '[data-takes-focus]'
    return form.current?.querySelector<HTMLElement>(kind) ?? field.current
  })
  useEffect(() => ownTyping.stop, [])

  const length = lengthOf(messageText(text))
  const slow = useSlowMode(ownId)
  const isComplete = images.length > 0 ? length <= MESSAGE_MAX_LENGTH : isSendable(text)
  const isReady = isComplete && slow.wait === 0
  const sentence = images.length > 0 ? undefined : sentenceOfNow(text)
  const isCommand = images.length === 0 && isNowOffered(text)
  const countId = length >= COUNTED_FROM ? `${menuId}-count` : undefined

  function send(): void {
    if (!isReady || isOutboxFull(chat, images)) return
    if (sentence === undefined) sendDraft(chat, messageText(text))
    else if (!sendNow(chat, messageText(sentence))) return
    ownTyping.stop()
    mentions.close()
    // The pressed button is unmounted, so the focus moves to the field.
    field.current?.focus()
  }

  /** A press on the command shares at once; when it is not complete yet, it is completed by that. */
  function chooseCommand(): void {
    if (slow.wait === 0) sendNow(chat, messageText(sentence ?? ''))
    mentions.close()
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
      <Attachments images={images} onMove={moveImage} onRemove={removeImage} />
      {voice.kind === 'none' ? (
        <div className={styles.box}>
          {isCommand && !mentions.offer && <CommandMenu id={menuId} onChoose={chooseCommand} />}
          {mentions.offer && <MentionMenu id={menuId} {...mentions.offer} onChoose={mentions.choose} />}
          <AttachButton
            onFiles={(files) => {
              void attachments.add(files)
              field.current?.focus()
            }}
          />
          <MessageField
            {...{ field, text, length, countId, menuId, mentions, isCommand }}
            onSend={send}
            onFiles={(files) => void attachments.add(files)}
          />
          <IconButton label="Sprachnachricht aufnehmen" onClick={() => void startVoice()}>
            <Mic className="icon" aria-hidden />
          </IconButton>
          {slow.wait > 0 ? (
            <SlowTimer {...slow} />
          ) : (
            <IconButton
              label="Senden"
              type="submit"
              disabled={!isReady}
              className={classNames(styles.send, isReady && styles.ready)}
            >
              <SendHorizontal className="icon" aria-hidden />
            </IconButton>
          )}
        </div>
      ) : (
        <VoiceBar
          voice={voice}
          onDiscard={discardVoice}
          onStop={() => void stopRecording()}
          onSend={() => void sendVoice(chat)}
        />
      )}
      {slow.seconds > 0 && <SlowLine {...slow} />}
      {countId !== undefined && <CharacterCount id={countId} length={length} />}
    </form>
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
function sendDraft(chat: Chat, text: string): void {
  chat.send(takeMessage(text))
}

/**
 * Shares what is playing now, with a sentence.
 * @returns false when nothing is playing
 */
function sendNow(chat: Chat, text: string): boolean {
  const moment = currentMoment()
  if (!moment) {
    showError('Gerade läuft nichts')
    return false
  }
  setText('')
  dismissFailure()
  chat.send({ text, card: moment.card })
  return true
}

/** Ends a running recording and sends it. */
async function sendVoice(chat: Chat): Promise<void> {
  if (isOutboxFull(chat, [])) return
  const media = await takeRecording()
  if (!media) return
  chat.send({ text: '', media: [media] })
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
