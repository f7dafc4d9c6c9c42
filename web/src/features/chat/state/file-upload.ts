import type { ChatCalls } from './chat-calls.ts'
import type { OwnMedia } from './outgoing.ts'
import type { SendingEvent } from './sending-machine.ts'
import type { createUploadQueue } from './upload-queue.ts'

/** What is known of the files of a message while it is sent. */
export interface FileJob {
  abort: AbortController
  /** The URLs of uploaded files by their `blob:` URL. */
  urls: Map<string, string>
}

interface FileUploadParts {
  upload: ChatCalls['upload']
  queue: ReturnType<typeof createUploadQueue>
  happened: (event: SendingEvent) => void
}

/** Creates a function that uploads a file of a message. Its progress and a rejection are recorded in the state. */
export function createFileUpload({ upload, queue, happened }: FileUploadParts) {
  return async (clientId: string, media: OwnMedia, { abort, urls }: FileJob): Promise<void> => {
    const { signal } = abort
    const { address } = media
    const report = (event: Extract<SendingEvent, { clientId: string }>) => {
      if (!signal.aborted) happened(event)
    }
    const onProgress = (share: number) => report({ type: 'progress', clientId, address, share })
    const onHeld = () => report({ type: 'held', clientId })
    try {
      const url = await queue.add(() => upload(media, { signal, onProgress }), { signal, onHeld })
      urls.set(address, url)
      onProgress(1)
    } catch (failure) {
      report({ type: 'fileFailed', clientId, address, failure })
    }
  }
}
