import { serverFault } from '@tonarchiv/contract/refusal'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { insertAppPassword } from '#features/app-passwords/store.ts'
import { hashSecret, newSecret, secretCipher } from '#features/app-passwords/secrets.ts'
import { ownerOf } from '#features/app-passwords/shown-secrets.ts'
import { newId } from '#platform/ids.ts'
import { endpoints } from '#protocols/opensubsonic/endpoints/index.ts'
import type { Services } from '#services.ts'
import { startApp, type TestApp, type TestEnvironment } from '../start-app.ts'
import type { Member } from '../sign-in.ts'
import { parseXml } from './parse-xml.ts'
import { publishedErrors } from './published-shapes.ts'
import { readXml, withoutEmptyLists } from './read-xml.ts'

/** Parameters of a call; a list is a repeated parameter. */
export type RestParameters = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[]>
>

/** An answer in JSON: what `subsonic-response` contains. */
type RestAnswer = Record<string, unknown>

/** An app of another maker, which a member uses. */
export interface RestClient {
  /** The parameters that authenticate a call. */
  credentials: RestParameters
  /**
   * Calls an endpoint in JSON and in XML, compares both answers with the shapes and with each other, and returns the
   * answer in JSON. With `isRandom`, for random answers, the two are not compared with each other.
   * @throws an assertion error when it fails or has a wrong shape
   */
  call: (name: string, parameters?: RestParameters, options?: { isRandom?: boolean }) => Promise<RestAnswer>
  /**
   * Calls an endpoint once and in JSON, for calls that may not be repeated.
   * @throws an assertion error when it fails or has a wrong shape
   */
  callOnce: (name: string, parameters?: RestParameters) => Promise<RestAnswer>
  /**
   * Calls an endpoint that fails in JSON and in XML, and returns the code of its error.
   * @throws an assertion error when the call succeeds, the answer has a wrong shape, or the error is a fault of the
   * server, which has a code, too
   */
  error: (name: string, parameters?: RestParameters) => Promise<number>
  fetch: (name: string, parameters?: RestParameters, init?: RequestInit) => Promise<Response>
}

export interface RestApp extends TestApp {
  /** A client that authenticates with an API key of this member. */
  clientOf: (member: Pick<Member, 'id'>) => RestClient
  /** A client with these credentials, or none. */
  clientWith: (credentials: RestParameters) => RestClient
  /** An app password of a member, for credentials with a name. */
  passwordOf: (member: Pick<Member, 'id'>) => string
}

const CLIENT = { v: '1.16.1', c: 'test' }

/** The whole app, with app passwords for its members that are made when a test needs them. */
export async function startRestApp(
  settings: Parameters<typeof startApp>[0] = {},
  environment: TestEnvironment = {},
): Promise<RestApp> {
  const app = await startApp(settings, environment)
  const secrets = new Map<string, string>()
  const stored: Promise<void>[] = []
  const fetchWhenStored: TestApp['fetch'] = async (path, init) => {
    await Promise.all(stored)
    return app.fetch(path, init)
  }
  const secretFor = ({ id }: Pick<Member, 'id'>) => {
    const secret = secrets.get(id) ?? newSecret()
    if (!secrets.has(id)) stored.push(storeAppPassword(app.services, id, secret))
    secrets.set(id, secret)
    return secret
  }
  const clientWith = (credentials: RestParameters): RestClient => ({
    credentials,
    ...callsOf(async (name, parameters = {}, init = {}) =>
      fetchWhenStored(`/rest/${name}?${queryOf({ ...CLIENT, ...credentials, ...parameters })}`, init),
    ),
  })
  return {
    ...app,
    fetch: fetchWhenStored,
    clientWith,
    clientOf: (member) => clientWith({ apiKey: secretFor(member) }),
    passwordOf: secretFor,
  }
}

async function storeAppPassword({ db, now, secret }: Services, userId: string, password: string) {
  const id = newId()
  await insertAppPassword(db, {
    id,
    userId,
    name: 'Test',
    secretHash: hashSecret(password),
    encryptedSecret: secretCipher(secret).encrypt(password, ownerOf({ id, userId })),
    app: null,
    createdAt: now().toISOString(),
    lastUsedAt: null,
  })
}

/** Parameters as a query or a form. */
export function queryOf(parameters: RestParameters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  return query.toString()
}

function callsOf(send: RestClient['fetch']): Pick<RestClient, 'call' | 'callOnce' | 'error' | 'fetch'> {
  async function json(name: string, parameters: RestParameters = {}): Promise<RestAnswer> {
    const response = await send(name, { ...parameters, f: 'json' })
    expect([name, response.status, response.headers.get('content-type')]).toEqual([
      name,
      200,
      'application/json; charset=utf-8',
    ])
    const body: unknown = await response.json()
    expect([name, publishedErrors(name, body)]).toEqual([name, []])
    return z.parse(z.object({ 'subsonic-response': z.looseObject({}) }), body)['subsonic-response']
  }
  async function xml(name: string, parameters: RestParameters = {}): Promise<unknown> {
    const response = await send(name, { ...parameters, f: 'xml' })
    expect([name, response.status, response.headers.get('content-type')]).toEqual([
      name,
      200,
      'application/xml; charset=utf-8',
    ])
    const root = parseXml(await response.text())
    expect([root.name, root.attributes['xmlns']]).toEqual([
      'subsonic-response',
      'http://subsonic.org/restapi',
    ])
    delete root.attributes['xmlns']
    return readXml(root, shapeOf(name, root.attributes['status'] === 'failed'))
  }
  async function callOnce(name: string, parameters?: RestParameters): Promise<RestAnswer> {
    const answer = await json(name, parameters)
    expect([name, answer['status'], answer['error']]).toEqual([name, 'ok', undefined])
    z.parse(shapeOf(name, false), answer)
    return answer
  }
  return {
    fetch: send,
    callOnce,
    call: async (name, parameters, { isRandom = false } = {}) => {
      const answer = await callOnce(name, parameters)
      const inXml = await xml(name, parameters)
      z.parse(shapeOf(name, false), inXml)
      if (!isRandom) expect(withoutEmptyLists(inXml)).toEqual(withoutEmptyLists(answer))
      return answer
    },
    error: async (name, parameters) => {
      const answer = await json(name, parameters)
      expect([name, answer['status']]).toEqual([name, 'failed'])
      expect(withoutWait(await xml(name, parameters))).toEqual(withoutWait(answer))
      const { code, message } = z.parse(Failure, answer).error
      expect([name, parameters, message]).not.toEqual([name, parameters, serverFault.text])
      return code
    },
  }
}

/** An answer without the seconds that a rate limit states: they differ between calls. */
function withoutWait(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer).replace(/ in \d+ Sekunden/, ' in {n} Sekunden'))
}

const Envelope = {
  status: z.enum(['ok', 'failed']),
  version: z.literal('1.16.1'),
  type: z.literal('tonarchiv'),
  serverVersion: z.string().check(z.regex(/^\d+\.\d+\.\d+/)),
  openSubsonic: z.boolean(),
}
const Failure = z.object({
  ...Envelope,
  error: z.object({
    code: z.number(),
    message: z.string().check(z.minLength(1)),
    helpUrl: z.string().check(z.startsWith('http')),
  }),
})

function shapeOf(name: string, isFailed: boolean): z.ZodMiniObject {
  if (isFailed) return Failure
  const answer = endpoints.find((endpoint) => endpoint.name === name)?.answer
  if (answer === undefined) throw new Error(`${name} has no answer with a shape`)
  return z.object({ ...Envelope, ...answer.shape })
}
