/**
 * The least work in Node: its HTTP server writes the body into a file and syncs it. No access checks, and the content
 * is not read. A GET of `/write` writes as many bytes from memory instead.
 */
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const CHUNK_BYTES = 64 * 1024

const [folder = '', port = ''] = process.argv.slice(2)
const path = join(folder, 'bare')

async function receive(request: IncomingMessage): Promise<void> {
  await pipeline(request, createWriteStream(path, { flush: true }))
}

async function write(bytes: number): Promise<void> {
  const chunk = Buffer.alloc(CHUNK_BYTES, 7)
  const file = await open(path, 'w')
  try {
    for (let written = 0; written < bytes; written += CHUNK_BYTES) await file.write(chunk)
    await file.datasync()
  } finally {
    await file.close()
  }
}

const server = createServer((request, response) => {
  const requestUrl = new URL(request.url ?? '', 'http://bare')
  const work =
    requestUrl.pathname === '/write' ? write(Number(requestUrl.searchParams.get('bytes'))) : receive(request)
  work.then(
    () => response.end('done'),
    () => response.destroy(),
  )
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
})
