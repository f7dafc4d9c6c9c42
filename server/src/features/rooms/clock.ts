import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Log } from '#platform/log.ts'

/** How often the clock of the database is read, and how many times in a row. The fastest answer counts. */
const COMPARE_EVERY_MS = 30_000
const SAMPLES = 5
/** The rate of corrections, which are spread over time: this share of the passing time is added or left out. */
const SLEW = 0.005

/** The clock of listening rooms: milliseconds since 1970 with fractions. It never goes back. */
export interface RoomClock {
  now: () => number
  close(): void
}

/** The difference to the reference clock, in milliseconds, and how long its answer took. */
interface Sample {
  offset: number
  tookMs: number
}

/** Makes a clock from a monotonic one, so that a change of the system's time does not move it. */
export function correctedClock(steady: () => number, systemNow: () => number) {
  let base = systemNow() - steady()
  let correction = 0
  /** The corrections applied so far. Small steps would be lost to rounding if they were added to `base`. */
  let applied = 0
  let last = { steady: steady(), now: 0 }

  function now(): number {
    const at = steady()
    const most = (at - last.steady) * SLEW
    const step = Math.max(-most, Math.min(most, correction))
    applied += step
    correction -= step
    last = { steady: at, now: Math.max(last.now, base + (at + applied)) }
    return last.now
  }

  return {
    now,
    /** Moves the clock by this difference, at once before anything has used it (`isFirst`), otherwise slowly. */
    correct: ({ offset }: Sample, isFirst: boolean) => {
      if (isFirst) {
        base += offset
        last = { steady: steady(), now: 0 }
      } else correction = offset
    },
  }
}

/**
 * Opens the clock of this process. With PostgreSQL it follows the clock of the database, so that processes on several
 * machines agree; with SQLite there is one machine, and its own clock counts.
 */
export async function openRoomClock(db: Database, log: Log): Promise<RoomClock> {
  const clock = correctedClock(
    () => performance.now(),
    () => Date.now(),
  )
  if (db.kind === 'sqlite') return { now: clock.now, close: () => {} }

  const abort = new AbortController()
  const compare = async (isFirst: boolean) => {
    try {
      clock.correct(await compareWith(db, clock.now), isFirst)
    } catch (error) {
      log.warn({ err: error }, 'the clock of the database could not be read')
    }
  }
  await compare(true)
  const keepComparing = async () => {
    while (!abort.signal.aborted) {
      await wait(COMPARE_EVERY_MS, undefined, { signal: abort.signal, ref: false }).catch(() => {})
      if (!abort.signal.aborted) await compare(false)
    }
  }
  void keepComparing()
  return { now: clock.now, close: () => abort.abort() }
}

async function compareWith(db: Database, now: () => number): Promise<Sample> {
  const samples: Sample[] = []
  for (let turn = 0; turn < SAMPLES; turn += 1) {
    const before = now()
    const { rows } = await sql<{ ms: string | number }>`
      select extract(epoch from clock_timestamp()) * 1000 as ms
    `.execute(db)
    const after = now()
    const ms = Number(rows[0]?.ms)
    if (Number.isFinite(ms)) samples.push({ offset: ms - (before + after) / 2, tookMs: after - before })
  }
  return bestSample(samples)
}

/** The sample with the fastest answer: its error is at most half of the time it took. */
export function bestSample(samples: readonly Sample[]): Sample {
  const [best] = samples.toSorted((one, other) => one.tookMs - other.tookMs)
  if (best === undefined) throw new Error('the database has not answered with a time')
  return best
}
