import type { FastifyInstance } from 'fastify'

/**
 * The state of the server between SIGTERM and the end of the process. Clients are asked to close their connections
 * during this time.
 */
export interface Draining {
  /** From now on every response has `Connection: close`. */
  begin(): void
  hasBegun(): boolean
}

export function drainable(server: FastifyInstance): Draining {
  let hasBegun = false
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (hasBegun) reply.header('connection', 'close')
    done()
  })
  server.addHook('preClose', (done) => {
    hasBegun = true
    done()
  })
  return { begin: () => void (hasBegun = true), hasBegun: () => hasBegun }
}
