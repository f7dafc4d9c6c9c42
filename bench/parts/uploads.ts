import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import {
  CHUNK_TYPE,
  TUS_VERSION,
  UPLOAD_CHUNK_BYTES,
  uploadReference,
  UPLOADS_PATH,
} from '@tonarchiv/contract/uploads'
import { addVideo, deleteVideo } from '@tonarchiv/contract/videos'
import { urlOf } from '@tonarchiv/contract/route'
import { createUser } from '../../server/src/features/auth/index.ts'
import { accountOf } from '../archive/account.ts'
import { longVideo } from '../archive/long-video.ts'
import { withServices } from '../archive/with-services.ts'
import { median } from '../load/percentile.ts'
import type { Goal } from '../report/goal.ts'
import { figure, megabytes, ratio, times } from '../report/numbers.ts'
import { startBareUploads } from '../servers/floor.ts'
import { logIn } from '../servers/log-in.ts'
import { usageOf } from '../servers/process-usage.ts'
import { startProduct } from '../servers/product.ts'
import type { RunningServer } from '../servers/running-server.ts'
import type { PartWithoutArchives } from './part.ts'

const BYTES = 1024 * 1024 * 1024
const ROUNDS = 3
const LOOK_EVERY_MS = 20
const BOUNDARY = 'grenze-des-formulars'

/** The server's cost of one way of uploading a file. */
interface Cost {
  milliseconds: number
  cpuMs: number | undefined
  /** The peak of additional memory. */
  memoryBytes: number | undefined
}

/** An upload of 1 GB to the disk: as a form, in chunks, and in the simplest way in Node. */
export const measureUploads: PartWithoutArchives = async ({ runFolder }) => {
  await using stack = new AsyncDisposableStack()
  const dataFolder = join(runFolder, 'uploads')
  const bareFolder = join(runFolder, 'bare')
  await mkdir(bareFolder)
  stack.defer(async () => rm(dataFolder, { recursive: true, force: true }))
  await withServices(dataFolder, async (services) => {
    await createUser(services, { ...accountOf(0), username: 'messung' }, true)
  })
  const bare = stack.use(await startBareUploads(bareFolder, runFolder))
  const product = stack.use(await startProduct(dataFolder, runFolder))
  const token = await logIn(product.port, accountOf(0))

  const ways = [
    { name: 'ours, as a form', server: product, send: async () => sendForm(product.port, token) },
    { name: 'ours, in pieces', server: product, send: async () => sendChunks(product.port, token) },
    { name: 'bare Node, received and written', server: bare, send: async () => sendBare(bare.port) },
    { name: 'bare Node, only written', server: bare, send: async () => writeBare(bare.port) },
  ]
  const costs: Cost[][] = ways.map(() => [])
  // All ways of uploading are measured in turn, so that variations of the machine affect all of them.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, { server, send }] of ways.entries()) costs[index]?.push(await costOf(server, send))
  const [form, chunks, received, written] = costs.map(middleOf)
  return {
    tables: [
      {
        heading: 'A file of 1 GB on its way onto the disk',
        columns: ['Way', 'CPU s', 'beside bare Node', 'beside writing', 'memory MB', 'seconds'],
        rows: ways.map(({ name }, index) => {
          const cost = middleOf(costs[index] ?? [])
          return [
            name,
            figure(cost.cpuMs === undefined ? undefined : cost.cpuMs / 1000),
            times(ratio(cost.cpuMs, received?.cpuMs)),
            times(ratio(cost.cpuMs, written?.cpuMs)),
            megabytes(cost.memoryBytes),
            figure(cost.milliseconds / 1000),
          ]
        }),
      },
    ],
    goals: [...goalsOf('as a form', form, received), ...goalsOf('in pieces', chunks, received)],
  }
}

function goalsOf(name: string, cost: Cost | undefined, received: Cost | undefined): Goal[] {
  const memory = cost?.memoryBytes
  return [
    {
      name: `CPU of 1 GB ${name}, beside bare Node that receives and writes it`,
      value: ratio(cost?.cpuMs, received?.cpuMs),
      unit: '×',
      kind: 'atMost',
      goal: 1.5,
    },
    {
      name: `memory for 1 GB ${name}`,
      value: memory === undefined ? undefined : memory / 1e6,
      unit: 'MB',
      kind: 'atMost',
      goal: 150,
    },
  ]
}

function middleOf(costs: readonly Cost[]): Cost {
  const middle = (values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined)
    return known.length === 0 ? undefined : median(known)
  }
  return {
    milliseconds: median(costs.map(({ milliseconds }) => milliseconds)),
    cpuMs: middle(costs.map(({ cpuMs }) => cpuMs)),
    memoryBytes: middle(costs.map(({ memoryBytes }) => memoryBytes)),
  }
}

async function costOf({ pid }: RunningServer, send: () => Promise<() => Promise<void>>): Promise<Cost> {
  const before = usageOf(pid)
  let most = before?.rssBytes ?? 0
  const looking = setInterval(() => {
    most = Math.max(most, usageOf(pid)?.rssBytes ?? 0)
  }, LOOK_EVERY_MS)
  const begunAt = performance.now()
  try {
    const cleanUp = await send()
    const milliseconds = performance.now() - begunAt
    const after = usageOf(pid)
    await cleanUp()
    return {
      milliseconds,
      cpuMs: before && after && after.cpuMs - before.cpuMs,
      memoryBytes: before && most - before.rssBytes,
    }
  } finally {
    clearInterval(looking)
  }
}

interface Call {
  port: number
  method: string
  path: string
  headers: Record<string, string | number>
}

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** Sends a request as fast as the server reads its body. @throws when it is rejected */
async function send(call: Call, chunks: Iterable<Uint8Array>): Promise<Answer> {
  const { port, method, path, headers } = call
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers })
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  outgoing.once('error', reject)
  outgoing.once('response', (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => (text += part))
    response.once('end', () => {
      const status = response.statusCode ?? 0
      if (status < 300) resolve({ status, headers: response.headers, text })
      else reject(new Error(`${method} ${path} answered ${status}: ${text}`))
    })
  })
  for (const chunk of chunks) if (!outgoing.write(chunk)) await once(outgoing, 'drain')
  outgoing.end()
  return promise
}

async function sendForm(port: number, token: string): Promise<() => Promise<void>> {
  const head = Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="title"\r\n\r\nLang\r\n` +
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="lang.mp4"\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
  const body = function* () {
    yield head
    yield* longVideo(BYTES)
    yield tail
  }
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': head.length + BYTES + tail.length,
  }
  return cleaning(port, token, await send({ port, method: 'POST', path: addVideo.path, headers }, body()))
}

async function sendChunks(port: number, token: string): Promise<() => Promise<void>> {
  const own = { authorization: `Bearer ${token}`, 'tus-resumable': TUS_VERSION }
  const created = await send(
    {
      port,
      method: 'POST',
      path: UPLOADS_PATH,
      headers: { ...own, 'upload-length': BYTES, 'upload-metadata': `kind ${btoa('video')}` },
    },
    [],
  )
  const path = String(created.headers['location'])
  let offset = 0
  for (const chunk of inChunks(longVideo(BYTES))) {
    const length = chunk.reduce((sum, part) => sum + part.length, 0)
    const headers = {
      ...own,
      'upload-offset': offset,
      'content-type': CHUNK_TYPE,
      'content-length': length,
    }
    await send({ port, method: 'PATCH', path, headers }, chunk)
    offset += length
  }
  const form = new FormData()
  form.set('title', 'Lang')
  form.set('file', uploadReference(path.slice(UPLOADS_PATH.length + 1)))
  const whole = new Response(form)
  const body = new Uint8Array(await whole.arrayBuffer())
  const headers = {
    authorization: own.authorization,
    'content-type': whole.headers.get('content-type') ?? '',
    'content-length': body.length,
  }
  return cleaning(port, token, await send({ port, method: 'POST', path: addVideo.path, headers }, [body]))
}

/** Parts of a file, combined into chunks of one PATCH request. */
function* inChunks(parts: Iterable<Buffer>): Generator<Buffer[]> {
  let chunk: Buffer[] = []
  let length = 0
  for (const part of parts) {
    chunk.push(part)
    length += part.length
    if (length < UPLOAD_CHUNK_BYTES) continue
    yield chunk
    chunk = []
    length = 0
  }
  if (chunk.length > 0) yield chunk
}

function cleaning(port: number, token: string, { text }: Answer): () => Promise<void> {
  const { video } = addVideo.answer.parse(JSON.parse(text))
  return async () => {
    const path = urlOf(deleteVideo, { params: { id: video.id } })
    await send({ port, method: 'DELETE', path, headers: { authorization: `Bearer ${token}` } }, [])
  }
}

async function sendBare(port: number): Promise<() => Promise<void>> {
  const headers = { 'content-length': BYTES, 'content-type': CHUNK_TYPE }
  await send({ port, method: 'PUT', path: '/', headers }, longVideo(BYTES))
  return async () => {}
}

async function writeBare(port: number): Promise<() => Promise<void>> {
  await send({ port, method: 'GET', path: `/write?bytes=${BYTES}`, headers: {} }, [])
  return async () => {}
}
