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

/** How long a client may take to answer a close frame. After that it is disconnected. */
const CLOSE_WITHIN_MS = 2000

export type MessageToServer = z.output<typeof ToServer>

/** The account and session of a socket. */
export interface Holder {
  userId: string
  sessionId: string
  /** The client subnet of the address from which the socket was opened. */
  clientSubnet: string
}

/** Callbacks of a connection to the list that owns it. */
export interface ConnectionOwner {
  /** Handles a valid message that is within the limits. */
  receive(connection: Connection, message: MessageToServer): void
  silenceChanged(connection: Connection): void
  closed(connection: Connection): void
}

/** The connection of one browser to this process. It carries out what `connection-state.ts` decides. */
export class Connection {
  readonly holder: Holder
  /**
   * Whether the member has archive access. Only then the connection receives which track of the archive another member
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
    // The socket closes itself after an error, with the close code that fits the error.
    socket.on('error', () => {})
    socket.once('close', () => this.#apply({ type: 'ended' }))
  }

  get isOpen(): boolean {
    // When the client closes the connection, the socket knows this earlier than `#state`.
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

  /** Checks whether the client still answers, sends messages and reads. */
  sweep(silentAfterMs: number): void {
    this.#apply({ type: 'swept', at: timeNow(), unreadBytes: this.#stream.writableLength, silentAfterMs })
    if (this.isOpen && this.#state.name === 'open' && this.#state.awaitsPong) this.#socket.ping()
  }

  /** Resolves when the client has read all bytes, or when the connection is closed. */
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

  /** Disconnects at once. This is for clients that would not read a close frame. */
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
