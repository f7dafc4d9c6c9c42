import type { Services } from '#services.ts'
import { markEndedAccounts } from './ended-accounts.ts'
import { endedBetween, nextEnd } from './store.ts'

/** How often the time of the next end is read again, for grants of which no message has arrived. */
const READ_EVERY_MS = 20_000
const RETRY_AFTER_MS = 1000
/** The longest time that a timer of Node can wait. */
const TIMER_MAX_MS = 2 ** 31 - 1

/**
 * Emits `accessChanged` in this process at the time at which the access of an account ends, so that its streams and
 * connections end. Each process has a clock of its own. New requests do not depend on it, because their access check
 * compares the ends itself.
 */
export interface EndingClock {
  /** Reads the time of the next end again. Call it when access may have been given or withdrawn. */
  refresh(): Promise<void>
  close(): void
}

export function openEndingClock(services: Pick<Services, 'db' | 'events' | 'now' | 'log'>): EndingClock {
  const { db, events, now, log } = services
  /** `accessChanged` was emitted for all ends up to this time. */
  let emittedUntil = now()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const next = await nextEnd(db, emittedUntil)
    clearTimeout(timer)
    if (isClosed) return
    const delay = next === undefined ? Infinity : Date.parse(next) - now().getTime()
    timer = setTimeout(() => void onTimer(), Math.min(Math.max(delay, 0), READ_EVERY_MS, TIMER_MAX_MS))
    timer.unref()
  }

  async function onTimer(): Promise<void> {
    try {
      const until = now()
      const ended = await endedBetween(db, emittedUntil, until)
      emittedUntil = until
      if (ended.length > 0) await markEndedAccounts(services, ended)
      for (const userId of ended) events.emitLocally('accessChanged', { userId })
      await refresh()
    } catch (error) {
      log.warn({ err: error }, 'the ends of access could not be read')
      if (!isClosed) timer = setTimeout(() => void onTimer(), RETRY_AFTER_MS).unref()
    }
  }

  async function refresh(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined
    })
    await reading
  }

  // The start does not wait for the database.
  timer = setTimeout(() => void onTimer(), 0).unref()

  return {
    refresh,
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
