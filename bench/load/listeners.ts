import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Connection } from './connection.ts'

export interface ListenFigures {
  bytes: number
  seconds: number
}

/** Each listener sends its own list of requests, one after the other on one connection, as fast as possible. */
export async function listen(
  port: number,
  listeners: readonly (readonly Buffer[])[],
): Promise<ListenFigures> {
  const connections = await Promise.all(listeners.map(async () => Connection.open(port)))
  let bytes = 0
  const begunAt = performance.now()
  try {
    await Promise.all(
      listeners.map(async (requests, index) => {
        for (const request of requests) {
          const answer = await connections[index]?.request(request)
          bytes += answer?.bodyBytes ?? 0
        }
      }),
    )
  } finally {
    for (const connection of connections) connection.close()
  }
  return { bytes, seconds: (performance.now() - begunAt) / 1000 }
}

/**
 * Seeks in a file as a player does: a new connection, a range to the end, and a disconnect after the first
 * byte.
 * @returns milliseconds from the request to that byte
 */
export async function seek(port: number, request: Buffer): Promise<number> {
  const begunAt = performance.now()
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let head: string | undefined = ''
  socket.on('data', (chunk: Buffer) => {
    if (head === undefined) return
    head += chunk.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end === -1 || head.length === end + 4) return
    if (head.startsWith('HTTP/1.1 206')) resolve(performance.now() - begunAt)
    else reject(new Error(`A seek was answered with ${head.split('\r\n')[0] ?? ''}`))
    head = undefined
    socket.destroy()
  })
  socket.once('error', reject)
  socket.once('close', () => reject(new Error('The server closed the connection before its answer')))
  socket.write(request)
  return promise
}

/** Clients that stay connected, whatever part of the file they have read. */
export interface OpenStreams {
  /** Disconnects all clients. */
  leave(): void
}

/** Clients that start to stream and then read nothing more. Resolves when each has its first bytes. */
export async function stopReading(port: number, requests: readonly Buffer[]): Promise<OpenStreams> {
  const sockets = requests.map((request) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.write(request)
    return socket
  })
  await Promise.all(
    sockets.map(async (socket) => {
      await once(socket, 'data')
      socket.pause()
    }),
  )
  return { leave: () => leave(sockets) }
}

const RATE_BYTES = 16 * 1024

/** Listeners that read a file at the speed of its sound. Resolves when each has its first bytes. */
export async function streamAtRate(
  port: number,
  requests: readonly Buffer[],
  bytesPerSecond: number,
): Promise<OpenStreams> {
  const stepMs = (RATE_BYTES / bytesPerSecond) * 1000
  const timers: NodeJS.Timeout[] = []
  const sockets = await Promise.all(
    requests.map(async (request, index) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const socket = connect({
        port,
        host: '127.0.0.1',
        onread: {
          buffer: Buffer.allocUnsafeSlow(RATE_BYTES),
          callback: () => {
            resolve()
            return false
          },
        },
      })
      socket.write(request)
      await promise
      // The clients start at different times; otherwise all would read at the same moments.
      const begin = setTimeout(
        () => timers.push(setInterval(() => socket.resume(), stepMs)),
        (index / requests.length) * stepMs,
      )
      timers.push(begin)
      return socket
    }),
  )
  return {
    leave: () => {
      for (const timer of timers) clearTimeout(timer)
      leave(sockets)
    },
  }
}

function leave(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy()
}
