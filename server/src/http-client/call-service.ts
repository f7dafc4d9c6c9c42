/** The parts of a response that callers use. */
export interface ServiceResponse {
  status: number
  /** Undefined when the body is not JSON. */
  json: unknown
  retryAfterSeconds: number | undefined
}

/** The error when a service has not answered in time, has sent too many bytes, or has redirected the call. */
export class ServiceUnavailable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ServiceUnavailable'
  }
}

/** Maximum time for the connection and the response together. See docs/security-requirements.md U-08. */
const RESPONSE_TIMEOUT_MS = 5000
const RESPONSE_MAX_BYTES = 1024 * 1024

/**
 * Calls a URL from the settings. Redirects are not followed, so that no other URL is called.
 * @throws ServiceUnavailable
 */
export async function callService(
  address: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  signal?: AbortSignal,
): Promise<ServiceResponse> {
  const timeout = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
  try {
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      throw new ServiceUnavailable(`HTTP ${response.status}`)
    }
    const text = await bodyOf(response)
    return { status: response.status, json: jsonOf(text), retryAfterSeconds: pauseOf(response.headers) }
  } catch (error) {
    if (error instanceof ServiceUnavailable) throw error
    throw new ServiceUnavailable(reasonOf(error))
  }
}

async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > RESPONSE_MAX_BYTES) throw new ServiceUnavailable('answer too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The pause in seconds that a response requests, by `Retry-After` or by ListenBrainz's own header. */
function pauseOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? headers.get('x-ratelimit-reset-in') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

/** The code of an error. Its message is not used, because it may contain addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined
  return typeof code === 'string' ? code : error.name
}

/** Reads a field of a value of unknown type. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}
