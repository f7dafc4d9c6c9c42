import { OFFLINE_AFTER_SECONDS } from '@tonarchiv/contract/presence'
import { SOCKET_CLOSED, ToBrowser, ToServer } from '@tonarchiv/contract/realtime'
import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import * as z from 'zod/mini'
import type { Services } from '#services.ts'
import type { WebSocket } from 'ws'
import type { Duplex } from 'node:stream'
import { Connection, type ConnectionOwner, type Holder } from './connection.ts'
import { frameOf, joinFrames } from './frames.ts'

/** Of one account and of one client subnet. See docs/security-requirements.md W-03. */
const SOCKETS_PER_USER = 5
const SOCKETS_PER_SUBNET = 100
/** Who is behind with reading for so long is cut off. See docs/security-requirements.md W-03. */
const SLOW_CONSUMER_MS = 10_000
/** What changes within this time is told once. */
const ARCHIVE_CHANGES_EVERY_MS = 500
/** Connections that do not answer a farewell have so long when the server stops. */
const CLOSE_TIMEOUT_MS = 1500

/** How often things are looked after, milliseconds; tests have less patience. */
export interface SocketTimes {
  sweepEveryMs: number
  /** Without a message for so long, a user is offline; without any sign of life, the line is cut. */
  silentAfterMs: number
  /** Whether sessions still run, of whose end nobody tells: they expire. See docs/security-requirements.md W-01. */
  checkEveryMs: number
}

const TIMES: SocketTimes = {
  sweepEveryMs: 5000,
  silentAfterMs: OFFLINE_AFTER_SECONDS * 1000,
  checkEveryMs: 60_000,
}

/** What a feature wants to know of connections. */
export interface SocketWatcher {
  opened?(connection: Connection): void
  /** It no longer speaks, or speaks again. */
  silenceChanged?(connection: Connection): void
  closed?(connection: Connection): void
}

type ClientMessage = Exclude<z.output<typeof ToServer>, { type: 'heartbeat' }>
type MessageHandler<T extends ClientMessage['type']> = (
  connection: Connection,
  message: Extract<ClientMessage, { type: T }>,
) => void

/** All sockets of this process. What is told goes to the other processes' sockets, too. */
export interface Sockets {
  watch(watcher: SocketWatcher): void
  on<T extends ClientMessage['type']>(type: T, handler: MessageHandler<T>): void
  /** Takes over a socket that has shaken hands. `checkedAt`: when its session was looked at, by the clock of `performance`. */
  add(socket: WebSocket, stream: Duplex, holder: Holder, checkedAt: number): void
  /** Frames for all sockets of this process; what falls into one turn is written together. */
  broadcastLocally(frame: Buffer, exceptUserId?: string): void
  /** The same for frames of which readers without access to the archive get another version. */
  broadcastByAccess(frame: Buffer, withoutAccess: Buffer): void
  /** A message for all sockets of one process after the other. */
  broadcast(message: ToBrowser, exceptUserId?: string): void
  sendToUsers(userIds: readonly string[], message: ToBrowser): void
  /** A frame for one socket, in order with what all were told. */
  send(connection: Connection, frame: Buffer): void
  connectionsOf(userId: string): readonly Connection[]
  count(): number
  isFull(clientSubnet: string): boolean
  isClosing(): boolean
  /** Closes all sockets and resolves when they are gone. */
  close(): Promise<void>
}

interface SocketsOptions extends Pick<Services, 'events' | 'bus' | 'config' | 'log'> {
  /** Which of these sessions still run, and whether their account is verified. */
  liveSessions: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, { emailVerified: boolean }>>
  /** Why these sessions are over. */
  findSessionEndReasons: (
    sessionIds: readonly string[],
  ) => Promise<ReadonlyMap<SessionEndReason, readonly string[]>>
}

const FanOutMessage = z.object({
  userIds: z.nullable(z.array(z.string())),
  exceptUserId: z.nullable(z.string()),
  message: ToBrowser,
})

export function openSockets(
  { events, bus, config, log, liveSessions, findSessionEndReasons }: SocketsOptions,
  times: Partial<SocketTimes> = {},
): Sockets {
  const { sweepEveryMs, silentAfterMs, checkEveryMs } = { ...TIMES, ...times }
  const all = new Set<Connection>()
  const connectionsByUser = new Map<string, Connection[]>()
  const countBySubnet = new Map<string, number>()
  const slowConsumers = new Set<Connection>()
  const watchers: SocketWatcher[] = []
  const handlers: { [T in ClientMessage['type']]: MessageHandler<T>[] } = { userStatus: [], typing: [] }
  const ended = recentEnds()
  const fanOut = bus.topic('told', FanOutMessage)
  const heartbeatAnswer = frameOf({ type: 'heartbeat' })
  let waiting: QueuedFrame[] = []
  let isClosing = false

  const owner: ConnectionOwner = {
    receive: (connection, text) => {
      const message = messageIn(text)
      if (message === undefined) return false
      if (connection.isSilent) setSilence(connection, false)
      if (message.type === 'userStatus')
        for (const handler of handlers.userStatus) handler(connection, message)
      else if (message.type === 'typing') for (const handler of handlers.typing) handler(connection, message)
      else if (message.ask === true) send(connection, heartbeatAnswer)
      return true
    },
    becameSlow: (connection) => {
      if (connection.slowSince > 0) return
      connection.slowSince = performance.now()
      slowConsumers.add(connection)
    },
    closed: (connection) => {
      all.delete(connection)
      slowConsumers.delete(connection)
      const { userId, clientSubnet } = connection.holder
      const others = connectionsOf(userId).filter((other) => other !== connection)
      if (others.length === 0) connectionsByUser.delete(userId)
      else connectionsByUser.set(userId, others)
      const left = (countBySubnet.get(clientSubnet) ?? 1) - 1
      if (left === 0) countBySubnet.delete(clientSubnet)
      else countBySubnet.set(clientSubnet, left)
      for (const watcher of watchers) watcher.closed?.(connection)
    },
  }

  const connectionsOf = (userId: string): readonly Connection[] => connectionsByUser.get(userId) ?? []

  function setSilence(connection: Connection, isSilent: boolean): void {
    connection.isSilent = isSilent
    for (const watcher of watchers) watcher.silenceChanged?.(connection)
  }

  function add(socket: WebSocket, stream: Duplex, holder: Holder, checkedAt: number): void {
    const connection = new Connection(socket, stream, holder, owner)
    all.add(connection)
    countBySubnet.set(holder.clientSubnet, (countBySubnet.get(holder.clientSubnet) ?? 0) + 1)
    const others = connectionsOf(holder.userId)
    connectionsByUser.set(holder.userId, [...others, connection])
    // Its session may have ended while it was looked at.
    const end = ended.of(holder.sessionId)
    if (end !== undefined && end.at >= checkedAt) return endSession(connection, end.reason)
    if (isClosing) return connection.close(SOCKET_CLOSED.goingAway)
    const surplus = others.length + 1 - SOCKETS_PER_USER * config.rateLimitFactor
    if (surplus > 0) for (const oldest of others.slice(0, surplus)) oldest.close(SOCKET_CLOSED.replaced)
    for (const watcher of watchers) watcher.opened?.(connection)
  }

  function broadcastLocally(frame: Buffer, exceptUserId?: string): void {
    if (waiting.length === 0) setImmediate(writeWaiting)
    waiting.push({ frame, exceptUserId })
  }

  function broadcastByAccess(frame: Buffer, withoutAccess: Buffer): void {
    if (waiting.length === 0) setImmediate(writeWaiting)
    waiting.push({ frame, withoutAccess })
  }

  function writeWaiting(): void {
    if (waiting.length === 0) return
    const frames = waiting
    waiting = []
    const payloadFor = payloadsByAudience(frames)
    for (const connection of all) {
      const payload = payloadFor(connection)
      if (payload.length > 0) connection.write(payload)
    }
  }

  function send(connection: Connection, frame: Buffer): void {
    writeWaiting()
    connection.write(frame)
  }

  function deliver(userIds: readonly string[], frame: Buffer): void {
    writeWaiting()
    for (const userId of new Set(userIds))
      for (const connection of connectionsOf(userId)) connection.write(frame)
  }

  fanOut.subscribe(({ userIds, exceptUserId, message }) => {
    if (userIds === null) broadcastLocally(frameOf(message), exceptUserId ?? undefined)
    else deliver(userIds, frameOf(message))
  })

  function endSession(connection: Connection, reason: SessionEndReason): void {
    send(connection, frameOf({ type: 'sessionEnded', reason }))
    connection.close(SOCKET_CLOSED.noSession)
  }

  function endSessions(sessionIds: readonly string[], reason: SessionEndReason): void {
    const ids = new Set(sessionIds)
    for (const connection of all) if (ids.has(connection.holder.sessionId)) endSession(connection, reason)
  }

  events.on('sessionsEnded', ({ sessionIds, reason }) => {
    for (const id of sessionIds) ended.note(id, reason)
    endSessions(sessionIds, reason)
  })
  events.on('accessChanged', ({ userId }) => void check(connectionsOf(userId)))
  /** What waits to be notified of changes, by kind. */
  const changeTimers = new Map<string, NodeJS.Timeout>()
  // Each process hears it and tells its own, at most once a second: an import changes much.
  for (const type of ['archiveChanged', 'videosChanged'] as const) {
    events.on(type, () => {
      if (all.size === 0 || changeTimers.has(type)) return
      const broadcastChange = () => {
        changeTimers.delete(type)
        broadcastLocally(frameOf({ type }))
      }
      changeTimers.set(type, setTimeout(broadcastChange, ARCHIVE_CHANGES_EVERY_MS))
    })
  }

  /** Ends the sockets of those whose session is over or whose address is no longer verified. */
  async function check(connections: readonly Connection[]): Promise<void> {
    try {
      for (let from = 0; from < connections.length; from += 500) {
        const some = connections.slice(from, from + 500)
        const ids = some.map(({ holder }) => holder.sessionId)
        const live = await liveSessions(ids)
        for (const connection of some)
          if (live.get(connection.holder.sessionId)?.emailVerified === false)
            connection.close(SOCKET_CLOSED.unverified)
        const over = await findSessionEndReasons(ids.filter((id) => !live.has(id)))
        for (const [reason, overIds] of over) endSessions(overIds, reason)
      }
    } catch (error) {
      log.warn({ err: error }, 'the sessions of sockets could not be checked')
    }
  }

  function sweep(): void {
    const now = performance.now()
    for (const connection of all) {
      const idleMs = now - connection.lastReceivedAt
      if (idleMs > silentAfterMs) connection.terminate()
      else if (idleMs > silentAfterMs / 2) connection.ping()
      if (!connection.isSilent && now - connection.lastMessageAt > silentAfterMs) setSilence(connection, true)
    }
    for (const connection of slowConsumers) {
      if (!connection.isSlow()) {
        connection.slowSince = 0
        slowConsumers.delete(connection)
      } else if (now - connection.slowSince > SLOW_CONSUMER_MS) connection.terminate()
    }
  }

  const timers = [
    setInterval(sweep, Math.min(sweepEveryMs, silentAfterMs / 2)),
    setInterval(() => void check([...all]), checkEveryMs),
  ]

  return {
    watch: (watcher) => void watchers.push(watcher),
    on: (type, handler) => void handlers[type].push(handler),
    add,
    broadcastLocally,
    broadcastByAccess,
    broadcast: (message, exceptUserId) => {
      broadcastLocally(frameOf(message), exceptUserId)
      fanOut.publish({ userIds: null, exceptUserId: exceptUserId ?? null, message })
    },
    sendToUsers: (userIds, message) => {
      deliver(userIds, frameOf(message))
      fanOut.publish({ userIds: [...userIds], exceptUserId: null, message })
    },
    send,
    connectionsOf,
    count: () => all.size,
    isFull: (clientSubnet) =>
      (countBySubnet.get(clientSubnet) ?? 0) >= SOCKETS_PER_SUBNET * config.rateLimitFactor,
    isClosing: () => isClosing,
    close: async () => {
      if (isClosing) return
      isClosing = true
      for (const timer of timers) clearInterval(timer)
      for (const timer of changeTimers.values()) clearTimeout(timer)
      writeWaiting()
      for (const connection of all) connection.close(SOCKET_CLOSED.goingAway)
      const endsAt = performance.now() + CLOSE_TIMEOUT_MS
      while (all.size > 0 && performance.now() < endsAt) await pause(20)
      for (const connection of all) connection.terminate()
    },
  }
}

interface QueuedFrame {
  frame: Buffer
  exceptUserId?: string | undefined
  /** For readers without access to the archive, where they get something else. */
  withoutAccess?: Buffer
}

/** What each connection gets of these frames; each version is joined once. */
function payloadsByAudience(frames: readonly QueuedFrame[]): (connection: Connection) => Buffer {
  const joined = joinFrames(frames.map(({ frame }) => frame))
  const exceptions = new Set(frames.flatMap(({ exceptUserId }) => exceptUserId ?? []))
  const isByAccess = frames.some(({ withoutAccess }) => withoutAccess !== undefined)
  if (exceptions.size === 0 && !isByAccess) return () => joined
  const versions = new Map<string, Buffer>()
  return ({ holder: { userId }, hasArchiveAccess }) => {
    const exception = exceptions.has(userId) ? userId : ''
    const isLimited = isByAccess && !hasArchiveAccess
    if (exception === '' && !isLimited) return joined
    const name = isLimited ? `${exception} limited` : exception
    const cached = versions.get(name)
    if (cached !== undefined) return cached
    const some = frames.filter(({ exceptUserId }) => exception === '' || exceptUserId !== exception)
    const version = joinFrames(
      some.map(({ frame, withoutAccess }) => (isLimited ? (withoutAccess ?? frame) : frame)),
    )
    versions.set(name, version)
    return version
  }
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function messageIn(text: string): z.output<typeof ToServer> | undefined {
  try {
    const parsed = ToServer.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

const ENDED_SESSIONS_TTL_MS = 60_000

interface RecentEnd {
  /** By the clock of `performance`. */
  at: number
  reason: SessionEndReason
}

/** When and why sessions ended, for those that are just being looked at. */
function recentEnds(): {
  note(id: string, reason: SessionEndReason): void
  of(id: string): RecentEnd | undefined
} {
  const ends = new Map<string, RecentEnd>()
  return {
    note: (id, reason) => {
      const now = performance.now()
      for (const [other, { at }] of ends) {
        if (now - at < ENDED_SESSIONS_TTL_MS) break
        ends.delete(other)
      }
      ends.delete(id)
      ends.set(id, { at: now, reason })
    },
    of: (id) => ends.get(id),
  }
}
