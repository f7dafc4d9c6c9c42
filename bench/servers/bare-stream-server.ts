/**
 * The least work in Node: its HTTP server sends files, or ranges of them, and reuses its buffers. No access checks, no
 * log.
 */
import { close, fstatSync, openSync, read } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'

const CHUNK_BYTES = 256 * 1024

const [folder = '', port = ''] = process.argv.slice(2)
const free: Buffer[] = []

function send(response: ServerResponse, descriptor: number, start: number, end: number): void {
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES)
  let position = start
  const finish = () => {
    free.push(buffer)
    close(descriptor, () => {})
  }
  const sendNext = () => {
    if (position > end) {
      response.end()
      return finish()
    }
    read(descriptor, buffer, 0, Math.min(CHUNK_BYTES, end - position + 1), position, (_error, bytes) => {
      position += bytes
      response.write(buffer.subarray(0, bytes), (error) => (error ? finish() : sendNext()))
    })
  }
  sendNext()
}

const server = createServer((request, response) => {
  const descriptor = openSync(join(folder, request.url ?? ''), 'r')
  const { size } = fstatSync(descriptor)
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const start = Number(first ?? 0)
  const end = last === undefined || last === '' ? size - 1 : Number(last)
  response.writeHead(first === undefined ? 200 : 206, {
    'content-type': 'audio/wav',
    'content-length': end - start + 1,
    ...(first !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  send(response, descriptor, start, end)
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
})
