/**
 * The least work with the library `ws`: every message is broadcast to all sockets, without access checks or limits, and
 * nothing is stored. With `once` the frame is built once and written to every connection, without the library's `send`.
 */
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

const [way = 'send', port = ''] = process.argv.slice(2)
const sockets = new Map<WebSocket, Duplex>()
const handshaker = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false })

function broadcast(text: Buffer): void {
  if (way === 'send') {
    for (const socket of sockets.keys()) socket.send(text, { binary: false })
    return
  }
  const frame = Buffer.alloc(4 + text.length)
  frame.writeUInt8(0x81, 0)
  frame.writeUInt8(126, 1)
  frame.writeUInt16BE(text.length, 2)
  text.copy(frame, 4)
  for (const stream of sockets.values()) stream.write(frame)
}

const server = createServer()
server.on('upgrade', (request, stream, head) => {
  handshaker.handleUpgrade(request, stream, head, (socket) => {
    sockets.set(socket, stream)
    socket.on('message', (data) => {
      // Heartbeats are not broadcast.
      if (data instanceof Buffer && !data.includes('heartbeat'))
        broadcast(Buffer.from(data.toString().padEnd(600)))
    })
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
process.once('SIGTERM', () => process.exit(0))
