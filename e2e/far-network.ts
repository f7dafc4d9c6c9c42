import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

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
  network: FarNetwork,
): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    carry(near, far, network)
    carry(far, near, network)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen')
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Sends what one socket receives to another one, with the delays of the network. */
function carry(from: Socket, to: Socket, { delayMs, loss, resentAfterMs }: FarNetwork): void {
  const deliver = inOrder()
  from.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += PACKET) {
      const packet = bytes.subarray(at, at + PACKET)
      const isLost = Math.random() < loss
      deliver(delayMs + (isLost ? resentAfterMs : 0), () => to.write(packet))
    }
  })
  from.once('end', () => deliver(delayMs, () => to.end()))
  from.once('close', () => deliver(delayMs, () => to.destroySoon()))
  from.on('error', () => to.destroy())
}

/**
 * Runs functions after a delay, but never before one that was given earlier: a late packet holds back those behind it.
 * One timer serves all of them, because timers that are due in the same millisecond run in any order.
 */
function inOrder(): (afterMs: number, run: () => void) => void {
  const waiting: { dueAt: number; run: () => void }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function runDue(): void {
    timer = undefined
    while (waiting[0] && waiting[0].dueAt <= performance.now()) waiting.shift()?.run()
    wait()
  }

  function wait(): void {
    if (timer || !waiting[0]) return
    timer = setTimeout(runDue, Math.max(1, waiting[0].dueAt - performance.now()))
  }

  return (afterMs, run) => {
    waiting.push({ dueAt: performance.now() + afterMs, run })
    wait()
  }
}
