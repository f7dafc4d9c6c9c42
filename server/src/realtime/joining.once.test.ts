import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { eventually } from '#testing/eventually.ts'
import { startApp } from '#testing/start-app.ts'
import { frameOf } from './frames.ts'

/** A socket after its handshake that was not added to the tested server yet. */
async function openUnknownSocket() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  const { promise: opened, resolve } = Promise.withResolvers<{ socket: WebSocket; stream: Duplex }>()
  server.on('connection', (socket, { socket: stream }) => resolve({ socket, stream }))
  await new Promise((done) => server.once('listening', done))
  const { port } = portOf(server.address())
  const browser = new WebSocket(`ws://127.0.0.1:${port}`)
  onTestFinished(() => browser.terminate())
  const got: string[] = []
  browser.on('message', (data: Buffer) => got.push(data.toString()))
  return { ...(await opened), got }
}

function portOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address
}

test('a socket receives the broadcasts since it was added, and none from before', async () => {
  const { sockets, signIn } = await startApp()
  const { id: userId } = await signIn()
  const { socket, stream, got } = await openUnknownSocket()
  // All three in one turn of the event loop: frames of one turn are written together.
  sockets.broadcastLocally(frameOf({ type: 'archiveChanged' }))
  sockets.add(socket, stream, { userId, sessionId: 'session', clientSubnet: '127.0.0.1' }, performance.now())
  sockets.broadcastLocally(frameOf({ type: 'videosChanged' }))
  await eventually(() => expect(got).toContain('{"type":"videosChanged"}'))
  expect(got).not.toContain('{"type":"archiveChanged"}')
})
