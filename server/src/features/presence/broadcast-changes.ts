import { joinFrames } from '#realtime/frames.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Blocks } from '#features/blocks/index.ts'
import type { Directory } from './directory.ts'
import { framesOf, type SentPeople, type SentPerson } from './sent-people.ts'

/** Default of the minimum time between two broadcasts. See docs/product.md §19.2. */
const BROADCAST_EVERY_MS = 1000
/**
 * Maximum size of a broadcast in bytes, over all sockets. When very many members change at once, the rest is sent
 * later.
 */
const BYTES_AT_ONCE = 20_000_000
/** Approximate size in bytes of a member in a message. */
const PERSON_BYTES = 250

interface Needs {
  sockets: Sockets
  blocks: Blocks
  directory: Directory
  sentPeople: SentPeople
  /** Called before each broadcast, with all members that may have changed. */
  publishStates: (userIds: readonly string[]) => void
  /** Called with ids of members that the directory does not contain. */
  loadUnknown: (userIds: readonly string[]) => void
  everyMs?: number | undefined
}

/** Broadcasts members whose state may have changed. Changes are collected and sent at intervals. */
export interface ChangeBroadcasts {
  note(userId: string): void
  close(): void
}

export function broadcastChanges(needs: Needs): ChangeBroadcasts {
  const {
    sockets,
    blocks,
    directory,
    sentPeople,
    publishStates,
    loadUnknown,
    everyMs = BROADCAST_EVERY_MS,
  } = needs
  const changed = new Set<string>()
  let nextBroadcastAt = 0
  let timer: NodeJS.Timeout | undefined

  function schedule(): void {
    timer ??= setTimeout(broadcast, Math.max(0, nextBroadcastAt - performance.now()))
  }

  function broadcast(): void {
    timer = undefined
    publishStates([...changed])
    const peopleMax = Math.ceil(BYTES_AT_ONCE / (PERSON_BYTES * Math.max(1, sockets.count())))
    const ids = [...changed].slice(0, peopleMax)
    for (const id of ids) changed.delete(id)
    const unknownIds = ids.filter((id) => directory.get(id) === undefined)
    if (unknownIds.length > 0) loadUnknown(unknownIds)
    const updates = ids.flatMap((id) => {
      const profile = directory.get(id)
      return (profile && sentPeople.update(profile)) ?? []
    })
    if (updates.length > 0) {
      sentPeople.invalidate()
      broadcastPeople(sockets, blocks, updates)
    }
    nextBroadcastAt = performance.now() + everyMs
    if (changed.size > 0) schedule()
  }

  return {
    note: (userId) => {
      changed.add(userId)
      schedule()
    },
    close: () => clearTimeout(timer),
  }
}

function broadcastPeople(sockets: Sockets, blocks: Blocks, updates: readonly SentPerson[]): void {
  // Members who do not see all of these members get their own frames.
  const exceptions = new Set(
    updates
      .flatMap(({ id }) => [...blocks.hiddenFrom(id)])
      .filter((userId) => sockets.connectionsOf(userId).length > 0),
  )
  const { frame, limited } = framesFor(updates)
  if (frame === limited) sockets.broadcastLocally(frame, exceptions)
  else sockets.broadcastByAccess(frame, limited, exceptions)
  for (const userId of exceptions) {
    const visible = updates.filter(({ id }) => !blocks.isHidden(id, userId))
    if (visible.length === 0) continue
    const own = framesFor(visible)
    for (const connection of sockets.connectionsOf(userId))
      sockets.send(connection, connection.hasArchiveAccess ? own.frame : own.limited)
  }
}

function framesFor(updates: readonly SentPerson[]): { frame: Buffer; limited: Buffer } {
  const texts = updates.map(({ text }) => text)
  const frame = joinFrames(framesOf(texts, false))
  if (updates.every(({ text, limited }) => text === limited)) return { frame, limited: frame }
  const limited = updates.map((each) => each.limited)
  return { frame, limited: joinFrames(framesOf(limited, false)) }
}
