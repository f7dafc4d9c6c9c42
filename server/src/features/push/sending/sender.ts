import { backgroundWorker } from '#platform/background-worker.ts'
import { Refused } from '#platform/refused.ts'
import type { VapidKeys } from '../messages/vapid.ts'
import { claimMessages, type DueMessage, findDue, postponeMessage } from '../store/messages.ts'
import { type ResolveMessage, type SendingServices, sendMessage } from './send-message.ts'

/** Number of messages that are sent at the same time, in all and to one push service, so that a slow one delays no other. */
const AT_ONCE = 40
const AT_ONCE_PER_HOST = 20
/** How long a process claims a message. Sending takes 13 s at most. */
const CLAIM_MS = 60_000
const LOOK_EVERY_MS = 15_000

export interface PushSender {
  /** Sends due messages now. Call it after the commit. */
  wake(): void
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
  /** Until this time no message is sent, because the installation has sent too many. */
  let pausedUntil = 0
  let pause: NodeJS.Timeout | undefined
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

  /** Those that may be sent now, so many to each push service as it has places left. */
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
      for (const message of chosen) if (claimed.has(message.id)) start(message)
    }
  }

  function start(message: DueMessage): void {
    const done = sendMessage(services, sending, message, closing.signal)
      .catch(async (error: unknown) => {
        if (error instanceof Refused) return pauseFor(message, error.details.retryAfterSeconds ?? 60)
        log.error({ err: error }, 'a push message could not be sent')
      })
      .catch((error: unknown) => log.error({ err: error }, 'a push message could not be postponed'))
      .finally(() => {
        running.delete(message.id)
        search.wake()
      })
    running.set(message.id, { host: message.host, done })
  }

  async function pauseFor({ id, tries }: DueMessage, seconds: number): Promise<void> {
    pausedUntil = now().getTime() + seconds * 1000
    clearTimeout(pause)
    pause = setTimeout(search.wake, seconds * 1000)
    pause.unref()
    await postponeMessage(db, id, tries, new Date(pausedUntil).toISOString())
  }

  search.wake()
  return {
    wake: search.wake,
    close: async () => {
      closing.abort()
      clearInterval(timer)
      clearTimeout(pause)
      await search.close()
      await Promise.all([...running.values()].map(async ({ done }) => done))
    },
  }
}
