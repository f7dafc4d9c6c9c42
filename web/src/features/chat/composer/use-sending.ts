import { useSlowMode } from '../order/slow-mode.ts'
import { useConversationChat } from '../state/chat-instance.ts'
import { useDraft } from './draft.ts'
import { isNowOffered, sentenceOfNow } from './now-command.ts'
import { isOutboxFull, sendDraft, sendNow } from './send.ts'
import { isSavable, type useWriting } from './use-writing.ts'

/**
 * Sends what is in the field: the draft, an edited text, or the command that shares the current second of the track.
 * @param onSent - called afterwards
 */
export function useSending(
  ownId: string,
  { mode, text, save, cancel }: ReturnType<typeof useWriting>,
  onSent: () => void,
) {
  const chat = useConversationChat()
  const images = useDraft((draft) => draft.images)
  const hasCard = useDraft(({ card }) => card !== undefined)
  const slow = useSlowMode(ownId)
  const isEditing = mode.kind === 'edit'
  const hasMedia = isEditing ? mode.message.mediaUrl !== null : images.length > 0 || hasCard
  const isReady = isSavable(text, hasMedia) && (isEditing || slow.wait === 0)
  const isPlain = !isEditing && !hasMedia
  const sentence = isPlain ? sentenceOfNow(text) : undefined
  const replyTo = mode.kind === 'reply' ? mode.quote : undefined

  function send(): void {
    if (!isReady || (!isEditing && isOutboxFull(chat, images))) return
    if (isEditing) void save()
    else if (sentence === undefined) sendDraft(chat, text)
    else if (!sendNow(chat, sentence, replyTo)) return
    else cancel()
    onSent()
  }

  /** Runs the offered command at once, also when it is typed in part only. */
  function chooseCommand(): void {
    if (slow.wait > 0 || !sendNow(chat, sentence ?? '', replyTo)) return
    cancel()
    onSent()
  }

  return { isEditing, isReady, isCommand: isPlain && isNowOffered(text), slow, send, chooseCommand }
}
