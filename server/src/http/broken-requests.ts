import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import {
  type ErrorBody,
  headersTooLarge,
  invalidInput,
  type Refusal,
  tooSlow,
} from '@tonarchiv/contract/refusal'
import { securityHeaders } from './pages/security-headers.ts'

/** Refusals by error code of Node's HTTP parser. Every other code means that the bytes are not HTTP. */
const BY_CODE: Partial<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
}

/**
 * Answers bytes that are not a valid request with the usual JSON error body. The answer is written to the socket,
 * because no reply object exists yet.
 */
export function handleBrokenRequests(
  isHttps: boolean,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return ({ code = '' }, socket) => {
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { status, code: name, text } = BY_CODE[code] ?? invalidInput
    const requestId = randomUUID()
    const body = JSON.stringify({ error: text, code: name, requestId } satisfies ErrorBody)
    const headers = {
      ...securityHeaders(isHttps, requestId),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
}
