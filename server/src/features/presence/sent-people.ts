import { type OnlineUser, PEOPLE_MAX } from '@tonarchiv/contract/presence'
import { frameOfText } from '#realtime/frames.ts'
import type { Directory, Profile } from './directory.ts'
import { mentionsTrack, viewOf } from './view.ts'

/** Approximate size in bytes of one message of a long list. */
const MESSAGE_BYTES = 48 * 1024

/**
 * A member as it was last sent to the browsers, as JSON. `text` is for members with archive access, `limited` for
 * others.
 */
export interface SentPerson {
  id: string
  text: string
  limited: string
  isOnline: boolean
  /** The revision of the change to this state. */
  revision: number
}

/** The list of all members, as JSON, and the revision of the newest change that it contains. */
interface Snapshot {
  frames: readonly Buffer[]
  revision: number
}

/** The members as the browsers get them. Each change of a member has a revision of its own, which grows. */
export interface SentPeople {
  /** Updates a member to the current state. @returns whether this is a change */
  update(profile: Profile): boolean
  get(userId: string): SentPerson | undefined
  /** The revision of the newest change of all members. */
  revision(): number
  /** The members who have changed after this revision. */
  changedAfter(revision: number): SentPerson[]
  delete(userId: string): void
  /** Call it when members have changed. The next snapshot is then built again. */
  invalidate(): void
  /** All members but hidden ones. */
  snapshot(hasArchiveAccess: boolean, hidden: ReadonlySet<string>): Snapshot
}

export function createSentPeople(
  directory: Directory,
  currentView: (profile: Profile, hasArchiveAccess: boolean) => OnlineUser,
): SentPeople {
  const people = new Map<string, SentPerson>()
  const snapshots = new Map<boolean, Snapshot>()
  let revision = 0

  function buildSnapshot(hasArchiveAccess: boolean, hidden: ReadonlySet<string>): Snapshot {
    const online: string[] = []
    const offline: string[] = []
    /** Admins are never left out of a long list, because browsers mark their names. */
    const admins: string[] = []
    for (const profile of directory.all().values()) {
      if (hidden.has(profile.id)) continue
      const sent = people.get(profile.id)
      const list = sent?.isOnline === true ? online : profile.isAdmin ? admins : offline
      const text = hasArchiveAccess ? sent?.text : sent?.limited
      list.push(text ?? JSON.stringify(viewOf(profile, undefined, hasArchiveAccess)))
    }
    const listed = [...online, ...admins]
    const shown = [...listed, ...offline.slice(0, Math.max(0, PEOPLE_MAX - listed.length))]
    return { frames: framesOf(shown, true), revision }
  }

  return {
    update: (profile) => {
      const person = currentView(profile, true)
      const text = JSON.stringify(person)
      if (people.get(profile.id)?.text === text) return false
      const limited = mentionsTrack(person) ? JSON.stringify(currentView(profile, false)) : text
      revision += 1
      people.set(profile.id, { id: person.id, text, limited, isOnline: person.isOnline, revision })
      snapshots.clear()
      return true
    },
    get: (userId) => people.get(userId),
    revision: () => revision,
    changedAfter: (known) => [...people.values()].filter((sent) => sent.revision > known),
    delete: (userId) => {
      people.delete(userId)
      snapshots.clear()
    },
    invalidate: () => snapshots.clear(),
    snapshot: (hasArchiveAccess, hidden) => {
      if (hidden.size > 0) return buildSnapshot(hasArchiveAccess, hidden)
      const cached = snapshots.get(hasArchiveAccess)
      if (cached !== undefined) return cached
      const built = buildSnapshot(hasArchiveAccess, hidden)
      snapshots.set(hasArchiveAccess, built)
      return built
    },
  }
}

/** Builds messages from members that are already JSON. The first message has `full` if they are the complete list. */
export function framesOf(people: readonly string[], isFull: boolean): Buffer[] {
  const frames: Buffer[] = []
  let some: string[] = []
  let length = 0
  const finish = () => {
    const full = isFull && frames.length === 0 ? '"full":true,' : ''
    frames.push(frameOfText(`{"type":"userStatus",${full}"users":[${some.join(',')}]}`))
    some = []
    length = 0
  }
  for (const person of people) {
    some.push(person)
    length += person.length
    if (length > MESSAGE_BYTES) finish()
  }
  if (some.length > 0 || (isFull && frames.length === 0)) finish()
  return frames
}
