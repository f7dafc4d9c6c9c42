import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { prepareNginx } from './nginx.ts'
import { startApp } from './start-app.ts'
import { createWebFolder } from './web-folder.ts'

/** The content of the only script in the built web app. */
export const SCRIPT = 'console.log("Hallo")'

interface ConditionalHeaders {
  token?: string
  method?: string
  headers?: Record<string, string>
  body?: Buffer | string
  /** Another local address, to simulate another client. */
  from?: string
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  bytes: Buffer
}

/**
 * A real server that offloads its media to a real nginx in front of it, and a function that sends requests to that
 * nginx.
 */
export async function archiveBehindNginx(settings: { rateLimitFactor?: number } = {}) {
  const [httpsPort, httpPort] = [await freePort(), await freePort()]
  const nginx = await prepareNginx(httpsPort, httpPort)
  const webFolder = await createWebFolder({ 'assets/app-1a2b3c.js': SCRIPT })
  const publicUrl = `https://localhost:${httpsPort}`
  const app = await startApp(
    { publicUrl, trustedProxies: ['127.0.0.1'], storage: { kind: 'disk', delivery: 'accel' }, ...settings },
    { webFolder },
  )
  const mediaFolder = join(app.services.config.dataFolder, 'media')
  await nginx.start([Number(new URL(app.address).port)], mediaFolder)

  function open(path: string, { token, method = 'GET', headers = {}, from }: ConditionalHeaders = {}) {
    return httpsRequest(`https://127.0.0.1:${httpsPort}`, {
      path,
      method,
      ca: nginx.certificate,
      servername: 'localhost',
      agent: false,
      headers: {
        host: `localhost:${httpsPort}`,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(from !== undefined && { localAddress: from }),
    })
  }
  const ask = async (path: string, options: ConditionalHeaders = {}) =>
    answerTo(open(path, options), options.body)
  const { certificate, mediaLog } = nginx
  return { app, ask, open, publicUrl, httpPort, mediaFolder, certificate, mediaLog }
}

/** Sends the request and reads the whole response. */
export async function answerTo(
  request: ReturnType<typeof httpRequest>,
  body?: Buffer | string,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.once('response', resolve).once('error', reject).end(body)
  const response = await promise
  const bytes = Buffer.concat(await Array.fromAsync<Buffer>(response))
  return { status: response.statusCode ?? 0, headers: response.headers, bytes }
}
