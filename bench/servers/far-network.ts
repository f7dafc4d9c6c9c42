import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onInterruption } from '../interruption.ts'

/** A network between a browser and a local server. */
export interface FarNetwork {
  /** One way, in milliseconds. */
  delayMs: number
  /** The share of packets that are lost. TCP sends them again, so that they and all that follow are late. */
  loss: number
  /** Additional delay of a packet that was sent again, in milliseconds. */
  resentAfterMs: number
}

/** Bytes of a packet. */
const PACKET = 1460

/** A proxy with this network, in front of a local program. */
export async function startFarNetwork(
  targetPort: number,
  { delayMs, loss, resentAfterMs }: FarNetwork,
): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<Socket>()

  function carry(from: Socket, to: Socket): void {
    let dueAt = 0
    from.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += PACKET) {
        const isLost = Math.random() < loss
        // Bytes arrive in their order, so that a late packet holds back those behind it.
        dueAt = Math.max(dueAt, performance.now() + delayMs + (isLost ? resentAfterMs : 0))
        const packet = bytes.subarray(at, at + PACKET)
        setTimeout(() => to.write(packet), dueAt - performance.now())
      }
    })
    from.once('end', () => setTimeout(() => to.end(), Math.max(delayMs, dueAt - performance.now()) + 1))
    from.once('close', () =>
      setTimeout(() => to.destroy(), Math.max(delayMs, dueAt - performance.now()) + 50),
    )
    from.on('error', () => to.destroy())
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    carry(near, far)
    carry(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen')
  const end = async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  const forget = onInterruption(end)
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      forget()
      await end()
    },
  }
}
