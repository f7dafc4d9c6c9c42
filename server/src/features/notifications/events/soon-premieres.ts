import { announcedAlbums } from '#features/catalog/index.ts'
import type { Services } from '#services.ts'
import { notifyAll } from './notify.ts'

type Needs = Pick<Services, 'db' | 'events' | 'now' | 'log'>

/** How long before its premiere members are reminded of an album, and how much later a reminder may still be stored. */
const BEFORE_MS = 60 * 60 * 1000
const LATE_MS = 10 * 60 * 1000
/** The longest time that a timer of Node can wait. */
const TIMER_MAX_MS = 2 ** 31 - 1
/** Maximum number of premieres that are read. */
const PREMIERES_MAX = 100

/** Stores the notices of premieres that are an hour away. Each is stored once, whichever process does it first. */
export async function notifySoonPremieres(needs: Needs): Promise<void> {
  const time = needs.now().getTime()
  const albums = await announcedAlbums(needs.db, PREMIERES_MAX)
  const due = albums.flatMap(({ id: subjectId, opensAt }) => {
    const leftMs = Date.parse(opensAt ?? '') - time
    if (opensAt === null || !(leftMs <= BEFORE_MS) || leftMs < BEFORE_MS - LATE_MS) return []
    const groupKey = `premiereSoon:${subjectId}`
    const kind = 'premiereSoon' as const
    const eventKey = `${groupKey}:${opensAt}`
    return [{ kind, groupKey, eventKey, actorId: null, subjectId, detail: opensAt, at: needs.now() }]
  })
  const announce = await notifyAll(needs, due)
  announce()
}

/** Waits for the next premiere that is an hour away. Call `refresh` when a premiere may have changed. */
export function watchSoonPremieres(needs: Needs) {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function refresh(): Promise<void> {
    const albums = await announcedAlbums(needs.db, PREMIERES_MAX)
    const time = needs.now().getTime()
    const waits = albums
      .map(({ opensAt }) => Date.parse(opensAt ?? '') - BEFORE_MS - time)
      .filter((ms) => ms > -LATE_MS)
    clearTimeout(timer)
    timer = undefined
    if (waits.some((ms) => ms <= 0)) await notifySoonPremieres(needs)
    const first = Math.min(...waits.filter((ms) => ms > 0))
    if (first === Infinity || isClosed) return
    timer = setTimeout(() => void refresh().catch(report), Math.min(first, TIMER_MAX_MS))
    timer.unref()
  }

  function report(error: unknown): void {
    needs.log.error({ err: error }, 'the next premiere could not be read')
  }

  return {
    refresh: async () => refresh().catch(report),
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
