import type { ChatCalls } from './chat-calls.ts'
import type { Draft, Returned, SentDraft } from './outgoing.ts'
import { sendingAfter, type SendingEvent, type SendingState } from './sending-machine.ts'
import { createUploadQueue } from './upload-queue.ts'

export interface SendingParts {
  post: ChatCalls['post']
  newId: () => string
  wait: (ms: number) => Promise<unknown>
  getState: () => SendingState
  setState: (state: SendingState) => void
  /** Called with each answer, so that the log can be searched for the message. */
  onAnswered: () => void
}

export interface Sending {
  happened: (event: SendingEvent) => void
  send: (draft: Draft) => void
  /** Cancels a message whose file is still being uploaded. */
  cancel: (clientId: string) => void
  /** Removes and returns the oldest returned message. */
  shiftReturned: () => Returned | undefined
  /** Aborts all uploads and ignores pending results. */
  reset: () => void
}

/**
 * Sends messages one after the other in the order in which they were written; `sending-machine.ts` decides their
 * states.
 */
export function createSending({ post, newId, wait, getState, setState, onAnswered }: SendingParts): Sending {
  const uploadQueue = createUploadQueue(wait)
  const uploads = new Map<string, AbortController>()
  /** Aborted by a reset, so that later results are ignored. */
  let life = new AbortController()
  /** Settles when all messages sent so far are finished. */
  let connection: Promise<unknown> = Promise.resolve()

  function happened(event: SendingEvent): void {
    const before = getState()
    const after = sendingAfter(before, event)
    if (after !== before) setState(after)
  }

  const stageOf = (clientId: string) =>
    getState().outbox.find((message) => message.clientId === clientId)?.stage.name

  async function deliver(
    { clientId, text, replyTo, card }: SentDraft,
    mediaUrl: Promise<string | undefined>,
    { signal }: AbortController,
  ): Promise<void> {
    const happens = (event: SendingEvent) => {
      if (!signal.aborted) happened(event)
    }
    try {
      const address = await mediaUrl
      happens({ type: 'posted', clientId })
      // The message was cancelled or reset meanwhile.
      if (signal.aborted || stageOf(clientId) !== 'posting') return
      const answer = await post({ message: text, clientId, mediaUrl: address, replyTo: replyTo?.id, card })
      happens({ type: 'answered', clientId, answer })
      if (!signal.aborted) onAnswered()
    } catch (failure) {
      happens({ type: 'failed', clientId, failure })
    } finally {
      uploads.delete(clientId)
    }
  }

  function startUpload({ clientId, upload }: SentDraft): Promise<string | undefined> {
    if (!upload) return Promise.resolve(undefined)
    const controller = new AbortController()
    const { signal } = controller
    uploads.set(clientId, controller)
    const onProgress = (share: number) => happened({ type: 'progress', clientId, share })
    const mediaUrl = uploadQueue.add(() => upload({ signal, onProgress }), signal)
    // Avoids an unhandled rejection: the promise is awaited only when the message is posted.
    mediaUrl.catch(() => undefined)
    return mediaUrl
  }

  return {
    happened,
    send(draft) {
      const sent = { ...draft, clientId: draft.clientId ?? newId() }
      happened({ type: 'sent', draft: sent })
      const mediaUrl = startUpload(sent)
      const begun = life
      connection = connection.then(() => deliver(sent, mediaUrl, begun))
    },
    cancel(clientId) {
      if (stageOf(clientId) !== 'uploading') return
      uploads.get(clientId)?.abort()
      // Returned at once, though messages before it may still be waiting.
      happened({ type: 'cancelled', clientId })
    },
    shiftReturned() {
      const [oldest] = getState().returned
      if (oldest) happened({ type: 'taken' })
      return oldest
    },
    reset() {
      life.abort()
      life = new AbortController()
      for (const controller of uploads.values()) controller.abort()
    },
  }
}
