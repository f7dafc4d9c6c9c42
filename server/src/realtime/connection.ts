import type { Duplex } from 'node:stream'
import { SOCKET_CLOSED } from '@tonarchiv/contract/realtime'
import type { RawData, WebSocket } from 'ws'

/**
 * Whoever leaves more than this unread is cut off at once, or after a while. See docs/security-requirements.md W-03.
 */
const UNREAD_MAX_BYTES = 1024 * 1024
const UNREAD_LONG_BYTES = 256 * 1024
/** Messages that may come at once, and each second in the long run. */
const BURST = 40
const PER_SECOND = 20
/** Messages that mean nothing, within a minute. See docs/product.md §19.1. */
const INVALID_MESSAGES_MAX = 5
const INVALID_WINDOW_MS = 60_000
/** Who does not answer a close has so long until the line is cut. */
const CLOSE_WITHIN_MS = 2000

type CloseCode = (typeof SOCKET_CLOSED)[keyof typeof SOCKET_CLOSED]

/** Whose socket it is. */
export interface Holder {
  userId: string
  sessionId: string
  /** The part of the address that one client subnet shares. */
  clientSubnet: string
}

/** What a connection tells the one who keeps it. */
export interface ConnectionOwner {
  /** A text message that is within the limits; false when it means nothing. */
  receive(connection: Connection, text: string): boolean
  /** More is unread than should be; to be looked at again soon. */
  becameSlow(connection: Connection): void
  closed(connection: Connection): void
}

/** One browser's line to this process. Times are those of `performance`. */
export class Connection {
  readonly holder: Holder
  /** When a message or a sign of life came last. */
  lastReceivedAt = Math.round(performance.now())
  /** When a message came last; a browser sends one every ten seconds. */
  lastMessageAt = this.lastReceivedAt
  /** No message came for too long: for the others its user is not there. */
  isSilent = false
  /** Whether its reader may access the archive: only they are told which of its tracks somebody hears. */
  hasArchiveAccess = false
  /** Since when it is behind with reading; 0 when it is not. */
  slowSince = 0
  readonly #socket: WebSocket
  readonly #stream: Duplex
  readonly #owner: ConnectionOwner
  #tokens = BURST
  #tokensAt = this.lastReceivedAt
  #invalidMessages = 0
  #invalidSince = 0

  constructor(socket: WebSocket, stream: Duplex, holder: Holder, owner: ConnectionOwner) {
    this.#socket = socket
    this.#stream = stream
    this.holder = holder
    this.#owner = owner
    socket.on('message', (data, isBinary) => this.#take(data, isBinary))
    socket.on('pong', () => {
      this.lastReceivedAt = Math.round(performance.now())
    })
    // What is wrong with the line or the frames: the socket closes itself with the fitting code.
    socket.on('error', () => {})
    socket.once('close', () => owner.closed(this))
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Bytes that the other side has not taken yet. */
  get unreadBytes(): number {
    return this.#stream.writableLength
  }

  /** Writes frames as they are. Whoever reads too slowly is cut off instead of being kept in memory. */
  write(frames: Buffer): void {
    if (!this.isOpen) return
    this.#stream.write(frames)
    const unread = this.#stream.writableLength
    if (unread <= UNREAD_LONG_BYTES) return
    if (unread > UNREAD_MAX_BYTES) this.terminate()
    else this.#owner.becameSlow(this)
  }

  /** Whether it is behind with reading, and since when; for the one who looks again. */
  isSlow(): boolean {
    return this.isOpen && this.unreadBytes > UNREAD_LONG_BYTES
  }

  /** Resolves when the other side has taken all, or is gone. */
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

  /** Requests a sign of life, which every browser gives by itself. */
  ping(): void {
    if (this.isOpen) this.#socket.ping()
  }

  close(code: CloseCode): void {
    if (!this.isOpen) return
    this.#socket.close(code)
    const timer = setTimeout(() => this.#socket.terminate(), CLOSE_WITHIN_MS)
    this.#socket.once('close', () => clearTimeout(timer))
  }

  /** Ends the line at once: for those who would not read a farewell. */
  terminate(): void {
    this.#socket.terminate()
  }

  #take(data: RawData, isBinary: boolean): void {
    if (!this.isOpen) return
    const now = Math.round(performance.now())
    this.lastReceivedAt = now
    this.#tokens = Math.min(BURST, this.#tokens + ((now - this.#tokensAt) / 1000) * PER_SECOND)
    this.#tokensAt = now
    const isAllowed = this.#tokens >= 1
    if (isAllowed) this.#tokens -= 1
    if (isAllowed && !isBinary && data instanceof Buffer && this.#owner.receive(this, data.toString())) {
      this.lastMessageAt = now
      return
    }
    if (now - this.#invalidSince > INVALID_WINDOW_MS) {
      this.#invalidSince = now
      this.#invalidMessages = 0
    }
    this.#invalidMessages += 1
    if (this.#invalidMessages >= INVALID_MESSAGES_MAX) this.close(SOCKET_CLOSED.policy)
  }
}
