import { Resolver } from 'node:dns/promises'
import { Agent, request, type RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import { ServiceUnavailable } from './call-service.ts'
import { isPublicAddress } from './public-addresses.ts'

/**
 * How the server resolves and connects to hosts that members choose. Tests replace it, because their hosts are not in
 * the public internet.
 */
export interface PublicConnection {
  /** The IP addresses of a host name. */
  resolve(host: string): Promise<readonly string[]>
  isAllowed(address: string): boolean
  port: number
  /** The certificate authority that the hosts must have; undefined for those that Node trusts. */
  authority?: string
  /** Maximum time for the connection and the response together; by default `RESPONSE_TIMEOUT_MS`. */
  responseTimeoutMs?: number
}

/** The error for a host with an address outside the public internet. */
export class NotPublic extends Error {
  constructor() {
    super('not a public address')
    this.name = 'NotPublic'
  }
}

/** The parts of a response that callers use. */
export interface PostResponse {
  status: number
  retryAfterSeconds: number | undefined
}

const RESOLVE_TIMEOUT_MS = 3000
/** Maximum time for the connection and the response together. See docs/security-requirements.md U-08. */
const RESPONSE_TIMEOUT_MS = 10_000

/**
 * Connects to the public internet only. Names are resolved over the network and not by the operating system, whose
 * lookups would occupy the threads that read files.
 */
export const publicInternet: PublicConnection = {
  resolve: async (host) => {
    const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 1 })
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  },
  isAllowed: isPublicAddress,
  port: 443,
}

/**
 * The addresses of the host of a URL. All of them must be allowed, so that a name cannot lead to a private network.
 * @throws NotPublic when an address is not allowed
 * @throws ServiceUnavailable when the name has no address
 */
export async function publicAddresses(url: URL, connection: PublicConnection): Promise<readonly string[]> {
  const host = bareHost(url)
  const addresses = isIP(host) === 0 ? await connection.resolve(host) : [host]
  if (addresses.length === 0) throw new ServiceUnavailable('no address')
  if (!addresses.every((address) => connection.isAllowed(address))) throw new NotPublic()
  return addresses
}

/** The host of a URL; an IPv6 address without its brackets. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Maximum number of idle connections that are kept for each address, and the milliseconds for which they are kept. */
const KEPT_PER_ADDRESS = 20
const KEPT_MS = 10_000
const agent = new Agent({ keepAlive: true, maxFreeSockets: KEPT_PER_ADDRESS, timeout: KEPT_MS })

/**
 * Sends a POST to a URL that a member has chosen. The addresses are checked for each request, because a name may lead
 * elsewhere than when the URL was stored. Connections are kept, because a TLS handshake takes longer than all other
 * steps. A kept connection is used only for the same address, host name and certificate authority. Redirects are not
 * followed, and the body of the response is not read.
 * @throws NotPublic, ServiceUnavailable
 */
export async function postPublicly(
  url: URL,
  message: { headers: Record<string, string>; body: Uint8Array },
  connection: PublicConnection,
  signal: AbortSignal,
): Promise<PostResponse> {
  const timeout = AbortSignal.timeout(connection.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS)
  const within = AbortSignal.any([signal, timeout])
  const [address = ''] = await publicAddresses(url, connection)
  const options = optionsFor(url, address, message, connection)
  try {
    return await post({ ...options, agent, signal: within }, message.body)
  } catch (error) {
    if (!(error instanceof ClosedMeanwhile)) throw error
    return post({ ...options, agent: false, signal: within }, message.body)
  }
}

/** The error for a kept connection that the other side has closed before it got the request. */
class ClosedMeanwhile extends ServiceUnavailable {}

function optionsFor(
  url: URL,
  address: string,
  { headers, body }: { headers: Record<string, string>; body: Uint8Array },
  { port, authority }: PublicConnection,
): RequestOptions {
  return {
    method: 'POST',
    // Connects to the address that was checked, with the name of the host for HTTP and TLS.
    host: address,
    family: isIP(address),
    port,
    path: url.pathname + url.search,
    headers: { ...headers, host: url.host, 'content-length': String(body.length) },
    ...(isIP(bareHost(url)) === 0 && { servername: url.hostname }),
    ...(authority !== undefined && { ca: authority }),
  }
}

async function post(options: RequestOptions, body: Uint8Array): Promise<PostResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      const { statusCode = 0, headers } = response
      resolve({ status: statusCode, retryAfterSeconds: secondsOf(headers['retry-after']) })
      // The connection can be kept only after a response without a body.
      response.on('data', () => response.destroy())
      response.on('error', () => {})
    })
    sent.on('error', (error) => {
      const reason = reasonOf(error)
      const isClosed = sent.reusedSocket && reason === 'ECONNRESET'
      reject(isClosed ? new ClosedMeanwhile(reason) : new ServiceUnavailable(reason))
    })
    sent.end(body)
  })
}

function secondsOf(retryAfter: string | undefined): number | undefined {
  return retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined
}

/** The code of an error. Its message is not used, because it may contain addresses. */
function reasonOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' ? code : error.name
}
