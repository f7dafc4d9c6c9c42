import { get } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { listAlbums } from '@tonarchiv/contract/catalog'
import { metrics as metricsRoute, readyz } from '@tonarchiv/contract/operation'
import { expect, onTestFinished, test } from 'vitest'
import { enqueueEmail } from '#mail/mail.ts'
import { startMetricsListener } from '#metrics/metrics-listener.ts'
import { openSocket } from '#testing/browser-socket.ts'
import { startApp } from '#testing/start-app.ts'

/** A long timeout, because everything takes longer on a busy machine. */
const TIMEOUT = { timeout: 30_000 }

const TOKEN = 'nur fuer die Ueberwachung'

async function figuresOf(app: Awaited<ReturnType<typeof startApp>>): Promise<Map<string, number>> {
  const answer = await app.fetch('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return readFigures(await answer.text())
}

/**
 * Parses the text format of Prometheus strictly. Every line must be a comment or a value of a metric family that was
 * declared before.
 */
function readFigures(text: string): Map<string, number> {
  const figures = new Map<string, number>()
  const types = new Map<string, string>()
  for (const line of text.trimEnd().split('\n')) {
    const declared = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(line)
    if (declared !== null) types.set(declared[1] ?? '', declared[2] ?? '')
    if (line.startsWith('#')) continue
    const [, name = '', labels = '', value = ''] =
      /^([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+\})? (\S+)$/.exec(line) ?? []
    const family = types.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, '')
    expect(types.has(family), line).toBe(true)
    expect(figures.has(name + labels), `${line} twice`).toBe(false)
    expect(value).toMatch(/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/)
    figures.set(name + labels, Number(value))
  }
  return figures
}

test('monitoring reads calls by route and status, times, sockets and queues', async () => {
  const app = await startApp({ metrics: { listen: undefined, token: TOKEN } })
  const member = await app.signIn()
  for (const search of ['eins', 'zwei', 'drei']) await member.call(listAlbums, { query: { search } })
  await app.fetch('/api/gibt-es-nicht/geheimer-titel')
  const socket = openSocket(app, { token: member.token })
  await socket.ready()
  const { services } = app
  await enqueueEmail(services.db, new Date(Date.now() + 60_000), {
    userId: member.id,
    recipient: 'a@b.example',
    subject: 'Hallo',
    text: 'Hallo',
    html: 'Hallo',
  })
  const figures = await figuresOf(app)
  expect(figures.get('tonarchiv_http_requests_total{route="GET /albums",status="200"}')).toBe(3)
  expect(figures.get('tonarchiv_http_request_duration_seconds_count{route="GET /albums"}')).toBe(3)
  const bucket = 'tonarchiv_http_request_duration_seconds_bucket'
  expect(figures.get(`${bucket}{route="GET /albums",le="+Inf"}`)).toBe(3)
  expect(figures.get('tonarchiv_http_requests_running{route="GET /metrics"}')).toBe(1)
  expect(figures.get('tonarchiv_http_requests_running{route="GET /albums"}')).toBe(0)
  expect(figures.get('tonarchiv_sockets')).toBe(1)
  expect(figures.get('tonarchiv_queue_length{queue="letters"}')).toBe(1)
  expect(figures.get('tonarchiv_queue_length{queue="scrobbles"}')).toBe(0)
  expect(figures.get('tonarchiv_database_duration_seconds_count{kind="read"}')).toBeGreaterThan(0)
  expect(figures.get('tonarchiv_database_duration_seconds_count{kind="write"}')).toBeGreaterThan(0)
  expect([...figures.keys()].filter((name) => name.includes('geheimer-titel'))).toEqual([])
})

test('a call that is being answered counts as running, and a disconnect during it as aborted', async () => {
  const app = await startApp({ metrics: { listen: undefined, token: TOKEN } })
  const stuck = Promise.withResolvers<void>()
  onTestFinished(() => stuck.resolve())
  const { storage } = app.services
  const freeBytes = storage.freeBytes.bind(storage)
  const asked = Promise.withResolvers<void>()
  // Only the first call waits: the metrics read the free space, too, and must not wait.
  storage.freeBytes = async () => {
    storage.freeBytes = freeBytes
    asked.resolve()
    await stuck.promise
    return freeBytes()
  }
  const request = get(`${app.address}/readyz`)
  request.on('error', () => {})
  await asked.promise
  const running = 'tonarchiv_http_requests_running{route="GET /readyz"}'
  await expect.poll(async () => (await figuresOf(app)).get(running), TIMEOUT).toBe(1)
  request.destroy()
  await expect.poll(async () => (await figuresOf(app)).get(running), TIMEOUT).toBe(0)
  const aborted = 'tonarchiv_http_requests_total{route="GET /readyz",status="aborted"}'
  await expect.poll(async () => (await figuresOf(app)).get(aborted), TIMEOUT).toBe(1)
})

test('metrics need the token, and are not served when none is configured', async () => {
  const open = await startApp({ metrics: { listen: undefined, token: TOKEN } })
  expect((await open.refusal(metricsRoute)).status).toBe(404)
  const wrong = { headers: { authorization: 'Bearer falsch' } }
  expect((await open.refusal(metricsRoute, wrong)).status).toBe(404)
  const admin = await open.signIn({ isAdmin: true })
  expect((await admin.refusal(metricsRoute)).status).toBe(404)
  const closed = await startApp()
  expect((await closed.refusal(metricsRoute, { headers: { authorization: 'Bearer ' } })).status).toBe(404)
})

test('a separate port serves metrics only, and with a token only to requests with it', async () => {
  const app = await startApp({ metrics: { listen: { host: '127.0.0.1', port: 0 }, token: undefined } })
  const listen = async (token: string | undefined) => {
    const listener = await startMetricsListener(app.services.metrics, { host: '127.0.0.1', port: 0, token })
    onTestFinished(async () => listener.close())
    return `http://127.0.0.1:${listener.port}`
  }
  const open = await listen(undefined)
  expect(readFigures(await (await fetch(`${open}/metrics`)).text()).get('tonarchiv_sockets')).toBe(0)
  expect((await fetch(`${open}/readyz`)).status).toBe(404)
  expect((await fetch(`${open}/metrics`, { method: 'POST' })).status).toBe(404)
  const guarded = await listen(TOKEN)
  expect((await fetch(`${guarded}/metrics`)).status).toBe(401)
  const shown = await fetch(`${guarded}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(shown.status).toBe(200)
})

test('a figure that cannot be read is omitted, and all others are included', async () => {
  const app = await startApp({ metrics: { listen: undefined, token: TOKEN } })
  app.services.metrics.gauge('broken', 'Breaks.', () => {
    throw new Error('kaputt')
  })
  const figures = await figuresOf(app)
  expect(figures.has('broken')).toBe(false)
  expect(figures.get('tonarchiv_sockets')).toBe(0)
})

test('the readiness check does not wait for writes', async () => {
  const app = await startApp()
  const { database } = app.services.config
  const writing = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  // Holds the write lock: on SQLite as the writer of this process, on PostgreSQL as a transaction. On SQLite a writer
  // of another process follows.
  const transaction = app.services.db.transaction().execute(async () => {
    begun.resolve()
    await writing.promise
  })
  await begun.promise
  expect(await app.call(readyz, {})).toEqual({ status: 'ok' })
  writing.resolve()
  await transaction
  if (database.kind !== 'sqlite') return
  const other = new DatabaseSync(database.path)
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  expect(await app.call(readyz, {})).toEqual({ status: 'ok' })
})

test('during the shutdown the readiness check fails at once, while calls are still answered', async () => {
  const app = await startApp()
  const member = await app.signIn()
  app.draining.begin()
  const refused = await app.refusal(readyz)
  expect(refused.status).toBe(503)
  const albums = await app.fetch('/albums', { headers: { authorization: `Bearer ${member.token}` } })
  expect(albums.status).toBe(200)
  expect(albums.headers.get('connection')).toBe('close')
})
