import { createHash, randomBytes } from 'node:crypto'
import { createAppPassword } from '@tonarchiv/contract/app-passwords'
import { route } from '@tonarchiv/contract/route'
import * as z from 'zod/mini'
import type { Credential } from '#access/credentials.ts'
import { features } from '#app/features.ts'
import { defineFeature } from '#feature.ts'
import { countWrongCredential } from '#features/app-passwords/index.ts'
import type { Protocol } from '#http/protocol.ts'
import type { Services } from '#services.ts'
import { type Call, startApp, type TestApp, type TestEnvironment } from './start-app.ts'
import type { Config } from '#config.ts'

const whoami = route({
  method: 'GET',
  path: '/other/whoami',
  access: 'auth',
  summary: 'The name of the caller.',
  answer: z.object({ username: z.string() }),
})
const forMembersWithKey = route({ ...whoami, path: '/other/music', access: 'key' })
const stream = route({
  method: 'GET',
  path: '/other/stream',
  access: 'auth',
  summary: 'A stream that does not end by itself.',
  media: true,
  limit: 'stream',
  answer: 'bytes',
})
const cover = route({ ...stream, path: '/other/cover', limit: 'image' })

/** The credential in a query as clients of the Subsonic protocol write it. */
function credentialIn(query: URLSearchParams): Credential | undefined {
  const [key, username, app] = [query.get('apiKey'), query.get('u'), query.get('c') ?? undefined]
  if (key !== null) return { kind: 'apiKey', key, app }
  if (username === null) return undefined
  const [password, token] = [query.get('p'), query.get('t') ?? '']
  const secret =
    password === null
      ? ({ kind: 'token', token, salt: query.get('s') ?? '' } as const)
      : ({ kind: 'plain', password } as const)
  return { kind: 'appPassword', username, secret, app }
}

/** A minimal protocol for other programs: answers are JSON, errors are their codes. */
const protocolWith = (services: Services): Protocol => ({
  name: 'other',
  credentialOf: (request) => credentialIn(new URLSearchParams(request.url.split('?')[1])),
  checkBody: () => {},
  readInput: ({ params, query, body }) => ({ params, query, body }),
  sendAnswer: (_request, reply, _route, answer) => void reply.send(answer),
  sendJson: (_request, reply, _route, { json }) => void reply.type('application/json').send(json),
  sendRefusal: (_request, reply, { refusal }) => void reply.status(refusal.status).send(refusal.code),
  credentialFailed: async (request, credential) => {
    if (credential.kind === 'apiKey' || credential.kind === 'appPassword')
      await countWrongCredential(services, credential, request.ip)
  },
})

const otherProtocol = defineFeature({
  name: 'other-protocol',
  register: (_bind, { services, speak, streams }) =>
    speak(protocolWith(services), (bind) => {
      bind(whoami, async ({ caller }) => ({ username: caller.username }))
      bind(forMembersWithKey, async ({ caller }) => ({ username: caller.username }))
      bind(cover, async ({ reply }) => reply.send('a picture'))
      bind(stream, async ({ caller, reply }) => {
        const requestedAt = performance.now() - reply.elapsedTime
        const leave = await streams.enter(caller, { file: 'endless.mp3', response: reply.raw, requestedAt })
        reply.hijack()
        reply.raw.on('close', leave)
        reply.raw.writeHead(200).write('the first bytes')
        return reply
      })
    }),
})

/** An app with a protocol that takes app passwords and API keys. */
export async function startAppWithOthers(settings: Partial<Config> = {}, environment: TestEnvironment = {}) {
  return startApp(settings, { ...environment, features: [...features, otherProtocol] })
}

/** Calls a path of the protocol: the status, and the body, also an incomplete one. */
export async function callOther(
  { fetch: request }: Pick<TestApp, 'fetch'>,
  path: 'whoami' | 'music' | 'cover',
  credential: Record<string, string>,
): Promise<[status: number, body: string]> {
  const response = await request(`/other/${path}?${new URLSearchParams(credential).toString()}`)
  return [response.status, await response.text()]
}

/** Starts the endless stream; `ended` resolves when the server ends it. */
export async function openStream({ fetch: request }: TestApp, credential: Record<string, string>) {
  const response = await request(`/other/stream?${new URLSearchParams(credential).toString()}`)
  const reader = response.body?.getReader()
  await reader?.read()
  const ended = (async () => {
    try {
      while ((await reader?.read())?.done === false) continue
    } catch {
      // The server has destroyed the connection, which also ends the stream.
    }
  })()
  return { status: response.status, ended }
}

/** The parameters that a client sends in place of the password: a salted hash, and the salt. */
export function tokenOf(password: string, salt = randomBytes(6).toString('hex')) {
  return { t: createHash('md5').update(password).update(salt).digest('hex'), s: salt }
}

/** A new app password of a member. */
export async function newAppPassword(member: { call: Call }, name = 'Küchenradio') {
  const { appPassword, password } = await member.call(createAppPassword, { body: { name } })
  return { id: appPassword.id, password }
}
