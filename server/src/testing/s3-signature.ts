import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A request before it is decoded. */
export interface SignedRequest {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
}

export interface S3Account {
  accessKeyId: string
  secretAccessKey: string
}

/**
 * Whether a request has the correct signature of this account (AWS version 4, in a header or in the URL) and
 * has not expired. Written from the documentation of the protocol, independently of our client.
 */
export function isSignedBy(account: S3Account, request: SignedRequest, now: Date): boolean {
  const { query, params } = queryOf(request.url)
  const given = inHeader(request.headers) ?? inQuery(params)
  if (given === undefined) return false
  const [accessKeyId, day = '', region = '', service = ''] = given.credential.split('/')
  if (accessKeyId !== account.accessKeyId || day !== given.date.slice(0, 8)) return false
  const age = now.getTime() - momentOf(given.date).getTime()
  if (age > given.secondsValid * 1000 || age < -15 * 60_000) return false

  const canonical = [
    request.method,
    request.url.split('?')[0] ?? '',
    query.filter((pair) => !pair.startsWith('X-Amz-Signature=')).join('&'),
    ...given.signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    given.signedHeaders.join(';'),
    given.payloadHash,
  ].join('\n')
  const scope = [day, region, service, 'aws4_request']
  const toSign = ['AWS4-HMAC-SHA256', given.date, scope.join('/'), sha256(canonical)].join('\n')
  let key: Buffer = Buffer.from(`AWS4${account.secretAccessKey}`)
  for (const step of scope) key = createHmac('sha256', key).update(step).digest()
  return createHmac('sha256', key).update(toSign).digest('hex') === given.signature
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

interface ClaimedSignature {
  credential: string
  date: string
  signedHeaders: string[]
  signature: string
  payloadHash: string
  secondsValid: number
}

function inHeader(headers: IncomingHttpHeaders): ClaimedSignature | undefined {
  const [, credential, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (credential === undefined || names === undefined || signature === undefined) return undefined
  const signedHeaders = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signedHeaders.includes(name)))
    return undefined
  return {
    credential,
    date: String(headers['x-amz-date']),
    signedHeaders,
    signature,
    payloadHash: String(headers['x-amz-content-sha256']),
    secondsValid: 15 * 60,
  }
}

function inQuery(params: URLSearchParams): ClaimedSignature | undefined {
  const given = (name: string) => params.get(`X-Amz-${name}`) ?? ''
  if (given('Algorithm') !== 'AWS4-HMAC-SHA256' || given('SignedHeaders') !== 'host') return undefined
  return {
    credential: given('Credential'),
    date: given('Date'),
    signedHeaders: ['host'],
    signature: given('Signature'),
    payloadHash: 'UNSIGNED-PAYLOAD',
    secondsValid: Number(given('Expires')),
  }
}

/** Each pair with both sides escaped as the protocol requires, sorted. */
function queryOf(url: string): { query: string[]; params: URLSearchParams } {
  const text = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
  const escaped = (part: string) =>
    encodeURIComponent(decodeURIComponent(part)).replace(
      /[!'()*]/g,
      (emailMessage) => `%${emailMessage.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const pairs = text.split('&').filter((pair) => pair !== '')
  const query = pairs.map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return `${escaped(name)}=${escaped(value)}`
  })
  return { query: query.toSorted(), params: new URLSearchParams(text) }
}

/** Parses 20130524T000000Z. */
function momentOf(date: string): Date {
  return new Date(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}
