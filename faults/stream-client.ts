import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Member } from '../server/src/testing/sign-in.ts'

/**
 * Requests bytes on a connection of its own and reads only what the test reads; the connection is closed after the
 * test.
 */
export function requestStream(port: number, path: string, { token }: Member): Socket {
  const connection = connect(port, '127.0.0.1')
  onTestFinished(() => void connection.destroy())
  connection.on('error', () => {})
  connection.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  return connection.pause()
}
