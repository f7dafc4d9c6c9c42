import '#client/zod-config.ts'
import { HEARTBEAT_SECONDS } from '@tonarchiv/contract/presence'
import { ToBrowser, type ToServer } from '@tonarchiv/contract/realtime'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { isTrying, socketAfter, UNCONNECTED, type SocketEvent, type SocketState } from './socket-state.ts'

/** Milliseconds after which a try counts as failed. */
const OPENING_TIMEOUT = 10_000
/** So many heartbeats in a row without a word from the server, and the line counts as dead. */
const UNANSWERED_AT_MOST = 2
/** A line that was silent for so long, milliseconds, is asked when somebody comes back to the page … */
const DOUBTFUL_AFTER = 1.5 * HEARTBEAT_SECONDS * 1000
/** … and has so long to answer. */
const PROBE_TIMEOUT = 4000
/** Milliseconds for which a connection may be on its way before it counts as lost. */
const DISCONNECTED_AFTER = 1500
/** Milliseconds from one try to the next one that an HTTP answer may bring about. */
const TRY_APART = 5000

/** What is used of a WebSocket. */
export type SocketConnection = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'addEventListener'>

export interface SocketDependencies {
  open: () => SocketConnection
  /** Calls back every `HEARTBEAT_SECONDS`, also while nobody looks at the page. Returns the way to stop. */
  beat: (tick: () => void) => () => void
  /** Calls back when the page comes into view or on line. Returns the way to stop. */
  onWake: (wake: () => void) => () => void
  /** Calls back when the browser has lost its network. Returns the way to stop. */
  onOffline: (lost: () => void) => () => void
  /** Calls back when the server has answered a call over HTTP. Returns the way to stop. */
  onReachable: (reachable: () => void) => () => void
  isOnline: () => boolean
  /** 0 to 1. */
  random: () => number
  /** Milliseconds of a clock that goes on while the machine sleeps. */
  now: () => number
}

export type ServerMessage<T extends ToBrowser['type'] = ToBrowser['type']> = Extract<ToBrowser, { type: T }>

interface ShownState extends SocketState {
  /** When the next try begins, milliseconds of the clock; undefined while none is planned. */
  retryAt: number | undefined
  /** Whether it is down for longer than a short interruption: what was received before may be outdated. */
  isLost: boolean
}

export interface Socket {
  state: StoreApi<ShownState>
  /** Wants the connection from now on. Returns the way to let go. */
  start: () => () => void
  /** Tries at once, and with a full count of tries. */
  retry: () => void
  /** Says something if the connection stands; otherwise it is dropped. */
  send: (message: ToServer) => void
  /** Calls back with each message of this type, in the order of arrival. Returns the way to stop. */
  on: <T extends ToBrowser['type']>(type: T, listener: (message: ServerMessage<T>) => void) => () => void
  /** Calls back with the code of each close by the server. Returns the way to stop. */
  onClosed: (listener: (code: number) => void) => () => void
  /** Calls back with each heartbeat of a connection that stands. Returns the way to stop. */
  onHeartbeat: (listener: () => void) => () => void
}

/** The one connection of a tab, outside of any component; `socket-state.ts` says what becomes of it. */
export function createSocket(dependencies: SocketDependencies): Socket {
  const { open, beat, onWake, onOffline, onReachable, isOnline, random, now } = dependencies
  const state = createStore<ShownState>(() => ({ ...UNCONNECTED, retryAt: undefined, isLost: false }))
  const listeners = new Map<ToBrowser['type'], Set<(message: ToBrowser) => void>>()
  const closeListeners = new Set<(code: number) => void>()
  const heartbeatListeners = new Set<() => void>()
  let connection: SocketConnection | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lossTimer: ReturnType<typeof setTimeout> | undefined
  let lastReceivedAt = 0
  let triedAt = 0
  let unanswered = 0

  function happened(event: SocketEvent): void {
    const before = state.getState()
    const after = socketAfter(before, event)
    if (after === before) return
    clearTimeout(timer)
    state.setState({ ...after, retryAt: after.pause === undefined ? undefined : now() + after.pause })
    if (after.pause !== undefined) timer = setTimeout(() => happened({ type: 'try' }), after.pause)
    else if (isTrying(after)) connect()
    if (after.status === 'connected' || event.type === 'stop') setDisconnected(false)
    else if (after.status !== 'connecting') setDisconnected(true)
    else lossTimer ??= setTimeout(() => setDisconnected(true), DISCONNECTED_AFTER)
  }

  function setDisconnected(isLost: boolean): void {
    clearTimeout(lossTimer)
    lossTimer = undefined
    state.setState({ isLost })
  }

  function connect(): void {
    const opened = open()
    connection = opened
    lastReceivedAt = now()
    triedAt = lastReceivedAt
    unanswered = 0
    timer = setTimeout(() => drop(opened), OPENING_TIMEOUT)
    opened.addEventListener('message', ({ data }: MessageEvent) => {
      if (connection === opened) receive(data)
    })
    opened.addEventListener('close', ({ code }) => ended(opened, code))
  }

  function receive(data: unknown): void {
    lastReceivedAt = now()
    unanswered = 0
    const message = ToBrowser.safeParse(jsonOf(data))
    happened({ type: 'heard' })
    if (!message.success) return
    for (const listener of listeners.get(message.data.type) ?? []) listener(message.data)
  }

  function ended(which: SocketConnection, code: number): void {
    if (connection !== which) return
    connection = undefined
    happened({ type: 'closed', code, isOnline: isOnline(), spread: random() })
    for (const listener of closeListeners) listener(code)
  }

  /** A dead line does not answer to being closed, either: it counts as closed at once. */
  function drop(which: SocketConnection): void {
    which.close()
    ended(which, 1006)
  }

  function heartbeat(): void {
    if (connection === undefined || state.getState().status !== 'connected') return
    if (unanswered >= UNANSWERED_AT_MOST) return drop(connection)
    unanswered += 1
    send({ type: 'heartbeat', ask: true })
    for (const listener of heartbeatListeners) listener()
  }

  function send(message: ToServer): void {
    if (connection?.readyState === WebSocket.OPEN) connection.send(JSON.stringify(message))
  }

  function wake(): void {
    happened({ type: 'wake' })
    const isProbing = connection
    // A machine that has slept, or changed its network, may hold a line that is long gone.
    if (isProbing === undefined || now() - lastReceivedAt < DOUBTFUL_AFTER) return
    const askedAt = now()
    send({ type: 'heartbeat', ask: true })
    setTimeout(() => {
      if (connection === isProbing && lastReceivedAt < askedAt) drop(isProbing)
    }, PROBE_TIMEOUT)
  }

  /** Whoever is answered over HTTP need not wait for the end of a pause. */
  function reachable(): void {
    const { retryAt } = state.getState()
    const pause = Math.max(0, triedAt + TRY_APART - now())
    if (retryAt !== undefined && now() + pause < retryAt) happened({ type: 'reachable', pause })
  }

  /** Nobody waits for heartbeats to stay unanswered where the browser knows at once. */
  function lost(): void {
    if (connection !== undefined) drop(connection)
  }

  return {
    state,
    send,
    retry: wake,
    start() {
      wake()
      const stops = [onWake(wake), onOffline(lost), onReachable(reachable), beat(heartbeat)]
      return () => {
        for (const stop of stops) stop()
        const left = connection
        connection = undefined
        happened({ type: 'stop' })
        left?.close()
      }
    },
    on<T extends ToBrowser['type']>(type: T, listener: (message: ServerMessage<T>) => void) {
      const isOfType = (message: ToBrowser): message is ServerMessage<T> => message.type === type
      const received = (message: ToBrowser) => {
        if (isOfType(message)) listener(message)
      }
      const all = listeners.get(type) ?? new Set()
      listeners.set(type, all.add(received))
      return () => all.delete(received)
    },
    onClosed(listener) {
      closeListeners.add(listener)
      return () => closeListeners.delete(listener)
    },
    onHeartbeat(listener) {
      heartbeatListeners.add(listener)
      return () => heartbeatListeners.delete(listener)
    },
  }
}

function jsonOf(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined
  } catch {
    return undefined
  }
}
