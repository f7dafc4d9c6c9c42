import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** The result of one request. */
export interface Answer {
  status: number
  bodyBytes: number
  /** From the request to the first byte of the body, milliseconds. */
  firstByteMs: number
}

interface Waiting {
  requestedAt: number
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

const HEAD_END = '\r\n\r\n'
/**
 * All connections read into this buffer, since each read is handled before the next one. A buffer for each connection
 * made the process collect garbage during measurements, for up to 32 ms. It is large enough to read from a fast sender in
 * few calls.
 */
const READ_BUFFER = Buffer.allocUnsafeSlow(512 * 1024)

/**
 * A keep-alive connection that sends one request at a time and drops the bytes of responses. It only supports responses
 * that state their length, so that the client costs little.
 */
export class Connection {
  readonly #socket: Socket
  #waiting: Waiting | undefined
  #head = ''
  #answer: Answer | undefined
  #missing = 0
  /** Whether the server has closed the connection, or it has failed. */
  isClosed = false

  private constructor(port: number) {
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: READ_BUFFER,
        callback: (length, bytes) => this.#take(length, bytes),
      },
    })
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', () =>
      this.#fail(new Error('The server closed the connection before its answer ended')),
    )
  }

  static async open(port: number): Promise<Connection> {
    const connection = new Connection(port)
    await once(connection.#socket, 'connect')
    return connection
  }

  /**
   * Sends a request and reads the response to its end.
   * @throws when the response is not a success
   */
  async request(request: Buffer): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.#waiting = { requestedAt: performance.now(), resolve, reject }
    this.#socket.write(request)
    return promise
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(length: number, buffer: Uint8Array): boolean {
    let bodyBytes = length
    if (this.#answer === undefined) {
      this.#head += Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1')
      const end = this.#head.indexOf(HEAD_END)
      if (end === -1) return true
      bodyBytes = this.#head.length - end - HEAD_END.length
      const head = this.#head.slice(0, end)
      this.#head = ''
      if (!this.#begin(head)) return false
    }
    const answer = this.#answer
    if (answer === undefined || this.#waiting === undefined) return false
    if (bodyBytes > 0 && answer.firstByteMs === 0)
      answer.firstByteMs = performance.now() - this.#waiting.requestedAt
    answer.bodyBytes += bodyBytes
    this.#missing -= bodyBytes
    if (this.#missing <= 0) this.#end(answer)
    return true
  }

  #begin(head: string): boolean {
    const status = Number(head.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (status < 200 || status > 299 || length === undefined) {
      this.#fail(new Error(`An answer that is no success or has no length: ${head.split('\r\n')[0] ?? ''}`))
      this.#socket.destroy()
      return false
    }
    this.#answer = { status, bodyBytes: 0, firstByteMs: 0 }
    this.#missing = Number(length)
    return true
  }

  #end(answer: Answer): void {
    const waiting = this.#waiting
    this.#answer = undefined
    this.#waiting = undefined
    waiting?.resolve(answer)
  }

  #fail(error: Error): void {
    this.isClosed = true
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }
}

/** The bytes of a GET request. */
export function getRequest(path: string, headers: Record<string, string> = {}): Buffer {
  const messages = Object.entries({ host: '127.0.0.1', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return Buffer.from([`GET ${path} HTTP/1.1`, ...messages, '', ''].join('\r\n'))
}
