import { messageText, type Quote } from '@tonarchiv/contract/chat'
import { currentMoment } from '#features/cards/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import type { Chat } from '../state/chat.ts'
import type { OwnMedia } from '../state/outgoing.ts'
import { outboxProblem } from '../state/outbox-limits.ts'
import { takeRecording } from '../voice/voice-draft.ts'
import { dismissFailure, setText } from './draft.ts'
import { takeMessage } from './unsent-texts.ts'

export const showError = (text: string) => showToast(text, { kind: 'error' })

/** Whether no further message can wait for the connection. Then it shows an error. */
export function isOutboxFull(chat: Chat, media: readonly OwnMedia[]): boolean {
  const problem = outboxProblem(chat.state.getState().outbox, media)
  if (problem !== undefined) showError(problem)
  return problem !== undefined
}

/** Sends the draft with this text. */
export function sendDraft(chat: Chat, text: string): void {
  const { card, clientId, ...message } = takeMessage(messageText(text))
  if (card === undefined || message.media.length === 0) return chat.send({ ...message, card, clientId })
  // A message cannot have both images and a card, so the card is sent as a second message.
  chat.send(message)
  chat.send({ text: '', card })
}

/**
 * Shares the track in the player at its current second, with a sentence.
 * @returns false when nothing is playing
 */
export function sendNow(chat: Chat, sentence: string, replyTo: Quote | undefined): boolean {
  const moment = currentMoment()
  if (!moment) {
    showError('Gerade läuft nichts')
    return false
  }
  setText('')
  dismissFailure()
  chat.send({ text: messageText(sentence), card: moment.card, replyTo })
  return true
}

/** Ends a running recording and sends it. */
export async function sendVoice(chat: Chat, replyTo: Quote | undefined): Promise<void> {
  if (isOutboxFull(chat, [])) return
  const media = await takeRecording()
  if (!media) return
  chat.send({ text: '', media: [media], replyTo })
  dismissFailure()
}
