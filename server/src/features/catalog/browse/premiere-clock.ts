import type { Services } from '#services.ts'
import { openDueAlbums } from '../edit/premieres.ts'
import { nextOpening } from '../store/premieres.ts'

/** How long the time of the next premiere is used before it is read again. */
const READ_EVERY_MS = 2000
/** The longest time that a timer of Node can wait. */
const TIMER_MAX_MS = 2 ** 31 - 1

/**
 * Opens albums at the minute of their premiere, by the clock of the server. Each call awaits `openDue` before it reads
 * anything, so no job has to run. A timer does the same without a call, so that open connections get their message.
 */
export interface PremiereClock {
  /** Opens the albums whose premiere is due. Costs nothing while none is. */
  openDue(): Promise<void>
  /** Reads the time of the next premiere again. Call it when a premiere may have changed. */
  refresh(): Promise<void>
  close(): void
}

export function openPremiereClock(services: Pick<Services, 'db' | 'events' | 'now' | 'log'>): PremiereClock {
  const { db, now, log } = services
  let next: number | undefined
  let readAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let opening: Promise<void> | undefined
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const opensAt = await nextOpening(db)
    next = opensAt === undefined ? undefined : Date.parse(opensAt)
    readAt = performance.now()
    clearTimeout(timer)
    if (next === undefined || isClosed) return
    const delay = Math.min(Math.max(next - now().getTime(), 0), TIMER_MAX_MS)
    timer = setTimeout(() => void onTimer().catch(reportFault), delay)
    timer.unref()
  }

  async function refresh(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined
    })
    await reading
  }

  async function open(): Promise<void> {
    await openDueAlbums(services)
    await refresh()
  }

  async function openDue(): Promise<void> {
    if (performance.now() - readAt > READ_EVERY_MS) await refresh()
    if (next === undefined || next > now().getTime()) return
    opening ??= open().finally(() => {
      opening = undefined
    })
    await opening
  }

  async function onTimer(): Promise<void> {
    await openDue()
    // The timer may fire a little early. It also fires after `TIMER_MAX_MS`, even if the premiere is later.
    if (next !== undefined && next > now().getTime()) await refresh()
  }

  function reportFault(error: unknown): void {
    log.error({ err: error }, 'a premiere was not opened')
  }

  return {
    openDue,
    refresh,
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
