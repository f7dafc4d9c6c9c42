import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import type { S3Settings } from '#storage/storage-choice.ts'
import { isSignedBy, sha256 } from './s3-signature.ts'

/** The only credentials that the server accepts. */
const account = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const BUCKET = 'archiv'
/** A small number, so that a listing has several pages. */
const PAGE_KEYS = 10
const PART_LEAST_BYTES = 5 * 1024 * 1024

export interface TestS3 {
  settings: S3Settings
  port: number
  /** All requests, oldest first: `PUT /archiv/tracks/…`. */
  requested: string[]
  /** Multipart uploads that were neither completed nor aborted. */
  openUploads: Map<string, { key: string; startedAt: Date }>
  /** Moves the clock that decides whether signed URLs have expired. */
  passTime(milliseconds: number): void
}

/**
 * A real S3 server behind a layer that adds what it lacks: it checks signatures and hashes of bodies,
 * enforces the minimum size of parts, and lists and aborts uploads. Stopped after the test.
 */
export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'tonarchiv-s3-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  const { port: storePort } = await store.run()
  const requested: string[] = []
  const openUploads: TestS3['openUploads'] = new Map()
  const sizes = new Map<string, Map<number, number>>()
  let shift = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    // Only complete bodies are forwarded, because S3 never creates an object from a partial one.
    const body = await bytesOf(request)
    requested.push(`${method} ${url}`)
    const no = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`)
    if (!isSignedBy(account, { method, url, headers }, new Date(Date.now() + shift)))
      return void no(403, 'SignatureDoesNotMatch')
    const hash = headers['x-amz-content-sha256']
    if (headers.authorization !== undefined && hash !== sha256(body))
      return void no(400, 'XAmzContentSHA256Mismatch')

    const { pathname, searchParams: query } = new URL(url, 'http://s3.test')
    const key = pathname.slice(`/${BUCKET}/`.length)
    const uploadId = query.get('uploadId')
    if (method === 'GET' && query.has('uploads') && key === '') {
      const uploads = [...openUploads].map(
        ([id, upload]) =>
          `<Upload><Key>${upload.key}</Key><UploadId>${id}</UploadId><Initiated>${upload.startedAt.toISOString()}</Initiated></Upload>`,
      )
      response.end(`<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`)
      return
    }
    if (uploadId !== null) {
      const parts = sizes.get(uploadId)
      if (!openUploads.has(uploadId) || parts === undefined) return void no(404, 'NoSuchUpload')
      if (method === 'DELETE') {
        openUploads.delete(uploadId)
        response.writeHead(204).end()
        return
      }
      if (method === 'PUT') parts.set(Number(query.get('partNumber')), body.length)
      const all = [...parts].toSorted(([one], [other]) => one - other)
      if (method === 'POST' && all.slice(0, -1).some(([, size]) => size < PART_LEAST_BYTES))
        return void no(400, 'EntityTooSmall')
    }
    if (query.get('list-type') === '2' && pathname.replace(/\/$/, '') === `/${BUCKET}`) {
      const page = await listPage(storePort, query.get('prefix') ?? '', query.get('continuation-token'))
      response.writeHead(200, { 'content-type': 'application/xml' }).end(page)
      return
    }
    const { status, headers: output, body: bytes } = await passOn(storePort, { method, url, headers }, body)
    if (method === 'POST' && query.has('uploads')) {
      const id = /<UploadId>(.*?)<\/UploadId>/.exec(bytes.toString())?.[1] ?? ''
      openUploads.set(id, { key, startedAt: new Date() })
      sizes.set(id, new Map())
    }
    if (method === 'POST' && uploadId !== null && status === 200) openUploads.delete(uploadId)
    // This server interprets a range of the first byte as an open range.
    if (status === 206 && headers.range === 'bytes=0-0') {
      const range = `bytes 0-0/${bytes.length}`
      response
        .writeHead(206, { ...output, 'content-length': 1, 'content-range': range })
        .end(bytes.subarray(0, 1))
    } else response.writeHead(status, output).end(bytes)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The store does not listen')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await store.close()
    await rm(directory, { recursive: true, force: true })
  })
  const { port } = address
  return {
    settings: settingsAt(port),
    port,
    requested,
    openUploads,
    passTime: (milliseconds) => {
      shift += milliseconds
    },
  }
}

/**
 * A page of a list. The server's own tokens need a cipher that Node no longer supports, so this uses the older
 * version of the call, which has none.
 */
async function listPage(storePort: number, prefix: string, token: string | null): Promise<string> {
  const marker = token === null ? '' : Buffer.from(token, 'base64').toString()
  const query = new URLSearchParams({ prefix, marker, 'max-keys': String(PAGE_KEYS) })
  const call = { method: 'GET', url: `/${BUCKET}?${query.toString()}`, headers: { host: '127.0.0.1' } }
  const xml = (await passOn(storePort, call, Buffer.alloc(0))).body.toString()
  const last = /.*<Key>(.*?)<\/Key>/s.exec(xml)?.[1] ?? ''
  const next = Buffer.from(last).toString('base64')
  return xml.includes('<IsTruncated>true')
    ? xml.replace('</IsTruncated>', `$&<NextContinuationToken>${next}</NextContinuationToken>`)
    : xml
}

/** The settings for reaching the store over another port, such as that of a proxy. */
export function settingsAt(port: number): S3Settings {
  const endpoint = `http://127.0.0.1:${port}`
  return { endpoint, publicEndpoint: endpoint, bucket: BUCKET, region: 'eu-test-1', ...account }
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A chunk that is no bytes')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function passOn(
  port: number,
  { method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: Buffer,
) {
  const request = forward({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
  request.end(body)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.once('response', resolve)
  request.once('error', reject)
  const answer = await promise
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await bytesOf(answer) }
}
