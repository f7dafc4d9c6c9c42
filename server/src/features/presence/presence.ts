import { type OnlineUser, PEOPLE_MAX, type Person } from '@tonarchiv/contract/presence'
import type { AppTimes } from '#feature.ts'
import type { Services } from '#services.ts'
import type { BroadcastLimit } from '#rate-limits/broadcast-limit.ts'
import type { Connection } from '#realtime/connection.ts'
import { frameOf, frameOfText, joinFrames } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import { trackBrowsers } from './browser-states.ts'
import { memberDirectory, type Profile } from './directory.ts'
import { trackRemoteProcesses } from './remote-processes.ts'
import { deletedPerson, personIn } from './people.ts'
import { isSameState, mergeStates, type State } from './states.ts'
import { createSemaphore } from './semaphore.ts'
import { mentionsTrack, viewOf } from './view.ts'

/** Changes are told at most so often. See docs/product.md §19.2. */
const BROADCAST_EVERY_MS = 1000
/** What the telling may cost each time, over all sockets; when very many come at once, the others are told later. */
const BYTES_AT_ONCE = 20_000_000
/** Of one person, about. */
const PERSON_BYTES = 250
/** A long list goes out in messages of about this size. */
const MESSAGE_BYTES = 48 * 1024

/** So many are told the whole list at the same time: when all come back at once, the server must not drown in lists. */
const SNAPSHOTS_AT_ONCE = 25

/** Who is there and what they do, over all processes. */
export interface Presence {
  /** All members, as they are now. */
  members(): Promise<ReadonlyMap<string, Profile>>
  /** A member as a reader sees them with access to the archive, or may not. */
  viewOf(profile: Profile, hasArchiveAccess: boolean): OnlineUser
  /** A member by name and image; undefined when their account has just gone. */
  findPerson(userId: string): Promise<Person | undefined>
  /** The same of somebody whose browser is connected. */
  personOf(userId: string): Person | undefined
  /** Name, image, status or switches of this account were changed. */
  profileChanged(userId: string): void
  /** What this account may do was changed. */
  accessChanged(userId: string): void
  accountDeleted(userId: string): void
  close(): void
}

type PresenceIntervals = Pick<AppTimes, 'heartbeatEveryMs' | 'expireAfterMs'>

export function openPresence(
  services: Services,
  { sockets, limit }: { sockets: Sockets; limit: BroadcastLimit },
  times: PresenceIntervals = {},
): Presence {
  const { db, bus, log } = services
  const directory = memberDirectory(db)
  /** Our users as the other processes know them. */
  const publishedStates = new Map<string, State>()
  /** People as the browsers know them, as JSON. */
  const sentPeople = new Map<string, SentPerson>()
  const changed = new Set<string>()
  const snapshotSlots = createSemaphore(SNAPSHOTS_AT_ONCE)
  const wholeLists = new Map<boolean, readonly Buffer[]>()
  let nextBroadcastAt = 0
  let timer: NodeJS.Timeout | undefined

  const browsers = trackBrowsers(services, sockets, {
    connectionChanged: noteChange,
    statusChanged: (userId) => limit.run(userId, 'status', () => noteChange(userId)),
  })
  const remoteProcesses = trackRemoteProcesses({
    bus,
    localStates: () => publishedStates,
    changed: noteChange,
    ...times,
  })

  function stateOf(userId: string): State | undefined {
    const own = browsers.stateOf(userId)
    return mergeStates([...(own === undefined ? [] : [own]), ...remoteProcesses.statesOf(userId)])
  }

  const view = (profile: Profile, hasArchiveAccess: boolean) =>
    viewOf(profile, stateOf(profile.id), hasArchiveAccess)

  function noteChange(userId: string): void {
    changed.add(userId)
    scheduleBroadcast()
  }

  function scheduleBroadcast(): void {
    timer ??= setTimeout(broadcastChanges, Math.max(0, nextBroadcastAt - performance.now()))
  }

  function broadcastChanges(): void {
    timer = undefined
    publishStates([...changed])
    const ids = [...changed].slice(
      0,
      Math.ceil(BYTES_AT_ONCE / (PERSON_BYTES * Math.max(1, sockets.count()))),
    )
    for (const id of ids) changed.delete(id)
    const updates: SentPerson[] = []
    const unknownIds: string[] = []
    for (const id of ids) {
      const profile = directory.get(id)
      if (profile === undefined) {
        unknownIds.push(id)
        continue
      }
      const person = view(profile, true)
      const text = JSON.stringify(person)
      if (sentPeople.get(id)?.text === text) continue
      const limited = mentionsTrack(person) ? JSON.stringify(view(profile, false)) : text
      const sent = { text, limited, isOnline: person.isOnline }
      sentPeople.set(id, sent)
      updates.push(sent)
    }
    if (unknownIds.length > 0) void loadMembers(unknownIds)
    if (updates.length > 0) broadcastPeople(updates)
    nextBroadcastAt = performance.now() + BROADCAST_EVERY_MS
    if (changed.size > 0) scheduleBroadcast()
  }

  function broadcastPeople(updates: readonly SentPerson[]): void {
    wholeLists.clear()
    const texts = updates.map(({ text }) => text)
    if (updates.every(({ text, limited }) => text === limited)) {
      for (const frame of messagesOf(texts, false)) sockets.broadcastLocally(frame)
      return
    }
    const limited = updates.map((each) => each.limited)
    sockets.broadcastByAccess(joinFrames(messagesOf(texts, false)), joinFrames(messagesOf(limited, false)))
  }

  /** Somebody of another process who was verified a moment ago, or whose account has just gone. */
  async function loadMembers(ids: readonly string[]): Promise<void> {
    try {
      const members = await directory.fresh()
      for (const id of ids) if (members.has(id)) noteChange(id)
    } catch (error) {
      log.warn({ err: error }, 'the members could not be read')
    }
  }

  function publishStates(ids: readonly string[]): void {
    const changes = new Map<string, State | undefined>()
    for (const id of ids) {
      const state = browsers.stateOf(id)
      if (isSameState(publishedStates.get(id), state)) continue
      changes.set(id, state)
      if (state === undefined) publishedStates.delete(id)
      else publishedStates.set(id, state)
    }
    if (changes.size > 0) remoteProcesses.publish(changes)
  }

  /** Everyone as the browsers know them; what has changed since is told to all within a second. */
  function snapshotFrames(hasArchiveAccess: boolean): readonly Buffer[] {
    const cached = wholeLists.get(hasArchiveAccess)
    if (cached !== undefined) return cached
    const online: string[] = []
    const offline: string[] = []
    for (const profile of directory.all().values()) {
      const sent = sentPeople.get(profile.id)
      const list = sent?.isOnline === true ? online : offline
      const text = hasArchiveAccess ? sent?.text : sent?.limited
      list.push(text ?? JSON.stringify(viewOf(profile, undefined, hasArchiveAccess)))
    }
    const frames = messagesOf([...online, ...offline.slice(0, Math.max(0, PEOPLE_MAX - online.length))], true)
    wholeLists.set(hasArchiveAccess, frames)
    return frames
  }

  async function sendSnapshot(connection: Connection): Promise<void> {
    const { userId } = connection.holder
    try {
      if (directory.get(userId) === undefined) await directory.fresh()
      noteChange(userId)
      await snapshotSlots.run(async () => {
        connection.hasArchiveAccess = directory.get(userId)?.hasArchiveAccess === true
        for (const part of snapshotFrames(connection.hasArchiveAccess)) {
          sockets.send(connection, part)
          await connection.drained()
        }
      })
    } catch (error) {
      log.error({ err: error }, 'a browser could not be told who is there')
      connection.terminate()
    }
  }

  sockets.watch({ opened: (connection) => void sendSnapshot(connection) })

  /** Whoever may access the archive from now on, or no longer, gets the whole list again. */
  function resendList({ id, hasArchiveAccess }: Profile): void {
    for (const connection of sockets.connectionsOf(id)) {
      if (connection.hasArchiveAccess === hasArchiveAccess) continue
      connection.hasArchiveAccess = hasArchiveAccess
      void sendSnapshot(connection)
    }
  }

  /** Reads somebody anew and tells everyone if they look different. */
  async function refresh(userId: string): Promise<void> {
    const before = directory.get(userId)
    const after = await directory.reload(userId)
    if (after === undefined) return
    wholeLists.clear()
    resendList(after)
    noteChange(userId)
    const user = personIn(after)
    const frame = frameOf({ type: 'profileChanged', user })
    if (before === undefined || JSON.stringify(personIn(before)) !== JSON.stringify(user))
      return sockets.broadcastLocally(frame)
    // Their own browsers hear of what only they see: their rights, their switches.
    for (const connection of sockets.connectionsOf(userId)) sockets.send(connection, frame)
  }

  function refreshSoon(userId: string): void {
    refresh(userId).catch((error: unknown) => log.warn({ err: error }, 'a changed profile could not be read'))
  }
  function broadcastRemoval(userId: string): void {
    directory.forget(userId)
    sentPeople.delete(userId)
    wholeLists.clear()
    sockets.broadcastLocally(
      frameOf({ type: 'profileChanged', user: deletedPerson(userId), isDeleted: true }),
    )
  }

  /** Who has changed while the other processes could not be heard. */
  async function catchUp(): Promise<void> {
    const { changed, gone } = await directory.renew()
    for (const id of gone) broadcastRemoval(id)
    for (const id of changed) {
      const profile = directory.get(id)
      if (profile === undefined) continue
      wholeLists.clear()
      noteChange(id)
      resendList(profile)
      sockets.broadcastLocally(frameOf({ type: 'profileChanged', user: personIn(profile) }))
    }
  }
  bus.onReturn(() => {
    catchUp().catch((error: unknown) => log.warn({ err: error }, 'the members could not be read'))
  })

  return {
    members: () => directory.fresh(),
    viewOf: view,
    findPerson: async (userId) => {
      const profile = directory.get(userId) ?? (await directory.reload(userId))
      return profile && personIn(profile)
    },
    personOf: (userId) => {
      const profile = directory.get(userId)
      return profile && personIn(profile)
    },
    profileChanged: (userId) => limit.run(userId, 'profile', () => refreshSoon(userId)),
    accessChanged: refreshSoon,
    accountDeleted: broadcastRemoval,
    close: () => {
      clearTimeout(timer)
      remoteProcesses.close()
    },
  }
}

/** Somebody as the browsers know them, as JSON: by readers with access to the archive, and by those who may not. */
interface SentPerson {
  text: string
  limited: string
  isOnline: boolean
}

/** Messages that hold these people, each already as JSON. The first says `full` when they are all there are. */
function messagesOf(people: readonly string[], isFull: boolean): Buffer[] {
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
