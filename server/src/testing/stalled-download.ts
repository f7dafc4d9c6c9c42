import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A client that requests a file or a range of it, receives the response headers, and then reads nothing. */
export async function openStalledDownload(
  address: string,
  path: string,
  token: string,
  { range }: { range?: string } = {},
): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  const headers = [
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    ...(range === undefined ? [] : [`Range: ${range}`]),
  ]
  socket.write(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}
