import '#client/zod-config.ts'
import { ToBrowser, type ToServer } from '@tonarchiv/contract/realtime'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createConnection, type SocketConnection } from './connection.ts'
import { isTrying, socketAfter, UNCONNECTED, type SocketEvent, type SocketState } from './socket-state.ts'
import { createMessageSubscriptions, createSubscriptions, type ServerMessage } from './subscriptions.ts'

/** Milliseconds after which an attempt counts as failed. */
const OPENING_TIMEOUT = 10_000
/** Milliseconds of connecting before the connection counts as lost. */
const DISCONNECTED_AFTER = 1500
/** Minimum milliseconds between two attempts when an HTTP response triggers the second one. */
const TRY_APART = 5000

export interface SocketDependencies {
  open: () => SocketConnection
  /**
   * Calls `tick` every `HEARTBEAT_SECONDS`, also while the page is hidden.
   * @returns a function that stops it
   */
  beat: (tick: () => void) => () => void
  /**
   * Calls back when the page becomes visible or the browser comes online.
   * @returns a function that stops it
   */
  onWake: (wake: () => void) => () => void
  /**
   * Subscribes to the browser going offline.
   * @returns a function that unsubscribes
   */
  onOffline: (lost: () => void) => () => void
  /**
   * Subscribes to responses of the server over HTTP.
   * @returns a function that unsubscribes
   */
  onReachable: (reachable: () => void) => () => void
  isOnline: () => boolean
  /** 0 to 1. */
  random: () => number
  /** Milliseconds of a clock that continues while the machine sleeps. */
  now: () => number
}

interface ShownState extends SocketState {
  /** When the next attempt starts, in milliseconds since the epoch; undefined while none is planned. */
  retryAt: number | undefined
  /** Whether the connection has been lost for longer than a short interruption: received data may be outdated. */
  isLost: boolean
}

export interface Socket {
  state: StoreApi<ShownState>
  /**
   * Opens the connection and reopens it after interruptions.
   * @returns a function that closes it
   */
  start: () => () => void
  /** Retries at once, and resets the count of attempts. */
  retry: () => void
  /** Sends a message if connected; otherwise it is dropped. */
  send: (message: ToServer) => void
  /**
   * Subscribes to messages of this type, in the order of arrival.
   * @returns a function that unsubscribes
   */
  on: <T extends ToBrowser['type']>(type: T, listener: (message: ServerMessage<T>) => void) => () => void
  /**
   * Subscribes to the codes of closes by the server.
   * @returns a function that unsubscribes
   */
  onClosed: (listener: (code: number) => void) => () => void
  /**
   * Subscribes to heartbeats of an open connection.
   * @returns a function that unsubscribes
   */
  onHeartbeat: (listener: () => void) => () => void
}

/** The one connection of a tab, outside of any component; `socket-state.ts` decides its states. */
export function createSocket(dependencies: SocketDependencies): Socket {
  const { beat, onWake, onOffline, onReachable, isOnline, random, now } = dependencies
  const state = createStore<ShownState>(() => ({ ...UNCONNECTED, retryAt: undefined, isLost: false }))
  const messages = createMessageSubscriptions()
  const closes = createSubscriptions<number>()
  const heartbeats = createSubscriptions<void>()
  const loss = createLossTimer((isLost) => state.setState({ isLost }))
  const connection = createConnection(dependencies, {
    onMessage(data) {
      const message = ToBrowser.safeParse(jsonOf(data))
      happened({ type: 'heard' })
      if (message.success) messages.emit(message.data)
    },
    onClosed(code) {
      happened({ type: 'closed', code, isOnline: isOnline(), spread: random() })
      closes.emit(code)
    },
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  let triedAt = 0

  function happened(event: SocketEvent): void {
    const before = state.getState()
    const after = socketAfter(before, event)
    if (after === before) return
    clearTimeout(timer)
    state.setState({ ...after, retryAt: after.pause === undefined ? undefined : now() + after.pause })
    if (after.pause !== undefined) timer = setTimeout(() => happened({ type: 'try' }), after.pause)
    else if (isTrying(after)) connect()
    if (after.status === 'connected' || event.type === 'stop') loss.end()
    else if (after.status === 'connecting') loss.start()
    else loss.report()
  }

  function connect(): void {
    triedAt = now()
    connection.open()
    timer = setTimeout(connection.drop, OPENING_TIMEOUT)
  }

  function heartbeat(): void {
    if (state.getState().status === 'connected' && connection.check({ type: 'heartbeat' })) heartbeats.emit()
  }

  function wake(): void {
    happened({ type: 'wake' })
    connection.check({ type: 'wake', at: now() })
  }

  /** The server has answered over HTTP, so the pause can end earlier. */
  function reachable(): void {
    const { retryAt } = state.getState()
    const pause = Math.max(0, triedAt + TRY_APART - now())
    if (retryAt !== undefined && now() + pause < retryAt) happened({ type: 'reachable', pause })
  }

  return {
    state,
    send: connection.send,
    retry: wake,
    start() {
      wake()
      // `onOffline` drops the connection when the browser reports a lost network, without waiting for unanswered
      // heartbeats.
      const stops = [onWake(wake), onOffline(connection.drop), onReachable(reachable), beat(heartbeat)]
      return () => {
        for (const stop of stops) stop()
        const close = connection.leave()
        happened({ type: 'stop' })
        close()
      }
    },
    on: messages.on,
    onClosed: closes.add,
    onHeartbeat: heartbeats.add,
  }
}

/** Reports a connection as lost after a while without one, or at once when requested. */
function createLossTimer(setLost: (isLost: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const set = (isLost: boolean) => {
    clearTimeout(timer)
    timer = undefined
    setLost(isLost)
  }
  return {
    start: () => void (timer ??= setTimeout(set, DISCONNECTED_AFTER, true)),
    report: () => set(true),
    end: () => set(false),
  }
}

function jsonOf(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined
  } catch {
    return undefined
  }
}
