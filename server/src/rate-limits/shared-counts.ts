import * as z from 'zod/mini'
import type { Bus } from '#events/bus.ts'

/** Counts are collected for this time and published together. */
const FLUSH_AFTER_MS = 250

/** A message with the counts of a process since its last message. Times are in milliseconds since 1970. */
const HashedBytes = z.object({ takes: z.array(z.tuple([z.string(), z.number(), z.number()])) })

/**
 * Counts uses for limits that apply to all processes together. Other processes see the counts a quarter of a second
 * later.
 */
export interface SharedCounts {
  /** Counts one use of this name in this process. */
  note(name: string, endsAt: number): void
}

/**
 * Publishes the counts of this process to the others and calls `onRemoteCount` with their counts. While the processes
 * cannot reach each other, each process counts on its own. Calls do not wait for the other processes, so a limit can be
 * exceeded by the calls within one publishing interval.
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
