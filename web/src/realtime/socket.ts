import '#client/zod-config.ts'
import { ToBrowser, type ToServer } from '@tonarchiv/contract/realtime'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createConnection, type SocketConnection } from './connection.ts'
import { isTrying, socketAfter, UNCONNECTED, type SocketEvent, type SocketState } from './socket-state.ts'
import { createMessageSubscriptions, createSubscriptions, type ServerMessage } from './subscriptions.ts'

/** An attempt to connect counts as failed after this many milliseconds. */
const OPENING_TIMEOUT = 10_000
/** The connection counts as lost when it has been missing for this many milliseconds. */
const DISCONNECTED_AFTER = 1500
/** Shortest time in milliseconds between two attempts, if an HTTP response causes the second one. */
const TRY_APART = 5000

export interface SocketDependencies {
  open: () => SocketConnection
  /**
   * Calls `tick` every `HEARTBEAT_SECONDS`, also while the page is hidden.
   * @returns a function that stops that
   */
  beat: (tick: () => void) => () => void
  /**
   * Calls `wake` when the page becomes visible or the browser is online again.
   * @returns a function that unsubscribes
   */
  onWake: (wake: () => void) => () => void
  /**
   * Calls `lost` when the browser goes offline.
   * @returns a function that unsubscribes
   */
  onOffline: (lost: () => void) => () => void
  /**
   * Calls `reachable` when the server has answered an HTTP call.
   * @returns a function that unsubscribes
   */
  onReachable: (reachable: () => void) => () => void
  isOnline: () => boolean
  /** 0 to 1. */
  random: () => number
  /** Returns milliseconds of a clock that does not stop while the computer sleeps. */
  now: () => number
}

interface ShownState extends SocketState {
  /** When the next attempt to connect starts, in milliseconds since 1970; undefined while none is planned. */
  retryAt: number | undefined
  /**
   * Whether the connection has been lost for longer than a short interruption, so that received data may be outdated.
   */
  isLost: boolean
}

export interface Socket {
  state: StoreApi<ShownState>
  /**
   * Opens the connection, and opens it again after each interruption.
   * @returns a function that closes it
   */
  start: () => () => void
  /** Tries to connect immediately, and resets the number of attempts. */
  retry: () => void
  /** Sends a message if the connection is open; otherwise the message is discarded. */
  send: (message: ToServer) => void
  /**
   * Subscribes to messages of this type; they are delivered in the order of their arrival.
   * @returns a function that unsubscribes
   */
  on: <T extends ToBrowser['type']>(type: T, listener: (message: ServerMessage<T>) => void) => () => void
  /**
   * Calls the listener with the close code when the server has closed the connection.
   * @returns a function that unsubscribes
   */
  onClosed: (listener: (code: number) => void) => () => void
  /**
   * Calls the listener at each heartbeat of an open connection.
   * @returns a function that unsubscribes
   */
  onHeartbeat: (listener: () => void) => () => void
}

/** The realtime connection of a tab; there is only one. `socket-state.ts` determines its states. */
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

  /** The server has answered an HTTP call, so the next attempt may start earlier. */
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
      // When the browser reports that the network is lost, the connection is dropped immediately, without waiting for
      // unanswered heartbeats.
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

/**
 * Calls `setLost` when the connection has been missing for `DISCONNECTED_AFTER` milliseconds, or immediately when that
 * is requested.
 */
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
