import type { Duplex } from 'node:stream'
import { SOCKET_CLOSED, ToServer } from '@tonarchiv/contract/realtime'
import type { RawData, WebSocket } from 'ws'
import type * as z from 'zod/mini'
import {
  type CloseCode,
  connectionAfter,
  type ConnectionEvent,
  type ConnectionState,
  isTooMuch,
  openedConnection,
} from './connection-state.ts'
import { MessageLimits } from './message-limits.ts'

/** How long a client may take to answer a close frame before it is disconnected. */
const CLOSE_WITHIN_MS = 2000

export type MessageToServer = z.output<typeof ToServer>

/** The account and session of a socket. */
export interface Holder {
  userId: string
  sessionId: string
  /** The client subnet of the address. */
  clientSubnet: string
}

/** Callbacks of a connection to the list that owns it. */
export interface ConnectionOwner {
  /** Handles a valid message that is within the limits. */
  receive(connection: Connection, message: MessageToServer): void
  silenceChanged(connection: Connection): void
  closed(connection: Connection): void
}

/** One browser's connection to this process: carries out what `connection-state.ts` decides. */
export class Connection {
  readonly holder: Holder
  /**
   * Whether its member has archive access: only then is it sent which track of the archive another member
   * plays.
   */
  hasArchiveAccess = false
  readonly #socket: WebSocket
  readonly #stream: Duplex
  readonly #owner: ConnectionOwner
  readonly #limits: MessageLimits
  #state: ConnectionState
  #closeTimer: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, stream: Duplex, holder: Holder, owner: ConnectionOwner) {
    const now = timeNow()
    this.#socket = socket
    this.#stream = stream
    this.holder = holder
    this.#owner = owner
    this.#limits = new MessageLimits(now)
    this.#state = openedConnection(now)
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => this.#apply({ type: 'received', at: timeNow() }))
    // After an error of the connection or of a frame, the socket closes itself with the matching code.
    socket.on('error', () => {})
    socket.once('close', () => this.#apply({ type: 'ended' }))
  }

  get isOpen(): boolean {
    // When the client closes the connection, the socket knows it before this state.
    return this.#state.name === 'open' && this.#socket.readyState === this.#socket.OPEN
  }

  get isSilent(): boolean {
    return this.#state.name === 'open' && this.#state.isSilent
  }

  /** Writes frames. A slow consumer is disconnected, so that its messages do not fill the memory. */
  write(frames: Buffer): void {
    if (!this.isOpen) return
    this.#stream.write(frames)
    const unreadBytes = this.#stream.writableLength
    if (isTooMuch(unreadBytes)) this.#apply({ type: 'written', at: timeNow(), unreadBytes })
  }

  /** Checks whether its client still answers, sends messages and reads. */
  sweep(silentAfterMs: number): void {
    this.#apply({ type: 'swept', at: timeNow(), unreadBytes: this.#stream.writableLength, silentAfterMs })
    if (this.isOpen && this.#state.name === 'open' && this.#state.awaitsPong) this.#socket.ping()
  }

  /** Resolves when the client has read everything or the connection is closed. */
  async drained(): Promise<void> {
    if (!this.#stream.writableNeedDrain || !this.isOpen) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = () => resolve()
    this.#stream.once('drain', done)
    this.#stream.once('close', done)
    await promise
    this.#stream.off('drain', done)
    this.#stream.off('close', done)
  }

  close(code: CloseCode): void {
    if (this.isOpen) this.#apply({ type: 'close', code })
  }

  /** Disconnects at once, for clients that would not read a close frame. */
  terminate(): void {
    this.#apply({ type: 'terminate' })
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (!this.isOpen) return
    const at = timeNow()
    this.#apply({ type: 'received', at })
    const message =
      this.#limits.consume(at) && !isBinary && data instanceof Buffer ? messageIn(data.toString()) : undefined
    if (message !== undefined) {
      this.#apply({ type: 'message', at })
      this.#owner.receive(this, message)
    } else if (this.#limits.countInvalid(at)) this.close(SOCKET_CLOSED.policy)
  }

  #apply(event: ConnectionEvent): void {
    const before = this.#state
    const state = connectionAfter(before, event)
    this.#state = state
    if (state.name === 'open') {
      if (before.name === 'open' && before.isSilent !== state.isSilent) this.#owner.silenceChanged(this)
    } else if (state.name !== before.name) this.#leave(state)
  }

  /** Side effects of leaving the open state. */
  #leave(state: Exclude<ConnectionState, { name: 'open' }>): void {
    switch (state.name) {
      case 'closing':
        this.#socket.close(state.code)
        this.#closeTimer = setTimeout(() => this.terminate(), CLOSE_WITHIN_MS)
        return
      case 'terminating':
        this.#socket.terminate()
        return
      case 'closed':
        clearTimeout(this.#closeTimer)
        this.#owner.closed(this)
    }
  }
}

/** Whole milliseconds, so that the times of a hundred thousand connections are small integers. */
function timeNow(): number {
  return Math.round(performance.now())
}

function messageIn(text: string): MessageToServer | undefined {
  try {
    const parsed = ToServer.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
