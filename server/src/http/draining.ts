import type { FastifyInstance } from 'fastify'

/** The time between the signal to end and the end, in which others are told not to come any more. */
export interface Draining {
  /** From now on every answer asks its connection to end. */
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
