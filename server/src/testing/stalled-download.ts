import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A client that requests a file, receives the response headers, and then reads nothing. */
export async function openStalledDownload(address: string, path: string, token: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}
