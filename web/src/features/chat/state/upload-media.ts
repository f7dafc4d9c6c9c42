import { uploadChatMedia } from '@tonarchiv/contract/chat'
import { upload } from '#client/uploads/upload.ts'
import type { ChatCalls } from './chat-calls.ts'

/** File extensions of recordings, for the server's logs and downloads. */
const EXTENSIONS: Record<string, string> = { 'audio/webm': 'webm', 'audio/ogg': 'ogg', 'audio/mp4': 'm4a' }

export const uploadMedia: ChatCalls['upload'] = async ({ file, peaks, duration }, { signal, onProgress }) => {
  const form = new FormData()
  if (peaks) form.set('peaks', JSON.stringify(peaks))
  if (duration !== undefined) form.set('duration', String(duration))
  const name = file instanceof File ? file.name : `sprachnachricht.${EXTENSIONS[file.type] ?? 'webm'}`
  form.set('file', file, name)
  const { mediaUrl } = await upload(
    uploadChatMedia,
    { form },
    { signal, onProgress: ({ sentBytes, totalBytes }) => onProgress(sentBytes / Math.max(1, totalBytes)) },
  )
  if (mediaUrl === null) throw new Error('The server kept no file')
  return mediaUrl
}
