import type { Person } from '@tonarchiv/contract/presence'
import { withRequiredFactor } from '#features/auth/index.ts'
import { boundedQueue } from '#platform/bounded-queue.ts'
import type { Services } from '#services.ts'
import * as store from './store.ts'

/** Maximum number of reads that wait; more members do not change at once. */
const READS_WAITING_MAX = 10_000

/** A member with all fields that affect how others see the member. */
export interface Profile extends Person {
  /** The status text that the member has set; empty when there is none. */
  ownStatus: string
  /** Whether other members see what this member plays. */
  showListening: boolean
  /** Whether friends may listen along with this member without a question. */
  letsFriendsListen: boolean
  /** Whether this member has archive access. */
  hasArchiveAccess: boolean
  /** Whether this member sees which tracks others play: nothing of the archive is closed to them. */
  seesTracks: boolean
  isAdmin: boolean
}

/** All members in memory, because every list of members and every search needs them. */
export interface Directory {
  /**
   * The current members. Changes by other processes and by the command line are included. Each change makes a new map,
   * so that callers can cache derived data by the map.
   */
  fresh(): Promise<ReadonlyMap<string, Profile>>
  /** The cached member; undefined for an unknown id. */
  get(id: string): Profile | undefined
  all(): ReadonlyMap<string, Profile>
  /** Reads one member again. */
  reload(id: string): Promise<Profile | undefined>
  /**
   * Reads all members again.
   * @returns the ids of members that have changed, and of deleted ones
   */
  renew(): Promise<{ changed: string[]; gone: string[] }>
  forget(id: string): void
}

export function memberDirectory(services: Pick<Services, 'db' | 'config'>): Directory {
  const { db } = services
  let members = new Map<string, Profile>()
  let newestId: string | null = null
  let loading: Promise<unknown> | undefined
  // Reads run one after the other: a slow read must not replace what a later one has found.
  const reads = boundedQueue({ atOnce: 1, waiting: READS_WAITING_MAX })

  async function load(): Promise<void> {
    const { count, newest } = await store.countMembers(db)
    // The result is compared with the current map, because `reload` and `forget` may have changed the map since the
    // last read.
    if (count !== members.size || newest !== newestId) await loadAll()
  }

  async function loadAll(): Promise<void> {
    const profiles = await profilesOf(await store.selectMembers(db))
    replace(new Map(profiles.map((profile) => [profile.id, profile])))
  }

  async function profilesOf(rows: readonly MemberRow[]): Promise<Profile[]> {
    const admins = rows.filter(({ isAdmin }) => isAdmin === 1).map(({ id }) => ({ id, isAdmin: true }))
    const rights = await Promise.all(admins.map(async (admin) => withRequiredFactor(services, admin)))
    const seeAll = new Set(rights.flatMap(({ id, isAdmin }) => (isAdmin ? [id] : [])))
    return rows.map((row) => toProfile(row, seeAll.has(row.id)))
  }

  function replace(changed: Map<string, Profile>): void {
    members = changed
    newestId = null
    for (const id of changed.keys()) if (newestId === null || id > newestId) newestId = id
  }

  function remove(id: string): void {
    const left = new Map(members)
    left.delete(id)
    replace(left)
  }

  return {
    fresh: async () => {
      // Concurrent callers share one read.
      loading ??= reads.run(load).finally(() => {
        loading = undefined
      })
      await loading
      return members
    },
    get: (id) => members.get(id),
    all: () => members,
    reload: async (id) =>
      reads.run(async () => {
        const [profile] = await profilesOf(await store.selectMembers(db, id))
        const changed = new Map(members)
        if (profile === undefined) changed.delete(id)
        else changed.set(id, profile)
        replace(changed)
        return profile
      }),
    renew: async () =>
      reads.run(async () => {
        const before = members
        await loadAll()
        return {
          changed: [...members.values()]
            .filter((profile) => JSON.stringify(before.get(profile.id)) !== JSON.stringify(profile))
            .map(({ id }) => id),
          gone: [...before.keys()].filter((id) => !members.has(id)),
        }
      }),
    forget: (id) => {
      remove(id)
      // A read that is running may find the member once more.
      void reads.run(async () => remove(id)).catch(() => undefined)
    },
  }
}

type MemberRow = Awaited<ReturnType<typeof store.selectMembers>>[number]

function toProfile(row: MemberRow, hasAdminRights: boolean): Profile {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName ?? row.username,
    photoURL: row.avatarName === null ? null : `/api/avatar/${row.avatarName}`,
    ownStatus: row.customStatus,
    showListening: row.showListening === 1,
    letsFriendsListen: row.letsFriendsListen === 1,
    hasArchiveAccess: row.keyVerified === 1 || row.isAdmin === 1,
    seesTracks: (row.keyVerified === 1 && row.hasLimitedScope === 0) || hasAdminRights,
    isAdmin: row.isAdmin === 1,
  }
}
