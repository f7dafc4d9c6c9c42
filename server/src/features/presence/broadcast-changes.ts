import type { Connection } from '#realtime/connection.ts'
import { joinFrames } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Blocks } from '#features/blocks/index.ts'
import type { Directory } from './directory.ts'
import { framesOf, type SentPeople, type SentPerson } from './sent-people.ts'

/** Default of the minimum time between two broadcasts. See docs/product.md §19.2. */
const BROADCAST_EVERY_MS = 1000
/**
 * Maximum size of a broadcast in bytes, over all sockets. When very many members change at once, the rest is sent
 * later. With this size two thousand members who come within seconds are known to all after ten seconds more.
 */
const BYTES_AT_ONCE = 50_000_000

interface Needs {
  sockets: Sockets
  blocks: Blocks
  directory: Directory
  sentPeople: SentPeople
  /** The revision of the list that a browser has; undefined while its list is being written. */
  listRevisionOf: (connection: Connection) => number | undefined
  /** Called before each broadcast, with all members that may have changed. */
  publishStates: (userIds: readonly string[]) => void
  /** Called with ids of members that the directory does not contain. */
  loadUnknown: (userIds: readonly string[]) => void
  everyMs?: number | undefined
  bytesAtOnce?: number | undefined
}

/**
 * Broadcasts members whose state may have changed. Changes are collected and sent at intervals, and only to browsers
 * whose list is older than the change. If many members connect at once, each browser gets those who connect after it.
 */
export interface ChangeBroadcasts {
  note(userId: string): void
  close(): void
}

export function broadcastChanges(needs: Needs): ChangeBroadcasts {
  const { sockets, directory, sentPeople, publishStates, loadUnknown } = needs
  const { everyMs = BROADCAST_EVERY_MS, bytesAtOnce = BYTES_AT_ONCE } = needs
  const noted = new Set<string>()
  /** Members who have changed and were not sent yet, in the order of their changes. */
  const waiting = new Set<string>()
  let nextBroadcastAt = 0
  let timer: NodeJS.Timeout | undefined

  function schedule(): void {
    timer ??= setTimeout(broadcast, Math.max(0, nextBroadcastAt - performance.now()))
  }

  function broadcast(): void {
    timer = undefined
    updateNoted()
    const updates = takeWaiting()
    if (updates.length > 0) sendPeople(needs, updates)
    nextBroadcastAt = performance.now() + everyMs
    if (waiting.size > 0) schedule()
  }

  /** Lists that are written from now on contain the changes. */
  function updateNoted(): void {
    const ids = [...noted]
    noted.clear()
    publishStates(ids)
    const unknownIds = ids.filter((id) => directory.get(id) === undefined)
    if (unknownIds.length > 0) loadUnknown(unknownIds)
    for (const id of ids) {
      const profile = directory.get(id)
      if (profile !== undefined && sentPeople.update(profile)) waiting.add(id)
    }
  }

  /** Takes the oldest changes, as many as may be sent at once to those browsers whose list is older. */
  function takeWaiting(): SentPerson[] {
    const lists = listRevisions()
    const updates: SentPerson[] = []
    let readers = 0
    let newest = 0
    let bytesEach = 0
    for (const id of waiting) {
      waiting.delete(id)
      const sent = sentPeople.get(id)
      if (sent === undefined) continue
      updates.push(sent)
      newest = Math.max(newest, sent.revision)
      while ((lists[readers] ?? newest) < newest) readers += 1
      bytesEach += sent.text.length
      if (bytesEach * readers >= bytesAtOnce) break
    }
    return updates
  }

  /** The revisions of the lists that the browsers have, in ascending order. */
  function listRevisions(): number[] {
    if (waiting.size === 0) return []
    return [...sockets.connections()]
      .flatMap((connection) => needs.listRevisionOf(connection) ?? [])
      .toSorted((one, other) => one - other)
  }

  return {
    note: (userId) => {
      noted.add(userId)
      schedule()
    },
    close: () => clearTimeout(timer),
  }
}

function sendPeople({ sockets, blocks, listRevisionOf }: Needs, updates: readonly SentPerson[]): void {
  const newest = updates.reduce((most, { revision }) => Math.max(most, revision), 0)
  // Members who do not see all of these members get their own frames.
  const exceptions = new Set(updates.flatMap(({ id }) => [...blocks.hiddenFrom(id)]))
  const all = framesFor(updates)
  const ownFrames = new Map<string, Frames>()
  const framesOfReader = (userId: string): Frames => {
    if (!exceptions.has(userId)) return all
    const known = ownFrames.get(userId)
    if (known !== undefined) return known
    const own = framesFor(updates.filter(({ id }) => !blocks.isHidden(id, userId)))
    ownFrames.set(userId, own)
    return own
  }
  for (const connection of sockets.connections()) {
    if ((listRevisionOf(connection) ?? newest) >= newest) continue
    const { frame, limited } = framesOfReader(connection.holder.userId)
    if (frame.length > 0) sockets.send(connection, connection.hasArchiveAccess ? frame : limited)
  }
}

interface Frames {
  frame: Buffer
  /** The frame for members without archive access. */
  limited: Buffer
}

function framesFor(updates: readonly SentPerson[]): Frames {
  const frame = joinFrames(
    framesOf(
      updates.map(({ text }) => text),
      false,
    ),
  )
  if (updates.every(({ text, limited }) => text === limited)) return { frame, limited: frame }
  const limited = updates.map((each) => each.limited)
  return { frame, limited: joinFrames(framesOf(limited, false)) }
}
