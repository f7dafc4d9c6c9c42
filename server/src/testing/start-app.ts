import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ErrorBody, ErrorBody as ErrorBodySchema } from '@tonarchiv/contract/refusal'
import { urlOf, type ResponseOf, type InputOfCall, type RouteShape } from '@tonarchiv/contract/route'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { type AppOptions, buildApp } from '#app/build-app.ts'
import { type Config, readConfig } from '#config.ts'
import { openProbePool } from '#audio-probe/pool/probe-pool.ts'
import type { Draining } from '#http/draining.ts'
import type { MemoryHub } from '#events/bus.memory.ts'
import type { Log } from '#platform/log.ts'
import { openServices } from '#app/open-services.ts'
import type { Services } from '#services.ts'
import type { Sockets } from '#realtime/sockets.ts'
import { keepFaults, type LoggedFaults } from './logged-faults.ts'
import { borrowDatabase, LONG_TIMEOUT_MS } from './postgres.ts'
import { addSession, type Member, type MemberOptions, signIn } from './sign-in.ts'
import { putDatabaseFile, writeUnsynced } from './sqlite.ts'

/** The response to a rejected call. */
export interface RefusedResponse {
  status: number
  headers: Headers
  body: ErrorBody
}

export interface TestApp {
  address: string
  services: Services
  routes: readonly RouteShape[]
  /** The routes of our own API, without those of other protocols. */
  ownRoutes: readonly RouteShape[]
  sockets: Sockets
  draining: Draining
  /** All lines that the process printed for the operator. */
  operatorLines: string[]
  /**
   * Calls a route without credentials.
   * @throws an assertion error when it is rejected
   */
  call: Call
  /** Calls a route and expects a refusal. */
  refusal: RefusedCall
  /** Sends a raw request; the path is relative to the app. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** An account with a session, written directly to the database. */
  signIn: (options?: MemberOptions) => Promise<Member & { call: Call; refusal: RefusedCall }>
  /** Another session of a member, as on another device. */
  anotherSession: (member: Member) => Promise<Member & { call: Call; refusal: RefusedCall }>
  /** Moves the app's clock forward. */
  passTime: (milliseconds: number) => void
  /** Stops the app's clock; from then on only `passTime` moves it. */
  stopTime: () => void
  close: () => Promise<void>
}

type LooseInput = {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
}
export type Call = <R extends RouteShape>(
  route: R,
  input: InputOfCall<R> & { headers?: Record<string, string> },
) => Promise<ResponseOf<R>>
export type RefusedCall = (route: RouteShape, input?: LooseInput) => Promise<RefusedResponse>

/** The other processes that the app works with, and parts of the app that a test replaces. */
export interface TestEnvironment {
  /** Another process of the same installation: the same data and secret. */
  beside?: TestApp
  /** Connects processes without Redis. */
  hub?: MemoryHub
  times?: AppOptions['times']
  /** Other features than those of the product. */
  features?: AppOptions['features']
  /** The folder of the built pages; without it there are none. */
  webFolder?: string
  /** The log of the app; by default the output of the tests. */
  log?: Log
}

/** Shared by all apps of this worker, because starting its threads takes longer than most tests. */
const probe = openProbePool()

/** Number of turns of the event loop after which `fetch` has closed a connection. */
const TURNS_TO_CLOSE = 2

/** A real app on a real port with its own data folder and database; removed after the test. */
export async function startApp(
  settings: Partial<Config> = {},
  { beside, hub, times, features, webFolder, log }: TestEnvironment = {},
): Promise<TestApp> {
  const shared = beside?.services.config
  const dataFolder = shared?.dataFolder ?? (await mkdtemp(join(tmpdir(), 'tonarchiv-')))
  const database = shared === undefined ? await borrowDatabase() : undefined
  if (shared === undefined) await putDatabaseFile(dataFolder)
  let shift = 0
  let stoppedAt: number | undefined
  const operatorLines: string[] = []
  const config: Config = {
    ...readConfig({
      DATA_DIR: dataFolder,
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      RATE_LIMIT_FACTOR: '1000',
      RESERVED_DISK_MB: '1',
      // The tests of the analysis switch it on.
      ANALYSIS: 'off',
      ...(database === undefined
        ? {}
        : { DATABASE_URL: database.url, APP_SECRET: 'a secret that is only used by tests' }),
    }),
    ...(shared && { database: shared.database, secret: shared.secret }),
    ...settings,
  }
  const faults = keepFaults(config.logLevel)
  const open = await openServices(config, {
    log: log ?? faults.log,
    now: () => new Date((stoppedAt ?? Date.now()) + shift),
    writeLine: (line) => operatorLines.push(line),
    probe,
    databaseWaitMs: LONG_TIMEOUT_MS,
    ...(config.database.kind === 'postgres' &&
      config.database.url === database?.url && { pool: database.lendPool() }),
    ...(hub && { hub }),
  })
  await writeUnsynced(open.services.db)
  // The storage checks once, at the start, whether files of the archive are missing. Tests add rows without files. They
  // must do so after the check, or the storage would count as unavailable.
  await open.services.storage.freeBytes().catch(() => {})
  const { server, routes, sockets, draining } = await buildApp(open.services, {
    times: { commitWithinMs: LONG_TIMEOUT_MS, ...times },
    ...(features !== undefined && { features }),
    ...(webFolder !== undefined && { webFolder }),
  }).catch(async (error: unknown) => {
    await open.close()
    throw error
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = portOf(server.server.address())
  const address = `http://127.0.0.1:${port}`

  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await server.close()
    await open.close()
    if (beside === undefined) await rm(dataFolder, { recursive: true, force: true })
  }
  onTestFinished(close)

  return {
    address,
    services: open.services,
    routes,
    ownRoutes: routes.filter(({ path }) => !path.startsWith('/rest/')),
    sockets,
    draining,
    operatorLines,
    close,
    fetch: (path, init) => fetchUntilClosed(address + path, init),
    passTime: (milliseconds) => {
      shift += milliseconds
    },
    stopTime: () => {
      stoppedAt ??= Date.now()
    },
    ...callers(address, undefined, faults),
    signIn: async (options) => {
      const member = await signIn(open.services, options)
      return { ...member, ...callers(address, member.token, faults) }
    },
    anotherSession: async (member) => {
      const session = await addSession(open.services, member.id)
      return { ...member, ...session, ...callers(address, session.token, faults) }
    },
  }
}

/**
 * `fetch`, but returns after the connection is closed, if `fetch` closes it: after HEAD, and after DELETE with a body.
 * A request that starts earlier makes the `fetch` of Node count its connections wrongly, so that it opens a new one for
 * each later request.
 */
async function fetchUntilClosed(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init)
  const isBodyOfDelete = init.method === 'DELETE' && init.body !== undefined && init.body !== null
  if (init.method === 'HEAD' || isBodyOfDelete)
    for (let turn = 0; turn < TURNS_TO_CLOSE; turn += 1) await nextTurn()
  return response
}

function portOf(address: AddressInfo | string | null): AddressInfo {
  if (typeof address !== 'object' || address === null) throw new Error('The app does not listen on a port')
  return address
}

/**
 * `call` and `refusal` for one caller. With `faults`, the error of a failed call contains what the app has logged for
 * that call.
 */
export function callers(
  address: string,
  token?: string,
  faults?: LoggedFaults,
): { call: Call; refusal: RefusedCall } {
  async function send(
    route: RouteShape,
    { params, query, body, form, headers }: LooseInput,
  ): Promise<Response> {
    return fetchUntilClosed(address + urlOf(route, { ...(params && { params }), ...(query && { query }) }), {
      method: route.method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
    })
  }
  return {
    call: async (route, input) => {
      const response = await send(route, input)
      if (!response.ok) {
        const text = await response.text()
        const requestId = /"requestId":"([^"]+)"/.exec(text)?.[1] ?? 'none'
        const fault = faults?.causeOf(requestId) ?? ''
        throw new Error(
          `${route.method} ${route.path} answered ${response.status}: ${text}\n${fault}`.trimEnd(),
        )
      }
      if (typeof route.answer === 'string') throw new Error('Bytes are fetched, not called')
      // Parsed by the very schema that the type is made from.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return z.parse(route.answer, await response.json()) as ResponseOf<typeof route>
    },
    refusal: async (route, input = {}) => {
      const response = await send(route, input)
      if (response.ok)
        throw new Error(`${route.method} ${route.path} was not refused but answered ${response.status}`)
      return {
        status: response.status,
        headers: response.headers,
        body: z.parse(ErrorBodySchema, await response.json()),
      }
    },
  }
}
