import type { RouteShape } from '@tonarchiv/contract/route'
import { endpoints } from '#protocols/opensubsonic/endpoints/index.ts'
import { callsFor, queriesFor } from './example-input.ts'
import type { RestApp } from './opensubsonic/rest-app.ts'

/** Everything about a part of the archive that a caller must not learn, by a name for the message of the test. */
export type Marks = ReadonlyMap<string, string>

/** The names of the marks that a response holds in its head or its body, without what the request held itself. */
async function leaksIn(response: Response, request: string, marks: Marks): Promise<string[]> {
  const head = [...response.headers].map((header) => header.join(': ')).join('\n')
  const text = head + Buffer.from(await response.arrayBuffer()).toString('latin1')
  return [...marks].flatMap(([name, mark]) => {
    const asSent = Buffer.from(mark).toString('latin1')
    const isIn = text.includes(asSent) || text.includes(encodeURIComponent(mark))
    return isIn && !request.includes(mark) ? [name] : []
  })
}

/** A call that was sent, and what it held, in which a mark is no leak. */
interface Asked {
  response: Response
  request: string
}
type Ask = (route: RouteShape, guess: string) => AsyncGenerator<Asked>

/** Calls routes of our own API in the name of members; `signIn` is undefined for callers without an account. */
export function asking(app: RestApp, signIn: (() => Promise<{ token: string }>) | undefined): Ask {
  let reader: { token: string } | undefined
  return async function* ask(route, guess) {
    // A call that changes something may end the session, or delete the account.
    for (const { path, body } of callsFor(route, guess)) {
      if (reader === undefined || !isReading(route)) reader = await signIn?.()
      const response = await app.fetch(path, {
        method: route.method,
        redirect: 'manual',
        headers: {
          ...(reader !== undefined && { authorization: `Bearer ${reader.token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body ?? null,
      })
      yield { response, request: decodeURIComponent(path.replaceAll('+', ' ')) + (body ?? '') }
    }
  }
}

/** Calls endpoints of OpenSubsonic with the credentials of a member. */
export function askingEndpoints(app: RestApp, member: { id: string }): Ask {
  const client = app.clientOf(member)
  return async function* ask({ path }, guess) {
    const name = path.slice('/rest/'.length)
    const parameters = endpoints.find((endpoint) => endpoint.name === name)?.parameters
    for (const query of parameters === undefined ? [{}] : queriesFor(parameters, guess))
      yield { response: await client.fetch(name, { f: 'json', ...query }), request: guess }
  }
}

/** Calls each route with each guess, and returns the calls whose response holds a mark, with the name of the mark. */
export async function leaksOf(
  routes: readonly RouteShape[],
  guesses: readonly string[],
  marks: Marks,
  ask: Ask,
): Promise<string[]> {
  const found = new Set<string>()
  for (const route of routes)
    for (const guess of guesses)
      for await (const { response, request } of ask(route, guess))
        for (const name of await leaksIn(response, request, marks))
          found.add(`${route.method} ${route.path} with ${guess}: ${name}`)
  return [...found]
}

/** Whether a call changes nothing that other callers read. */
export function isReading({ method, path }: RouteShape): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return !/^\/rest\/(add|change|create|delete|save|scrobble|set|star|unstar|update)/.test(path)
}
