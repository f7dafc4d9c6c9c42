import type { RouteShape } from '@tonarchiv/contract/route'
import { endpoints } from '#protocols/opensubsonic/endpoints/index.ts'
import { callsFor, queriesFor } from './example-input.ts'
import type { RestApp } from './opensubsonic/rest-app.ts'

/** Texts about a part of the archive that a caller must not learn. The keys name them in the message of the test. */
export type Marks = ReadonlyMap<string, string>

/** The names of the marks that the headers or the body of a response contain, unless the request contained them. */
async function leaksIn(response: Response, request: string, marks: Marks): Promise<string[]> {
  const head = [...response.headers].map((header) => header.join(': ')).join('\n')
  const text = head + Buffer.from(await response.arrayBuffer()).toString('latin1')
  return [...marks].flatMap(([name, mark]) => {
    const asSent = Buffer.from(mark).toString('latin1')
    const isIn = text.includes(asSent) || text.includes(encodeURIComponent(mark))
    return isIn && !request.includes(mark) ? [name] : []
  })
}

/** The response to a call, and the text of the request. A mark that the request contains is no leak. */
interface Asked {
  response: Response
  request: string
}
/** Asks nothing that is in `asked`, and adds to it what it asks of routes that only read. */
type Ask = (route: RouteShape, guess: string, asked: Set<string>) => AsyncGenerator<Asked>

/** Whether a call has to be made: the same call of a route that only reads shows nothing new. */
function isNew(route: RouteShape, request: string, asked: Set<string>): boolean {
  const line = `${route.method} ${route.path} ${request}`
  if (asked.has(line)) return false
  if (isReading(route)) asked.add(line)
  return true
}

/** Makes a function that calls routes of our own API as a member, or without an account if `signIn` is undefined. */
export function asking(app: RestApp, signIn: (() => Promise<{ token: string }>) | undefined): Ask {
  let reader: { token: string } | undefined
  return async function* ask(route, guess, asked) {
    for (const { path, body } of callsFor(route, guess)) {
      const request = decodeURIComponent(path.replaceAll('+', ' ')) + (body ?? '')
      if (!isNew(route, request, asked)) continue
      reader ??= await signIn?.()
      const response = await app.fetch(path, {
        method: route.method,
        redirect: 'manual',
        headers: {
          ...(reader !== undefined && { authorization: `Bearer ${reader.token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body ?? null,
      })
      // A call that changes something may end the session or delete the account. 401 says that the session has ended.
      if (response.status === 401 || (!isReading(route) && response.status < 400)) reader = undefined
      yield { response, request }
    }
  }
}

/** Makes a function that calls endpoints of OpenSubsonic with the credentials of a member. */
export function askingEndpoints(app: RestApp, member: { id: string }): Ask {
  const client = app.clientOf(member)
  return async function* ask(route, guess, asked) {
    const name = route.path.slice('/rest/'.length)
    const parameters = endpoints.find((endpoint) => endpoint.name === name)?.parameters
    for (const query of parameters === undefined ? [{}] : queriesFor(parameters, guess)) {
      const request = JSON.stringify(query)
      if (isNew(route, request, asked))
        yield { response: await client.fetch(name, { f: 'json', ...query }), request }
    }
  }
}

/**
 * Calls each route with each text in `guesses`.
 * @returns a line for each call whose response contains a mark, with the name of the mark
 */
export async function leaksOf(
  routes: readonly RouteShape[],
  guesses: readonly string[],
  marks: Marks,
  ask: Ask,
): Promise<string[]> {
  const found = new Set<string>()
  const asked = new Set<string>()
  for (const route of routes)
    for (const guess of guesses)
      for await (const { response, request } of ask(route, guess, asked))
        for (const name of await leaksIn(response, request, marks))
          found.add(`${route.method} ${route.path} with ${guess}: ${name}`)
  return [...found]
}

/** Whether a call changes nothing that other callers read. */
export function isReading({ method, path }: RouteShape): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return !/^\/rest\/(add|change|create|delete|save|scrobble|set|star|unstar|update)/.test(path)
}
