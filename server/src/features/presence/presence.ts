import { type OnlineUser, PEOPLE_MAX, type Person } from '@tonarchiv/contract/presence'
import type { AppTimes } from '#feature.ts'
import type { Services } from '#services.ts'
import type { BroadcastLimit } from '#rate-limits/broadcast-limit.ts'
import type { Connection } from '#realtime/connection.ts'
import { frameOf, frameOfText, joinFrames } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import { listenToBrowsers } from './browsers.ts'
import { memberDirectory, type Profile } from './directory.ts'
import { otherProcesses } from './others.ts'
import { deletedPerson, personIn } from './people.ts'
import { isSameState, joined, type State } from './states.ts'
import { turns } from './turns.ts'
import { namesTrack, viewOf } from './view.ts'

/** Changes are told at most so often. See docs/product.md §19.2. */
const TELL_EVERY_MS = 1000
/** What the telling may cost each time, over all sockets; when very many come at once, the others are told later. */
const BYTES_AT_ONCE = 20_000_000
/** Of one person, about. */
const PERSON_BYTES = 250
/** A long list goes out in messages of about this size. */
const MESSAGE_BYTES = 48 * 1024

/** So many are told the whole list at the same time: when all come back at once, the server must not drown in lists. */
const WELCOMES_AT_ONCE = 25

/** Who is there and what they do, over all processes. */
export interface Presence {
  /** All members, as they are now. */
  members(): Promise<ReadonlyMap<string, Profile>>
  /** A member as a reader sees them who may hear the archive, or may not. */
  viewOf(profile: Profile, mayHear: boolean): OnlineUser
  /** A member by name and picture; undefined when their account has just gone. */
  findPerson(userId: string): Promise<Person | undefined>
  /** The same of somebody whose browser is connected. */
  personOf(userId: string): Person | undefined
  /** Name, picture, status or switches of this account were changed. */
  profileChanged(userId: string): void
  /** What this account may do was changed. */
  accessChanged(userId: string): void
  accountDeleted(userId: string): void
  close(): void
}

type PresenceTimes = Pick<AppTimes, 'beatEveryMs' | 'goneAfterMs'>

export function openPresence(
  services: Services,
  { sockets, limit }: { sockets: Sockets; limit: BroadcastLimit },
  times: PresenceTimes = {},
): Presence {
  const { db, bus, log } = services
  const directory = memberDirectory(db)
  /** Our users as the other processes know them. */
  const toldOthers = new Map<string, State>()
  /** People as the browsers know them, as JSON. */
  const toldBrowsers = new Map<string, Told>()
  const changed = new Set<string>()
  const welcomes = turns(WELCOMES_AT_ONCE)
  const wholeLists = new Map<boolean, readonly Buffer[]>()
  let mayTellAt = 0
  let timer: NodeJS.Timeout | undefined

  const browsers = listenToBrowsers(services, sockets, {
    connectionChanged: noteChange,
    statusChanged: (userId) => limit.run(userId, 'status', () => noteChange(userId)),
  })
  const others = otherProcesses({ bus, ours: () => toldOthers, changed: noteChange, ...times })

  function stateOf(userId: string): State | undefined {
    const own = browsers.stateOf(userId)
    return joined([...(own === undefined ? [] : [own]), ...others.statesOf(userId)])
  }

  const view = (profile: Profile, mayHear: boolean) => viewOf(profile, stateOf(profile.id), mayHear)

  function noteChange(userId: string): void {
    changed.add(userId)
    tellSoon()
  }

  function tellSoon(): void {
    timer ??= setTimeout(tell, Math.max(0, mayTellAt - performance.now()))
  }

  function tell(): void {
    timer = undefined
    tellOthers([...changed])
    const ids = [...changed].slice(
      0,
      Math.ceil(BYTES_AT_ONCE / (PERSON_BYTES * Math.max(1, sockets.count()))),
    )
    for (const id of ids) changed.delete(id)
    const news: Told[] = []
    const strangers: string[] = []
    for (const id of ids) {
      const profile = directory.get(id)
      if (profile === undefined) {
        strangers.push(id)
        continue
      }
      const person = view(profile, true)
      const text = JSON.stringify(person)
      if (toldBrowsers.get(id)?.text === text) continue
      const limited = namesTrack(person) ? JSON.stringify(view(profile, false)) : text
      const told = { text, limited, isOnline: person.isOnline }
      toldBrowsers.set(id, told)
      news.push(told)
    }
    if (strangers.length > 0) void meet(strangers)
    if (news.length > 0) broadcastNews(news)
    mayTellAt = performance.now() + TELL_EVERY_MS
    if (changed.size > 0) tellSoon()
  }

  function broadcastNews(news: readonly Told[]): void {
    wholeLists.clear()
    const texts = news.map(({ text }) => text)
    if (news.every(({ text, limited }) => text === limited)) {
      for (const frame of messagesOf(texts, false)) sockets.broadcast(frame)
      return
    }
    const limited = news.map((each) => each.limited)
    sockets.broadcastByAccess(joinFrames(messagesOf(texts, false)), joinFrames(messagesOf(limited, false)))
  }

  /** Somebody of another process who was verified a moment ago, or whose account has just gone. */
  async function meet(ids: readonly string[]): Promise<void> {
    try {
      const members = await directory.fresh()
      for (const id of ids) if (members.has(id)) noteChange(id)
    } catch (error) {
      log.warn({ err: error }, 'the members could not be read')
    }
  }

  function tellOthers(ids: readonly string[]): void {
    const changes = new Map<string, State | undefined>()
    for (const id of ids) {
      const state = browsers.stateOf(id)
      if (isSameState(toldOthers.get(id), state)) continue
      changes.set(id, state)
      if (state === undefined) toldOthers.delete(id)
      else toldOthers.set(id, state)
    }
    if (changes.size > 0) others.tell(changes)
  }

  /** Everyone as the browsers know them; what has changed since is told to all within a second. */
  function listOfAll(mayHear: boolean): readonly Buffer[] {
    const known = wholeLists.get(mayHear)
    if (known !== undefined) return known
    const online: string[] = []
    const offline: string[] = []
    for (const profile of directory.known().values()) {
      const told = toldBrowsers.get(profile.id)
      const list = told?.isOnline === true ? online : offline
      const text = mayHear ? told?.text : told?.limited
      list.push(text ?? JSON.stringify(viewOf(profile, undefined, mayHear)))
    }
    const frames = messagesOf([...online, ...offline.slice(0, Math.max(0, PEOPLE_MAX - online.length))], true)
    wholeLists.set(mayHear, frames)
    return frames
  }

  async function welcome(connection: Connection): Promise<void> {
    const { userId } = connection.holder
    try {
      if (directory.get(userId) === undefined) await directory.fresh()
      noteChange(userId)
      await welcomes.take(async () => {
        connection.mayHear = directory.get(userId)?.mayHear === true
        for (const part of listOfAll(connection.mayHear)) {
          sockets.send(connection, part)
          await connection.drained()
        }
      })
    } catch (error) {
      log.error({ err: error }, 'a browser could not be told who is there')
      connection.cut()
    }
  }

  sockets.watch({ opened: (connection) => void welcome(connection) })

  /** Whoever may hear the archive from now on, or no longer, gets the whole list again. */
  function listAnew({ id, mayHear }: Profile): void {
    for (const connection of sockets.connectionsOf(id)) {
      if (connection.mayHear === mayHear) continue
      connection.mayHear = mayHear
      void welcome(connection)
    }
  }

  /** Reads somebody anew and tells everyone if they look different. */
  async function refresh(userId: string): Promise<void> {
    const before = directory.get(userId)
    const after = await directory.reload(userId)
    if (after === undefined) return
    wholeLists.clear()
    listAnew(after)
    noteChange(userId)
    const user = personIn(after)
    const frame = frameOf({ type: 'profileChanged', user })
    if (before === undefined || JSON.stringify(personIn(before)) !== JSON.stringify(user))
      return sockets.broadcast(frame)
    // Their own browsers hear of what only they see: their rights, their switches.
    for (const connection of sockets.connectionsOf(userId)) sockets.send(connection, frame)
  }

  function refreshSoon(userId: string): void {
    refresh(userId).catch((error: unknown) => log.warn({ err: error }, 'a changed profile could not be read'))
  }
  function sayGoodbyeTo(userId: string): void {
    directory.forget(userId)
    toldBrowsers.delete(userId)
    wholeLists.clear()
    sockets.broadcast(frameOf({ type: 'profileChanged', user: deletedPerson(userId), isDeleted: true }))
  }

  /** Who has changed while the other processes could not be heard. */
  async function catchUp(): Promise<void> {
    const { changed, gone } = await directory.renew()
    for (const id of gone) sayGoodbyeTo(id)
    for (const id of changed) {
      const profile = directory.get(id)
      if (profile === undefined) continue
      wholeLists.clear()
      noteChange(id)
      listAnew(profile)
      sockets.broadcast(frameOf({ type: 'profileChanged', user: personIn(profile) }))
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
    accountDeleted: sayGoodbyeTo,
    close: () => {
      clearTimeout(timer)
      others.close()
    },
  }
}

/** Somebody as the browsers know them, as JSON: by readers who may hear the archive, and by those who may not. */
interface Told {
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
