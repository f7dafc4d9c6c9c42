import { OFFLINE_AFTER_SECONDS } from '@tonarchiv/contract/presence'
import { SOCKET_CLOSED, ToBrowser } from '@tonarchiv/contract/realtime'
import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import * as z from 'zod/mini'
import type { Services } from '#services.ts'
import type { WebSocket } from 'ws'
import type { Duplex } from 'node:stream'
import { BroadcastQueue } from './broadcast-queue.ts'
import { Connection, type ConnectionOwner, type Holder, type MessageToServer } from './connection.ts'
import { ConnectionRegistry } from './connection-registry.ts'
import { frameOf } from './frames.ts'
import { type SessionLookup, watchSessionEnds } from './session-ends.ts'

/**
 * Maximum number of sockets of one account and of one client subnet. Both are multiplied by the setting
 * `rateLimitFactor`. See docs/security-requirements.md W-03.
 */
const SOCKETS_PER_USER = 5
const SOCKETS_PER_SUBNET = 100
/** Changes of the archive within this time cause one broadcast, because an import makes many changes. */
const ARCHIVE_CHANGES_EVERY_MS = 500
/** When the server stops, connections that do not answer the close frame are terminated after this time. */
const CLOSE_TIMEOUT_MS = 1500

/** Intervals of the checks, milliseconds; tests use shorter ones. */
export interface SocketTimes {
  sweepEveryMs: number
  /**
   * A member without a message for this time is offline. A connection without any frame for this time is terminated.
   */
  silentAfterMs: number
  /**
   * How often sessions are checked in the database, because no event reports that a session has expired. See
   * docs/security-requirements.md W-01.
   */
  checkEveryMs: number
}

const TIMES: SocketTimes = {
  sweepEveryMs: 5000,
  silentAfterMs: OFFLINE_AFTER_SECONDS * 1000,
  checkEveryMs: 60_000,
}

/** Callbacks with which a feature observes connections. */
export interface SocketWatcher {
  opened?(connection: Connection): void
  /** Called when the heartbeats of a connection have stopped, or when they arrive again. */
  silenceChanged?(connection: Connection): void
  closed?(connection: Connection): void
}

type ClientMessage = Exclude<MessageToServer, { type: 'heartbeat' }>
type MessageHandler<T extends ClientMessage['type']> = (
  connection: Connection,
  message: Extract<ClientMessage, { type: T }>,
) => void

/** The sockets of this process. `broadcast` and `sendToUsers` also reach the sockets of other processes. */
export interface Sockets {
  watch(watcher: SocketWatcher): void
  on<T extends ClientMessage['type']>(type: T, handler: MessageHandler<T>): void
  /**
   * Adds a socket after its handshake; it receives the broadcasts from then on. `checkedAt` is the time at which its
   * session was checked, by the clock of `performance`.
   */
  add(socket: WebSocket, stream: Duplex, holder: Holder, checkedAt: number): void
  /**
   * Sends a frame to all sockets of this process but those of some accounts; frames of one tick of the event loop are
   * written together.
   */
  broadcastLocally(frame: Buffer, except?: ReadonlySet<string>): void
  /** Broadcasts a message to all sockets of this process, and through the bus to those of other processes. */
  broadcast(message: ToBrowser): void
  sendToUsers(userIds: readonly string[], message: ToBrowser): void
  /** Sends a frame to the sockets of these accounts in this process only. */
  sendLocally(userIds: readonly string[], frame: Buffer): void
  /** Sends a frame to one socket, after all broadcasts that were queued before. */
  send(connection: Connection, frame: Buffer): void
  connectionsOf(userId: string): readonly Connection[]
  /** All connections of this process. */
  connections(): Iterable<Connection>
  count(): number
  isFull(clientSubnet: string): boolean
  isClosing(): boolean
  /** Closes all sockets. Resolves when all of them are closed or were terminated. */
  close(): Promise<void>
}

interface SocketsOptions extends Pick<Services, 'events' | 'bus' | 'config' | 'log'>, SessionLookup {}

const FanOutMessage = z.object({
  userIds: z.nullable(z.array(z.string())),
  message: ToBrowser,
})

export function openSockets(options: SocketsOptions, times: Partial<SocketTimes> = {}): Sockets {
  const { events, bus, config } = options
  const registry = new ConnectionRegistry()
  const queue = new BroadcastQueue(registry.all)
  const watchers: SocketWatcher[] = []
  const handlers = messageHandlers(send)
  const owner: ConnectionOwner = {
    receive: handlers.receive,
    silenceChanged: (connection) => {
      for (const watcher of watchers) watcher.silenceChanged?.(connection)
    },
    closed: (connection) => {
      registry.delete(connection)
      for (const watcher of watchers) watcher.closed?.(connection)
    },
  }
  const sessionEnds = watchSessionEnds(options, registry.all, endSession)
  const changes = broadcastChanges(events, () => registry.all.size > 0, broadcastLocally)
  const timers = startTimers(registry, sessionEnds.check, { ...TIMES, ...times })
  const fanOut = bus.topic('told', FanOutMessage)
  let isClosing = false

  function send(connection: Connection, frame: Buffer): void {
    queue.flush()
    connection.write(frame)
  }

  function endSession(connection: Connection, reason: SessionEndReason): void {
    send(connection, frameOf({ type: 'sessionEnded', reason }))
    connection.close(SOCKET_CLOSED.noSession)
  }

  function add(socket: WebSocket, stream: Duplex, holder: Holder, checkedAt: number): void {
    const connection = new Connection(socket, stream, holder, owner)
    const others = registry.ofUser(holder.userId)
    // Queued frames are from before this connection, so they are written to the other connections first. Features queue
    // nothing while no connection is open. So the new connection could receive an earlier change of the chat from the
    // queue, but not the changes after it.
    queue.flush()
    registry.add(connection)
    // The session may have ended between its check and this call.
    const reason = sessionEnds.reasonSince(holder.sessionId, checkedAt)
    if (reason !== undefined) return endSession(connection, reason)
    if (isClosing) return connection.close(SOCKET_CLOSED.goingAway)
    const surplus = others.length + 1 - SOCKETS_PER_USER * config.rateLimitFactor
    if (surplus > 0) for (const oldest of others.slice(0, surplus)) oldest.close(SOCKET_CLOSED.replaced)
    for (const watcher of watchers) watcher.opened?.(connection)
  }

  function broadcastLocally(frame: Buffer, except?: ReadonlySet<string>): void {
    queue.add({ frame, except })
  }

  function deliver(userIds: readonly string[], frame: Buffer): void {
    queue.flush()
    for (const userId of new Set(userIds))
      for (const connection of registry.ofUser(userId)) connection.write(frame)
  }

  fanOut.subscribe(({ userIds, message }) => {
    if (userIds === null) broadcastLocally(frameOf(message))
    else deliver(userIds, frameOf(message))
  })
  events.on('accessChanged', ({ userId }) => void sessionEnds.check(registry.ofUser(userId)))

  return {
    watch: (watcher) => void watchers.push(watcher),
    on: handlers.on,
    add,
    broadcastLocally,
    broadcast: (message) => {
      broadcastLocally(frameOf(message))
      fanOut.publish({ userIds: null, message })
    },
    sendToUsers: (userIds, message) => {
      deliver(userIds, frameOf(message))
      fanOut.publish({ userIds: [...userIds], message })
    },
    sendLocally: deliver,
    send,
    connectionsOf: (userId) => registry.ofUser(userId),
    connections: () => registry.all,
    count: () => registry.all.size,
    isFull: (clientSubnet) =>
      registry.countOfSubnet(clientSubnet) >= SOCKETS_PER_SUBNET * config.rateLimitFactor,
    isClosing: () => isClosing,
    close: async () => {
      if (isClosing) return
      isClosing = true
      timers.stop()
      changes.stop()
      queue.flush()
      await closeAll(registry)
    },
  }
}

/** The handlers of messages by type. Heartbeats are answered here. */
function messageHandlers(send: Sockets['send']): Pick<Sockets, 'on'> & Pick<ConnectionOwner, 'receive'> {
  const handlers: { [T in ClientMessage['type']]: MessageHandler<T>[] } = {
    userStatus: [],
    typing: [],
    openPlaylist: [],
    player: [],
    playerCommand: [],
    clock: [],
    roomHere: [],
  }
  const heartbeatAnswer = frameOf({ type: 'heartbeat' })
  return {
    on: (type, handler) => void handlers[type].push(handler),
    receive: (connection, message) => {
      if (message.type === 'userStatus')
        for (const handler of handlers.userStatus) handler(connection, message)
      else if (message.type === 'typing') for (const handler of handlers.typing) handler(connection, message)
      else if (message.type === 'openPlaylist')
        for (const handler of handlers.openPlaylist) handler(connection, message)
      else if (message.type === 'player') for (const handler of handlers.player) handler(connection, message)
      else if (message.type === 'playerCommand')
        for (const handler of handlers.playerCommand) handler(connection, message)
      else if (message.type === 'clock') for (const handler of handlers.clock) handler(connection, message)
      else if (message.type === 'roomHere')
        for (const handler of handlers.roomHere) handler(connection, message)
      else if (message.ask === true) send(connection, heartbeatAnswer)
    },
  }
}

/** The events that each process broadcasts to its own sockets, with the types of the messages. */
const BROADCAST_CHANGES = [
  ['archiveChanged', 'archiveChanged'],
  ['videosChanged', 'videosChanged'],
  ['premiereChanged', 'premieresChanged'],
] as const

/** Each process broadcasts to its own sockets that the archive, the videos or the premieres changed. */
function broadcastChanges(
  events: Services['events'],
  hasConnections: () => boolean,
  broadcastLocally: (frame: Buffer) => void,
): { stop(): void } {
  const timers = new Map<string, NodeJS.Timeout>()
  for (const [event, type] of BROADCAST_CHANGES) {
    events.on(event, () => {
      if (!hasConnections() || timers.has(type)) return
      const broadcastChange = () => {
        timers.delete(type)
        broadcastLocally(frameOf({ type }))
      }
      timers.set(type, setTimeout(broadcastChange, ARCHIVE_CHANGES_EVERY_MS))
    })
  }
  return {
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

function startTimers(
  { all }: ConnectionRegistry,
  check: (connections: readonly Connection[]) => Promise<void>,
  { sweepEveryMs, silentAfterMs, checkEveryMs }: SocketTimes,
): { stop(): void } {
  const sweep = () => {
    for (const connection of all) connection.sweep(silentAfterMs)
  }
  const timers = [
    setInterval(sweep, Math.min(sweepEveryMs, silentAfterMs / 2)),
    setInterval(() => void check([...all]), checkEveryMs),
  ]
  return {
    stop: () => {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** Closes all sockets. Those that have not closed after `CLOSE_TIMEOUT_MS` are terminated. */
async function closeAll({ all }: ConnectionRegistry): Promise<void> {
  for (const connection of all) connection.close(SOCKET_CLOSED.goingAway)
  const endsAt = performance.now() + CLOSE_TIMEOUT_MS
  while (all.size > 0 && performance.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, 20))
  for (const connection of all) connection.terminate()
}
