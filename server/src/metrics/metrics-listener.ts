import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Metrics } from './metrics.ts'

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Whether an `Authorization` header contains the token. They are compared in constant time. */
export function showsToken(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
}

/** The HTTP listener for monitoring, separate from the public one. */
export interface MetricsListener {
  port: number
  close(): Promise<void>
}

/** Serves `GET /metrics` on its own port. If a token is configured, requests must carry it. */
export async function startMetricsListener(
  metrics: Metrics,
  { host, port, token }: { host: string; port: number; token: string | undefined },
): Promise<MetricsListener> {
  const timeouts = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 }
  const server = createServer(timeouts, (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') response.writeHead(404).end()
    else if (token !== undefined && !showsToken(request.headers.authorization, token))
      response.writeHead(401).end()
    else
      metrics.text().then(
        (text) => response.writeHead(200, { 'content-type': METRICS_TYPE }).end(text),
        () => response.writeHead(500).end(),
      )
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}
