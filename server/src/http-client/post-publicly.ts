import { Resolver } from 'node:dns/promises'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { ServiceUnavailable } from './call-service.ts'
import { isPublicAddress } from './public-addresses.ts'

/** How hosts are found to which members may make the server connect. Tests use another one. */
export interface PublicConnection {
  /** The IP addresses of a host name. */
  resolve(host: string): Promise<readonly string[]>
  isAllowed(address: string): boolean
  port: number
  /** The certificate authority that the hosts must have; undefined for those that Node trusts. */
  authority?: string
}

/** The error for a host that is not in the public internet, or that has an address that is not. */
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
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(host) === 0 ? await connection.resolve(host) : [host]
  if (addresses.length === 0) throw new ServiceUnavailable('no address')
  if (!addresses.every((address) => connection.isAllowed(address))) throw new NotPublic()
  return addresses
}

/**
 * Sends a POST to a URL that a member has chosen. The addresses are checked for this connection, because a name may lead
 * elsewhere than when the URL was stored. Redirects are not followed, and the body of the response is not read.
 * @throws NotPublic, ServiceUnavailable
 */
export async function postPublicly(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: Uint8Array },
  connection: PublicConnection,
  signal: AbortSignal,
): Promise<PostResponse> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)])
  const [address = ''] = await publicAddresses(url, connection)
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length) },
        port: connection.port,
        // Connects to the address that was checked, with the name of the host for TLS.
        lookup: lookupOf(address),
        ...(connection.authority !== undefined && { ca: connection.authority }),
        agent: false,
        signal: within,
      },
      (response) => {
        const { statusCode = 0, headers: received } = response
        resolve({ status: statusCode, retryAfterSeconds: secondsOf(received['retry-after']) })
        response.destroy()
      },
    )
    sent.on('error', (error) => reject(new ServiceUnavailable(reasonOf(error))))
    sent.end(body)
  })
}

function lookupOf(address: string): LookupFunction {
  const family = isIP(address)
  return (_host, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
}

function secondsOf(retryAfter: string | undefined): number | undefined {
  return retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined
}

/** The code of an error. Its message is not used, because it may contain addresses. */
function reasonOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' ? code : error.name
}
