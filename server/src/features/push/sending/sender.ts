import { setImmediate as nextTurn } from 'node:timers/promises'
import { backgroundWorker } from '#platform/background-worker.ts'
import type { VapidKeys } from '../messages/vapid.ts'
import {
  claimMessages,
  deleteMessages,
  type DueMessage,
  findDue,
  postponeMessage,
} from '../store/messages.ts'
import { endRecorder } from './record-ends.ts'
import {
  allowedNow,
  type ReadyMessage,
  readyMessage,
  type ResolveMessage,
  type SendingServices,
  sendMessage,
} from './send-message.ts'

/**
 * Maximum numbers of messages that are sent at the same time, in all and to one push service. A slow push service
 * therefore does not delay messages to others.
 */
const AT_ONCE = 40
const AT_ONCE_PER_HOST = 20
/** How long a process claims a message. Sending takes 13 s at most. */
const CLAIM_MS = 60_000
const LOOK_EVERY_MS = 15_000

export interface PushSender {
  /** Sends due messages, after this time. Call it after the commit. */
  wake(afterMs?: number): void
  /** Aborts what is being sent. It is sent later, by another process or after a restart. */
  close(): Promise<void>
}

/** Sends queued messages in the background. Several processes share the queue. */
export function startPushSender(
  services: SendingServices,
  sending: { keys: VapidKeys; resolve: ResolveMessage },
  lookEveryMs = LOOK_EVERY_MS,
): PushSender {
  const { db, now, log } = services
  const closing = new AbortController()
  const running = new Map<string, { host: string; done: Promise<void> }>()
  const record = endRecorder(services, closing.signal)
  /** Until this time no message is sent, because the installation has sent too many. */
  let pausedUntil = 0
  let pause: NodeJS.Timeout | undefined
  let later: NodeJS.Timeout | undefined
  const search = backgroundWorker(startDue, (error) =>
    log.error({ err: error }, 'push messages could not be read'),
  )
  const timer = setInterval(search.wake, lookEveryMs)
  timer.unref()

  /** The number of messages that are being sent, by push service. */
  function countsOfHosts(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { host } of running.values()) counts.set(host, (counts.get(host) ?? 0) + 1)
    return counts
  }

  /** Those of the due messages that may be sent now, so that no push service exceeds `AT_ONCE_PER_HOST`. */
  function startable(due: readonly DueMessage[]): DueMessage[] {
    const counts = countsOfHosts()
    return due.filter(({ host }) => {
      const count = counts.get(host) ?? 0
      if (count >= AT_ONCE_PER_HOST) return false
      counts.set(host, count + 1)
      return true
    })
  }

  async function startDue(): Promise<void> {
    while (!closing.signal.aborted && running.size < AT_ONCE && now().getTime() >= pausedUntil) {
      const busy = [...countsOfHosts()].flatMap(([host, count]) => (count >= AT_ONCE_PER_HOST ? [host] : []))
      const at = now()
      const times = { at: at.toISOString(), until: new Date(at.getTime() + CLAIM_MS).toISOString() }
      const due = await findDue(db, times.at, AT_ONCE - running.size, busy)
      if (due.length === 0 || closing.signal.aborted) return
      const chosen = startable(due)
      const claimed = await claimMessages(
        db,
        chosen.map(({ id }) => id),
        times,
      )
      await startClaimed(chosen.filter(({ id }) => claimed.has(id)))
    }
  }

  async function startClaimed(claimed: readonly DueMessage[]): Promise<void> {
    const ready = await readyMessages(services, sending.resolve, claimed)
    if (ready.length === 0) return
    const { allowed, retryAfterSeconds } = await allowedNow(services, ready.length)
    for (const each of ready.slice(0, allowed)) {
      start(each)
      await nextTurn()
    }
    if (allowed < ready.length) await pauseFor(ready.slice(allowed), retryAfterSeconds)
  }

  function start(ready: ReadyMessage): void {
    const { id, tries, host } = ready.message
    const done = sendMessage(services, sending.keys, ready, closing.signal)
      .then(async (end) =>
        // `undefined` means that this process has aborted the request. That is no failed attempt of the push service.
        end === undefined ? postponeMessage(db, id, tries, now().toISOString()) : record(ready, end),
      )
      .catch((error: unknown) => log.error({ err: error }, 'a push message could not be sent'))
      .finally(() => {
        running.delete(id)
        search.wake()
      })
    running.set(id, { host, done })
  }

  async function pauseFor(messages: readonly ReadyMessage[], seconds: number): Promise<void> {
    pausedUntil = now().getTime() + seconds * 1000
    clearTimeout(pause)
    pause = setTimeout(search.wake, seconds * 1000)
    pause.unref()
    for (const { message } of messages)
      await postponeMessage(db, message.id, message.tries, new Date(pausedUntil).toISOString())
  }

  function wakeAfter(ms: number): void {
    later ??= setTimeout(() => {
      later = undefined
      search.wake()
    }, ms).unref()
  }

  search.wake()
  return {
    wake: (afterMs) => (afterMs === undefined ? search.wake() : wakeAfter(afterMs)),
    close: async () => {
      closing.abort()
      clearTimeout(later)
      clearInterval(timer)
      clearTimeout(pause)
      await search.close()
      await Promise.all([...running.values()].map(async ({ done }) => done))
    },
  }
}

/** Those of the claimed messages that are to be sent. The others are deleted. The event loop runs between messages. */
async function readyMessages(
  services: SendingServices,
  resolve: ResolveMessage,
  claimed: readonly DueMessage[],
): Promise<ReadyMessage[]> {
  const { db, log } = services
  const ready: ReadyMessage[] = []
  const over: string[] = []
  for (const message of claimed) {
    try {
      const found = await readyMessage(services, resolve, message)
      if (found === undefined) over.push(message.id)
      else ready.push(found)
    } catch (error) {
      log.error({ err: error }, 'a push message could not be made')
    }
    await nextTurn()
  }
  await deleteMessages(db, db.kind, over)
  return ready
}
