import { uploadOf } from '../media/media.ts'
import { chat } from '../state/chat-instance.ts'
import { takeRecording } from '../voice/voice-draft.ts'
import { dismissFailure, takeImages, clearText } from './draft.ts'

/** Sends a text with the attached images: the first one carries the text. */
export function sendDraft(message: string): void {
  const [first, ...others] = takeImages()
  const clientId = clearText(message)
  if (first) {
    chat.send({ text: message, media: first, upload: uploadOf(first) })
    for (const media of others) chat.send({ text: '', media, upload: uploadOf(media) })
  } else chat.send({ text: message, clientId })
}

/** Ends a running recording and sends it. */
export async function sendVoice(): Promise<void> {
  const media = await takeRecording()
  if (!media) return
  chat.send({ text: '', media, upload: uploadOf(media) })
  dismissFailure()
}
