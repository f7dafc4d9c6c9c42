import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PushPayload } from '@tonarchiv/contract/push'
import * as z from 'zod/mini'
import { createCertificate } from '../server/src/testing/push/certificate.ts'
import { createReceiver, verifyVapid } from '../server/src/testing/push/receiver.ts'

/** The host name of the push service. Only a server that was started with `parameters` finds it. */
const HOST = 'push.example'

/** A push service with one browser. It accepts only messages that are signed as RFC 8292 demands. */
export interface PushService {
  /** The parameters of `server/src/testing/push/pushing-server.ts`. */
  parameters: readonly string[]
  /** The subscription of the browser. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** The messages that have arrived for the browser, decrypted, the first one first. */
  received: readonly PushPayload[]
  stop: () => Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-push-'))
  const authorityFile = join(folder, 'authority.pem')
  const { certificate, privateKey } = createCertificate(HOST)
  await writeFile(authorityFile, certificate)
  const receiver = createReceiver()
  const received: PushPayload[] = []
  const server = createServer({ cert: certificate, key: privateKey }, (request, response) => {
    void buffer(request).then((body) => {
      verifyVapid(request.headers.authorization ?? '')
      received.push(z.parse(PushPayload, JSON.parse(receiver.decrypt(body).toString())))
      response.writeHead(201).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The push service does not listen')
  return {
    parameters: [HOST, String(address.port), authorityFile],
    subscription: { endpoint: `https://${HOST}/browser`, keys: receiver.keys },
    received,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
