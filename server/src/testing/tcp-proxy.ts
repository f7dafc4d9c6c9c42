import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** The state of the proxied connections: open, silent in both directions without an error, or refused. */
type ProxiedConnection = 'open' | 'silent' | 'refused'

/** A network between two programs that a test controls. */
export interface TcpProxy {
  port: number
  /** Number of open connections. */
  count(): number
  /** `silent` holds back all bytes and also the close of either end; `refused` resets open connections. */
  set(proxied: ProxiedConnection): void
  /** Limits the bytes per second that come back through each connection; undefined removes the limit. */
  slowDown(bytesPerSecond: number | undefined): void
  /** Resets all open connections. */
  reset(): void
}

/** Number of times per second at which a slow connection forwards bytes. */
const SLICES = 10

/** Starts a proxy in front of a local program; stopped after the test. */
export async function startTcpProxy(targetPort: number, targetHost = '127.0.0.1'): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let proxied: ProxiedConnection = 'open'
  let bytesPerSecond: number | undefined
  let opened = Promise.withResolvers<void>()

  /** Resolves at once unless the connection is silent. */
  const whenNotSilent = async (): Promise<void> => {
    if (proxied !== 'silent') return
    await opened.promise
    await whenNotSilent()
  }

  async function carry(from: Socket, to: Socket, isBack: boolean): Promise<void> {
    try {
      for await (const chunk of from) {
        if (!Buffer.isBuffer(chunk)) throw new TypeError('A chunk that is no bytes')
        await whenNotSilent()
        await forward(chunk, to, isBack)
      }
      await whenNotSilent()
      to.end()
    } catch {
      await whenNotSilent()
      to.destroy()
    }
  }

  async function forward(chunk: Buffer, to: Socket, isBack: boolean): Promise<void> {
    for (let at = 0; at < chunk.length && !to.destroyed;) {
      const slow = isBack ? bytesPerSecond : undefined
      const end = slow === undefined ? chunk.length : at + Math.max(1, Math.floor(slow / SLICES))
      if (!to.write(chunk.subarray(at, end))) await Promise.race([once(to, 'drain'), once(to, 'close')])
      at = end
      if (slow !== undefined) await pause(1000 / SLICES)
    }
  }

  function reset(): void {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy()
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    near.on('error', () => {})
    if (proxied === 'refused') {
      near.resetAndDestroy()
      return
    }
    const far = connect({ port: targetPort, host: targetHost, allowHalfOpen: true, noDelay: true })
    far.on('error', () => {})
    const pair = [near, far] as const
    pairs.add(pair)
    const forget = () => {
      if (near.destroyed && far.destroyed) pairs.delete(pair)
    }
    near.once('close', forget)
    far.once('close', forget)
    void carry(near, far, false)
    void carry(far, near, true)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen')
  onTestFinished(() => {
    proxied = 'open'
    opened.resolve()
    server.close()
    reset()
  })

  return {
    port: address.port,
    count: () => pairs.size,
    set: (next) => {
      proxied = next
      opened.resolve()
      opened = Promise.withResolvers()
      if (next === 'refused') reset()
    },
    slowDown: (speed) => {
      bytesPerSecond = speed
    },
    reset,
  }
}
