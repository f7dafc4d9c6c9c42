import { messageNotFound } from '@tonarchiv/contract/chat-refusals'
import { unknownMedia } from '@tonarchiv/contract/chat'
import { ApiError } from '#client/api-error.ts'
import type { ChatCalls } from './chat-calls.ts'
import { hasFailed, type Draft, type OutgoingMessage, type Returned } from './outgoing.ts'
import { createFileUpload, type FileJob } from './file-upload.ts'
import { createRetry } from './retry.ts'
import { sendingAfter, type SendingEvent, type SendingState } from './sending-machine.ts'
import { createUploadQueue } from './upload-queue.ts'

export interface SendingParts {
  calls: Pick<ChatCalls, 'post' | 'upload'>
  newId: () => string
  wait: (ms: number) => Promise<unknown>
  getState: () => SendingState
  setState: (state: SendingState) => void
  /** Called after each answer of the server, so that the log can be searched for the message. */
  onAnswered: () => void
}

export interface Sending {
  happened: (event: SendingEvent) => void
  /** Sends a message. `writtenAt` is the time at which a message was written that the browser has stored. */
  send: (draft: Draft & { writtenAt?: number }) => void
  /** Cancels a message that the server is not storing yet. */
  cancel: (clientId: string) => void
  /** Uploads an image again that the server has rejected. */
  repeatUpload: (clientId: string, address: string) => void
  /** Sends a message without an image that the server has rejected. */
  leaveOut: (clientId: string, address: string) => void
  /** Removes and returns the oldest returned message. */
  shiftReturned: () => Returned | undefined
  /** Called when the connection is established, or calls get answers again: waiting messages are sent. */
  sendWaiting: () => void
  /** Aborts all uploads and ignores pending results. */
  reset: () => void
}

/** The delivery of a message. It exists until the message has left the outbox. */
interface Job extends FileJob {
  /**
   * Whether the files of the message were uploaded a second time, because the server had removed the first uploads
   * meanwhile.
   */
  isUploadedAgain: boolean
}

/**
 * Sends messages one after the other in the order in which they were written; `sending-machine.ts` decides their
 * states. While the server does not answer, they wait.
 */
export function createSending(parts: SendingParts): Sending {
  const { calls, newId, wait, getState, setState, onAnswered } = parts
  const retry = createRetry(wait)
  const jobs = new Map<string, Job>()
  /** Settles when all messages sent so far are finished. */
  let last: Promise<unknown> = Promise.resolve()

  function happened(event: SendingEvent): void {
    const before = getState()
    const after = sendingAfter(before, event)
    if (after !== before) setState(after)
  }

  const uploadFile = createFileUpload({ upload: calls.upload, queue: createUploadQueue(retry), happened })
  const find = (clientId: string) => getState().outbox.find((message) => message.clientId === clientId)

  async function deliver(message: OutgoingMessage, job: Job): Promise<void> {
    const { clientId, text, media, replyTo, card } = message
    const { signal } = job.abort
    const onHeld = () => happened({ type: 'held', clientId })
    try {
      const answer = await retry.run(
        async () => {
          happened({ type: 'posted', clientId })
          // If the message is no longer in the outbox, the log contains it: the server has stored it, and only the
          // response to that attempt was lost.
          if (find(clientId) === undefined) job.abort.abort()
          signal.throwIfAborted()
          const mediaUrls = media.flatMap(({ address }) => job.urls.get(address) ?? [])
          return calls.post({ message: text, clientId, mediaUrls, replyTo: replyTo?.id, card })
        },
        { signal, onHeld },
      )
      if (signal.aborted) return
      happened({ type: 'answered', clientId, answer })
      onAnswered()
    } catch (failure) {
      if (signal.aborted) return
      if (isRefusedAs(failure, messageNotFound)) return happened({ type: 'gone', clientId })
      const isOutdated = media.length > 0 && !job.isUploadedAgain && isRefusedAs(failure, unknownMedia)
      if (!isOutdated) return happened({ type: 'failed', clientId, failure })
      // The server deletes unsent uploads after a day, so the files are uploaded once more.
      job.isUploadedAgain = true
      job.urls.clear()
      happened({ type: 'held', clientId })
      start(clientId, job)
    }
  }

  /** Delivers a message when its files are uploaded, or stops there when the server has rejected some. */
  async function deliverUploaded(clientId: string, job: Job, uploaded: Promise<unknown>): Promise<void> {
    await uploaded
    const message = find(clientId)
    if (message === undefined || job.abort.signal.aborted) return
    const { media, uploads, stage } = message
    if (stage.name === 'posting' || stage.name === 'answered') return
    const rejected = uploads.find(hasFailed)
    if (media.every(({ address }) => job.urls.has(address))) await deliver(message, job)
    else if (rejected === undefined) return // An upload is repeated; its end is awaited by another call.
    else if (media.length > 1) happened({ type: 'stuck', clientId })
    else happened({ type: 'failed', clientId, failure: rejected.failure })
    if (find(clientId)?.stage.name === 'answered' || find(clientId) === undefined) jobs.delete(clientId)
  }

  /** Uploads the files that are not uploaded or rejected yet, then sends the message when it is its turn. */
  function start(clientId: string, job: Job): void {
    const { media = [], uploads = [] } = find(clientId) ?? {}
    const missing = media.filter(
      ({ address }, index) => !job.urls.has(address) && !hasFailed(uploads[index] ?? { share: 0 }),
    )
    const uploaded = Promise.all(missing.map((each) => uploadFile(clientId, each, job)))
    last = last.then(() => deliverUploaded(clientId, job, uploaded))
  }

  /** Continues a message after the author has decided about a rejected image. */
  function goOn(event: Extract<SendingEvent, { type: 'repeated' | 'leftOut' }>): void {
    const before = getState()
    happened(event)
    const job = jobs.get(event.clientId)
    if (job && getState() !== before) start(event.clientId, job)
  }

  return {
    happened,
    send({ writtenAt = Date.now(), media = [], ...draft }) {
      const clientId = draft.clientId ?? newId()
      const job: Job = { abort: new AbortController(), urls: new Map(), isUploadedAgain: false }
      jobs.set(clientId, job)
      happened({ type: 'sent', draft: { ...draft, clientId, media, writtenAt } })
      start(clientId, job)
    },
    cancel(clientId) {
      const name = find(clientId)?.stage.name
      if (name === undefined || name === 'posting' || name === 'answered') return
      jobs.get(clientId)?.abort.abort()
      jobs.delete(clientId)
      // The message is cancelled at once, even if earlier messages are still waiting.
      happened({ type: 'cancelled', clientId })
    },
    repeatUpload: (clientId, address) => goOn({ type: 'repeated', clientId, address }),
    leaveOut: (clientId, address) => goOn({ type: 'leftOut', clientId, address }),
    shiftReturned() {
      const [oldest] = getState().returned
      if (oldest) happened({ type: 'taken' })
      return oldest
    },
    sendWaiting: retry.connected,
    reset() {
      for (const { abort } of jobs.values()) abort.abort()
      jobs.clear()
      last = Promise.resolve()
    },
  }
}

function isRefusedAs(failure: unknown, refusal: typeof messageNotFound): boolean {
  return failure instanceof ApiError && failure.is(refusal)
}
