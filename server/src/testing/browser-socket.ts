import { ToBrowser, type ToServer } from '@tonarchiv/contract/realtime'
import { isDeepStrictEqual } from 'node:util'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { eventually } from './eventually.ts'
import type { TestApp } from './start-app.ts'

/** A socket as a browser opens it; received messages are validated with the contract. */
export interface BrowserSocket {
  /** All received messages, oldest first. */
  got: ToBrowser[]
  /** All received messages of one type. */
  all: <T extends ToBrowser['type']>(type: T) => Extract<ToBrowser, { type: T }>[]
  send: (message: ToServer) => void
  /** Sends anything, also what a browser would never send. */
  sendRaw: (data: string | Buffer) => void
  /**
   * Waits until the socket is closed.
   * @returns the close code
   */
  closed: () => Promise<number>
  /** Waits until the list of members has arrived. */
  ready: () => Promise<void>
  /** Waits until the server has handled everything that was sent. */
  handled: () => Promise<void>
  close: () => void
  /** Stops reading. */
  pause: () => void
}

export interface SocketOptions {
  /** The session token; sent in the query unless `byCookie`. */
  token?: string | undefined
  /** Sends the token as a cookie, as browsers do. */
  byCookie?: boolean
  origin?: string
  /** Whether to send heartbeats; default yes. */
  beats?: boolean
  headers?: Record<string, string>
}

export function openSocket(
  { address }: Pick<TestApp, 'address'>,
  { token, byCookie = false, origin, beats = true, headers: further = {} }: SocketOptions,
): BrowserSocket {
  const url = `${address.replace('http', 'ws')}/ws`
  const headers = { ...further, ...(byCookie && token !== undefined && { cookie: `sid=${token}` }) }
  const socket = new WebSocket(byCookie || token === undefined ? url : `${url}?token=${token}`, {
    headers,
    perMessageDeflate: false,
    ...(origin !== undefined && { origin }),
  })
  const got: ToBrowser[] = []
  const { promise: closing, resolve } = Promise.withResolvers<number>()
  let refusedWith = 0
  socket.on('message', (data) => {
    if (!(data instanceof Buffer)) throw new TypeError('A message in pieces')
    const sent: unknown = JSON.parse(data.toString())
    const message = z.parse(ToBrowser, sent)
    // The schema drops undeclared fields; the server must not have sent any. See
    // docs/security-requirements.md P-06.
    if (!isDeepStrictEqual(sent, message))
      throw new Error(`A frame holds more than the contract names: ${data.toString()}`)
    got.push(message)
  })
  socket.on('unexpected-response', (_request, response) => {
    refusedWith = response.statusCode ?? 0
    resolve(refusedWith)
    socket.terminate()
  })
  socket.on('error', () => {})
  socket.on('close', (code) => resolve(refusedWith === 0 ? code : refusedWith))
  const timer = setInterval(() => {
    if (beats && socket.readyState === WebSocket.OPEN) socket.send('{"type":"heartbeat"}')
  }, 300)
  const close = () => {
    clearInterval(timer)
    socket.terminate()
  }
  onTestFinished(close)

  const all: BrowserSocket['all'] = (type) =>
    got.filter((message): message is Extract<ToBrowser, { type: typeof type }> => message.type === type)
  const send = (message: ToServer) => socket.send(JSON.stringify(message))
  return {
    got,
    all,
    send,
    sendRaw: (data) => socket.send(data),
    closed: () => closing,
    ready: async () =>
      eventually(() => {
        if (!all('userStatus').some(({ full }) => full)) throw new Error('The list of people has not come')
      }),
    handled: async () => {
      const before = all('heartbeat').length
      send({ type: 'heartbeat', ask: true })
      await eventually(() => {
        if (all('heartbeat').length === before) throw new Error('The server has not answered')
      })
    },
    close,
    pause: () => socket.pause(),
  }
}
