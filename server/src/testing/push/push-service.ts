import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { addPushDevice, type PushPayload, PushPayload as Payload } from '@tonarchiv/contract/push'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import type { Config } from '#config.ts'
import type { PublicConnection } from '#http-client/post-publicly.ts'
import type { Call } from '../start-app.ts'
import { createCertificate } from './certificate.ts'
import { createReceiver, verifyVapid } from './receiver.ts'

const HOST = 'push.example'
/** The host of another push service, which the same server answers for. */
export const OTHER_HOST = 'other-push.example'
const HOSTS: ReadonlySet<string> = new Set([HOST, OTHER_HOST])

/** A message as it arrived at the push service, for one of its browsers. */
export interface ReceivedMessage {
  browser: string
  host: string
  headers: IncomingHttpHeaders
  body: Buffer
  vapid: ReturnType<typeof verifyVapid>
}

export interface PushService {
  /** Settings of an app that finds the push service of this machine at `push.example` and `other-push.example`. */
  settings: Pick<Config, 'pushConnection'> & { pushConnection: PublicConnection }
  received: ReceivedMessage[]
  /** The connections that were made to it, the first one first. */
  connections: Socket[]
  /** Answers the next messages; by default with 201. */
  answer: (message: ReceivedMessage, response: ServerResponse) => void
  /** Lets the browser of a member subscribe. `read` decrypts the messages that have arrived for it. */
  subscribe(
    member: { call: Call },
    name: string,
    host?: string,
  ): Promise<{ id: string; read: () => PushPayload[]; endpoint: string }>
}

/** A push service over https on its own port. It accepts only messages that are signed as RFC 8292 demands. */
export async function startPushService(): Promise<PushService> {
  const { certificate, privateKey } = createCertificate(HOST, OTHER_HOST)
  const received: ReceivedMessage[] = []
  const connections: Socket[] = []
  const server = createServer({ cert: certificate, key: privateKey }, (request, response) => {
    const arrived = (body: Buffer) => {
      const message = {
        browser: request.url ?? '',
        host: request.headers.host ?? '',
        headers: request.headers,
        body,
        vapid: verifyVapid(request.headers.authorization ?? ''),
      }
      received.push(message)
      service.answer(message, response)
    }
    // The sender may have given up meanwhile.
    void buffer(request).then(arrived, () => {})
  })
  server.on('secureConnection', (socket) => connections.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const service: PushService = {
    settings: {
      pushConnection: {
        resolve: async (host) => (HOSTS.has(host) ? ['127.0.0.1'] : []),
        isAllowed: (address) => address === '127.0.0.1',
        port: portOf(server.address()),
        authority: certificate,
      },
    },
    received,
    connections,
    answer: (_message, response) => response.writeHead(201).end(),
    subscribe: async ({ call }, name, host = HOST) => {
      const receiver = createReceiver()
      const endpoint = `https://${host}/send/${name}`
      const { device } = await call(addPushDevice, { body: { endpoint, ...receiver.keys } })
      return {
        id: device.id,
        endpoint,
        read: () =>
          received
            .filter(({ browser }) => browser === `/send/${name}`)
            .map(({ body }) => z.parse(Payload, JSON.parse(receiver.decrypt(body).toString()))),
      }
    },
  }
  return service
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('The push service does not listen')
  return address.port
}
