import { boundedQueue } from '#platform/bounded-queue.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

/** Which members are hidden from each other, kept in memory because all lists of members and all broadcasts need it. */
export interface Blocks {
  /** Whether one of both has blocked the other. */
  isHidden(one: string, other: string): boolean
  /** The members that a member does not see, and that do not see this member. */
  hiddenFrom(userId: string): ReadonlySet<string>
  /**
   * Call it after a block between two members was stored or deleted. Resolves when this process uses the change and has
   * emitted `blocksChanged` for the others.
   */
  changed(one: string, other: string): Promise<void>
  /** Reads the blocks between two members again. */
  reload(one: string, other: string): void
  /** Adds a handler. It is called with the members for whom other members have become hidden or visible. */
  onChange(listener: (userIds: readonly string[]) => void): void
}

const NONE: ReadonlySet<string> = new Set()
/** Maximum number of reads that wait; more blocks are not stored at once. */
const READS_WAITING_MAX = 10_000

export async function openBlocks({ db, bus, events, log }: Services): Promise<Blocks> {
  let hidden = new Map<string, Set<string>>()
  const listeners = new Set<(userIds: readonly string[]) => void>()
  let loading: Promise<void> | undefined
  // Reads run one after the other: a slow read must not replace what a later one has found.
  const reads = boundedQueue({ atOnce: 1, waiting: READS_WAITING_MAX })

  function hide(map: Map<string, Set<string>>, one: string, other: string): void {
    for (const [userId, otherId] of [
      [one, other],
      [other, one],
    ] as const)
      map.set(userId, (map.get(userId) ?? new Set()).add(otherId))
  }

  async function loadAll(): Promise<void> {
    const loaded = new Map<string, Set<string>>()
    for (const { userId, blockedId } of await store.allBlocks(db)) hide(loaded, userId, blockedId)
    const before = hidden
    hidden = loaded
    const isOther = (id: string) =>
      [...(before.get(id) ?? NONE)].sort().join() !== [...(loaded.get(id) ?? NONE)].sort().join()
    notify([...new Set([...before.keys(), ...loaded.keys()])].filter(isOther))
  }

  function notify(userIds: readonly string[]): void {
    if (userIds.length > 0) for (const listener of listeners) listener(userIds)
  }

  const readBetween = async (one: string, other: string) => reads.run(async () => readPair(one, other))

  async function readPair(one: string, other: string): Promise<void> {
    const wasHidden = hidden.get(one)?.has(other) === true
    const isNowHidden = await store.areBlocked(db, one, other)
    if (isNowHidden === wasHidden) return
    if (isNowHidden) hide(hidden, one, other)
    else {
      hidden.get(one)?.delete(other)
      hidden.get(other)?.delete(one)
    }
    notify([one, other])
  }

  const warn = (error: unknown) => log.warn({ err: error }, 'the blocks could not be read')
  // Changes of other processes may have been missed.
  bus.onGap(() => {
    loading ??= reads
      .run(loadAll)
      .catch(warn)
      .finally(() => {
        loading = undefined
      })
  })
  await loadAll()

  return {
    isHidden: (one, other) => hidden.get(one)?.has(other) === true,
    hiddenFrom: (userId) => hidden.get(userId) ?? NONE,
    changed: async (one, other) => {
      await readBetween(one, other)
      events.emit('blocksChanged', { userIds: [one, other] })
    },
    reload: (one, other) => void readBetween(one, other).catch(warn),
    onChange: (listener) => void listeners.add(listener),
  }
}
