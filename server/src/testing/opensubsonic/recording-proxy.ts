import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A forwarded request, without its credentials. */
interface PassedRequest {
  /** The name of the function. */
  name: string
  id: string | null
  range: string | undefined
  status: number
  /** The error in the body of the answer; the HTTP status of an error is 200, too. */
  error: string | undefined
}

/** Only these types of content are searched for errors, not streams and covers. */
const ANSWERS = /^(?:application\/json|text\/xml|application\/xml)/
const FAILED = /"status":"failed".*|status="failed".*/s

/** A server in front of an app that records what a program requests of it. */
export async function recordingProxy(
  address: string,
): Promise<{ address: string; requests: readonly PassedRequest[] }> {
  const requests: PassedRequest[] = []
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming
    const forwarded = request(new URL(url, address), { method, headers }, (answer) => {
      const { pathname, searchParams } = new URL(url, address)
      const name = pathname.replace(/^\/rest\/|\.view$/g, '')
      const status = answer.statusCode ?? 0
      const passed = { name, id: searchParams.get('id'), range: headers.range, status }
      outgoing.writeHead(status, answer.headers)
      answer.pipe(outgoing)
      if (!ANSWERS.test(answer.headers['content-type'] ?? '')) requests.push({ ...passed, error: undefined })
      else
        void text(answer.pipe(new PassThrough())).then((body) =>
          requests.push({ ...passed, error: FAILED.exec(body)?.[0] }),
        )
    })
    // Players close a stream when they have buffered enough.
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('The proxy does not listen on a port')
  return { address: `http://127.0.0.1:${bound.port}`, requests }
}
