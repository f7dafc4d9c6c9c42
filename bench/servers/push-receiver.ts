import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { createCertificate } from '../../server/src/testing/push/certificate.ts'

export const PUSH_HOST = 'push.example'

/** A push service that accepts every message and counts them. */
export interface PushReceiver extends AsyncDisposable {
  port: number
  /** When each message arrived, as `performance.now()` gives it. */
  arrivedAt: number[]
}

/** @param authorityFile - where the certificate is written */
export async function startPushReceiver(authorityFile: string): Promise<PushReceiver> {
  const { certificate, privateKey } = createCertificate(PUSH_HOST)
  await writeFile(authorityFile, certificate)
  const arrivedAt: number[] = []
  const server = createServer({ cert: certificate, key: privateKey }, (request, response) => {
    request.resume().once('end', () => {
      arrivedAt.push(performance.now())
      response.writeHead(201).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The push service does not listen')
  return {
    port: address.port,
    arrivedAt,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
