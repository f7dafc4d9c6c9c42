import type { ErrorBody, Refusal } from '@tonarchiv/contract/refusal'
import type { ResponseOf, RouteShape } from '@tonarchiv/contract/route'
import { onTestFinished, vi } from 'vitest'

/** A rejection by the fake server. */
class Refused {
  readonly refusal: Refusal
  readonly details: Partial<ErrorBody>
  readonly headers: Record<string, string>

  constructor(refusal: Refusal, { retryAfterSeconds, ...details }: RefusalDetails) {
    this.refusal = refusal
    this.details = details
    this.headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  }
}

type RefusalDetails = Partial<ErrorBody> & { retryAfterSeconds?: number }

export function refuse(refusal: Refusal, details: RefusalDetails = {}): Refused {
  return new Refused(refusal, details)
}

/**
 * Returns the answer to a call.
 * @param sent - the parsed JSON body, or the form data of an upload
 * @param query - the parameters of the URL
 */
type Answer = (sent: unknown, query: URLSearchParams) => unknown

const never = () => undefined

/**
 * A fake server that replaces the network. It answers the routes for which a test has set an answer; any other call
 * fails as if the server could not be reached. All other code is that of the app.
 */
export function startFakeServer() {
  const answers: { method: string; path: RegExp; answer: Answer }[] = []

  async function responseTo(method: string, url: string, sent: unknown): Promise<Response> {
    const { pathname, searchParams } = new URL(url, location.href)
    const found = answers.findLast(({ method: its, path }) => its === method && path.test(pathname))
    if (!found) throw new TypeError(`No answer to ${method} ${pathname}`)
    const answer = await found.answer(sent, searchParams)
    // For routes that return bytes, tests set no answer to serialise; a dummy file is sent.
    if (answer === undefined) return new Response('file')
    if (!(answer instanceof Refused)) return Response.json(answer)
    const { refusal, details, headers } = answer
    const body = { error: refusal.text, code: refusal.code, requestId: 'request', ...details }
    return Response.json(body, { status: refusal.status, headers })
  }

  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body, signal }: RequestInit = {}) => {
    if (!/^\/(?:api\/|albums)/.test(url)) return realFetch(url)
    const { promise: aborted, reject } = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    aborted.catch(never)
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    return Promise.race([responseTo(method, url, sent), aborted])
  })
  vi.stubGlobal('XMLHttpRequest', uploadRequestTo(responseTo))
  onTestFinished(() => void vi.unstubAllGlobals())

  return {
    /** Sets the answer to all following calls of a route. */
    on<R extends RouteShape>(
      route: R,
      answer: (
        sent: unknown,
        query: URLSearchParams,
      ) => ResponseOf<R> | Refused | Promise<ResponseOf<R> | Refused>,
    ): void {
      const path = new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`)
      answers.push({ method: route.method, path, answer })
    },
  }
}

/** A fake of the parts of XMLHttpRequest that `upload` uses. */
function uploadRequestTo(responseTo: (method: string, url: string, form: unknown) => Promise<Response>) {
  return class extends EventTarget {
    readonly upload = new EventTarget()
    timeout = 0
    status = 0
    responseText = ''
    #method = ''
    #url = ''
    #headers = new Headers()
    #isOver = false

    open(method: string, url: string): void {
      this.#method = method
      this.#url = url
    }

    setRequestHeader(): void {}

    getResponseHeader(name: string): string | null {
      return this.#headers.get(name)
    }

    send(form: FormData): void {
      responseTo(this.#method, this.#url, form)
        .then(async (response) => {
          const text = await response.text()
          if (this.#isOver) return
          this.status = response.status
          this.#headers = response.headers
          this.responseText = text
        })
        .catch(never)
        .finally(() => this.#end())
    }

    abort(): void {
      this.#end()
    }

    #end(): void {
      if (this.#isOver) return
      this.#isOver = true
      this.dispatchEvent(new Event('loadend'))
    }
  }
}
