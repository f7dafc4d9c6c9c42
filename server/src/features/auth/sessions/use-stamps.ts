import type { Services } from '#services.ts'
import { touchSessions } from '../store/sessions.ts'
import { LIFETIMES, type StampUse } from './sessions.ts'

/**
 * Maximum time that a use waits for others, so that one statement writes them all. On SQLite each commit blocks the
 * process until the disk has stored it.
 */
const WRITE_WITHIN_MS = 1000

export interface UseStamps {
  stamp: StampUse
  /** Writes what is waiting. */
  close: () => Promise<void>
}

/**
 * Opens the collector of the uses of sessions. Requests do not wait for its writes and do not fail with them, because a
 * full disk must not lock members out.
 */
export function openUseStamps({ db, now, log }: Pick<Services, 'db' | 'now' | 'log'>): UseStamps {
  const waiting = { short: new Set<string>(), remembered: new Set<string>() }
  let timer: NodeJS.Timeout | undefined
  let written: Promise<void> = Promise.resolve()

  async function write(lifetime: keyof typeof waiting): Promise<void> {
    const ids = [...waiting[lifetime]]
    waiting[lifetime].clear()
    const time = now()
    try {
      await touchSessions(db, ids, time, new Date(time.getTime() + LIFETIMES[lifetime].idleMs))
    } catch (error) {
      log.warn({ err: error }, 'the last use of sessions could not be kept')
    }
  }

  async function writeAll(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    written = written.then(async () => {
      await write('short')
      await write('remembered')
    })
    await written
  }

  return {
    stamp: ({ sessionId, remembered }) => {
      waiting[remembered === 1 ? 'remembered' : 'short'].add(sessionId)
      timer ??= setTimeout(() => void writeAll(), WRITE_WITHIN_MS)
    },
    close: writeAll,
  }
}
