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
  /** Called with each answer, so that the log can be looked through for it. */
  onAnswered: () => void
}

export interface Sending {
  happened: (event: SendingEvent) => void
  send: (draft: Draft) => void
  /** Calls off a message whose file is still being sent. */
  cancel: (clientId: string) => void
  /** Takes the oldest message that came back; each is handed out once. */
  shiftReturned: () => Returned | undefined
  /** Stops all uploads; what is on its way counts no more. */
  reset: () => void
}

/**
 * Sends messages one after the other, in the order in which they were written; `sending-machine.ts` decides
 * their states.
 */
export function createSending({ post, newId, wait, getState, setState, onAnswered }: SendingParts): Sending {
  const uploadQueue = createUploadQueue(wait)
  const uploads = new Map<string, AbortController>()
  /** Ends of what was sent count only in the life of the chat in which it was sent. */
  let life = new AbortController()
  /** The end of the messages sent so far. */
  let connection: Promise<unknown> = Promise.resolve()

  function happened(event: SendingEvent): void {
    const before = getState()
    const after = sendingAfter(before, event)
    if (after !== before) setState(after)
  }

  const stageOf = (clientId: string) =>
    getState().outbox.find((message) => message.clientId === clientId)?.stage.name

  async function deliver(
    { clientId, text }: SentDraft,
    mediaUrl: Promise<string | undefined>,
    { signal }: AbortController,
  ): Promise<void> {
    const happens = (event: SendingEvent) => {
      if (!signal.aborted) happened(event)
    }
    try {
      const address = await mediaUrl
      happens({ type: 'posted', clientId })
      // Cancelled meanwhile, or the chat was left.
      if (signal.aborted || stageOf(clientId) !== 'posting') return
      const answer = await post({ message: text, clientId, mediaUrl: address })
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
    // It is looked at when its turn comes.
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
      // At once, though others may be sent before it.
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
