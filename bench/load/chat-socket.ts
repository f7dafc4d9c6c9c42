import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

const FINAL_TEXT = 0x81
const MASKED = 0x80
const HEAD_END = '\r\n\r\n'

/** Called with the bytes of each message, which are valid during the call only. */
export type OnMessage = (message: Buffer) => void

/**
 * A WebSocket client that implements only the part of the protocol that is needed: unfragmented messages without
 * compression. It costs so little that thousands can be opened.
 */
export class ChatSocket {
  readonly #socket: Socket
  readonly #onMessage: OnMessage
  #rest: Buffer | undefined
  #isOpen = false
  #opened: { resolve: () => void; reject: (error: Error) => void } | undefined
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>

  private constructor(port: number, path: string, onMessage: OnMessage) {
    this.#onMessage = onMessage
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}${HEAD_END}`,
    )
    this.#socket.on('data', (bytes) => this.#take(bytes))
    this.#socket.on('error', () => {})
    this.ended = new Promise((resolve) => {
      this.#socket.once('close', () => {
        this.#opened?.reject(new Error('The server closed a socket that was being opened'))
        resolve()
      })
    })
  }

  static async open(port: number, path: string, onMessage: OnMessage): Promise<ChatSocket> {
    const socket = new ChatSocket(port, path, onMessage)
    await new Promise<void>((resolve, reject) => {
      socket.#opened = { resolve, reject }
    })
    socket.#opened = undefined
    return socket
  }

  /** Sends a short text. Its mask is zero, which the protocol allows. */
  send(text: string): void {
    const bytes = Buffer.from(text)
    if (bytes.length > 125) throw new Error('A longer text than this knows how to send')
    this.#socket.write(Buffer.concat([Buffer.from([FINAL_TEXT, MASKED | bytes.length, 0, 0, 0, 0]), bytes]))
  }

  pause(): void {
    this.#socket.pause()
  }

  leave(): void {
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    const all = this.#rest === undefined ? bytes : Buffer.concat([this.#rest, bytes])
    this.#rest = undefined
    let at = this.#isOpen ? 0 : this.#headEnd(all)
    while (at + 2 <= all.length) {
      const short = all.readUInt8(at + 1) & 0x7f
      const header = short < 126 ? 2 : short === 126 ? 4 : 10
      if (at + header > all.length) break
      const length =
        short < 126 ? short : short === 126 ? all.readUInt16BE(at + 2) : Number(all.readBigUInt64BE(at + 2))
      if (at + header + length > all.length) break
      if (all.readUInt8(at) === FINAL_TEXT) this.#onMessage(all.subarray(at + header, at + header + length))
      at += header + length
    }
    if (at < all.length) this.#rest = Buffer.from(all.subarray(at))
  }

  #headEnd(bytes: Buffer): number {
    const end = bytes.indexOf(HEAD_END)
    if (end === -1) return bytes.length
    if (!bytes.subarray(0, 12).toString('latin1').endsWith('101')) this.#socket.destroy()
    this.#isOpen = true
    this.#opened?.resolve()
    return end + HEAD_END.length
  }
}

/** Opens many sockets, a limited number at a time. */
export async function openSockets(
  port: number,
  paths: readonly string[],
  onMessage: OnMessage,
  atOnce = 100,
): Promise<ChatSocket[]> {
  const sockets: ChatSocket[] = []
  for (let from = 0; from < paths.length; from += atOnce) {
    const some = paths.slice(from, from + atOnce)
    sockets.push(...(await Promise.all(some.map(async (path) => ChatSocket.open(port, path, onMessage)))))
  }
  return sockets
}

/**
 * Sends heartbeats on all of these sockets every ten seconds, evenly spread.
 * @returns a function that stops it
 */
export function keepAlive(sockets: readonly ChatSocket[]): () => void {
  let next = 0
  const rounds = 100
  const timer = setInterval(() => {
    for (let index = next; index < sockets.length; index += rounds)
      sockets[index]?.send('{"type":"heartbeat"}')
    next = (next + 1) % rounds
  }, 10_000 / rounds)
  return () => clearInterval(timer)
}
