import * as z from 'zod/mini'
import type { Bus } from '#events/bus.ts'

/** What was counted within this time is told together. */
const FLUSH_AFTER_MS = 250

/** What a process has counted since it told the last time; times in milliseconds since 1970. */
const HashedBytes = z.object({ takes: z.array(z.tuple([z.string(), z.number(), z.number()])) })

/** Counts of limits that hold for all processes together, a quarter of a second late. */
export interface SharedCounts {
  /** Something was counted here under this name. */
  note(name: string, endsAt: number): void
}

/**
 * Tells the other processes what was counted here, `onRemoteCount` what they have counted. Where they cannot be reached each
 * counts by itself. Nobody waits for it: a limit is passed by what falls into the time until it is told.
 */
export function sharedCounts(
  bus: Bus,
  subject: string,
  onRemoteCount: (name: string, count: number, endsAt: number) => void,
): SharedCounts {
  const topic = bus.topic(`counts.${subject}`, HashedBytes)
  let waiting = new Map<string, { count: number; endsAt: number }>()

  function flush(): void {
    const takes = [...waiting].map(([name, { count, endsAt }]): [string, number, number] => [
      name,
      count,
      endsAt,
    ])
    waiting = new Map()
    topic.publish({ takes })
  }

  topic.subscribe(({ takes }) => {
    for (const [name, count, endsAt] of takes) onRemoteCount(name, count, endsAt)
  })

  return {
    note: (name, endsAt) => {
      if (bus.isAlone()) return
      if (waiting.size === 0) setTimeout(flush, FLUSH_AFTER_MS).unref()
      const entry = waiting.get(name)
      if (entry === undefined) waiting.set(name, { count: 1, endsAt })
      else {
        entry.count += 1
        entry.endsAt = endsAt
      }
    },
  }
}
