import { connect } from 'node:net'
import { ErrorBody } from '@tonarchiv/contract/refusal'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startApp } from '#testing/start-app.ts'

async function answerTo(address: string, text: string): Promise<string> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

const rest = 'HTTP/1.1\r\nHost: archiv\r\nConnection: close\r\n'

test.each([
  ['an address that cannot be decoded', `GET /%zz ${rest}\r\n`, 400, 'VALIDATION'],
  ['no HTTP at all', 'hallo\r\n\r\n', 400, 'VALIDATION'],
  [
    'two lengths',
    `POST /x ${rest}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
    400,
    'VALIDATION',
  ],
  ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'VALIDATION'],
  ['a strange wish', `GET /nirgends ${rest}Expect: wunder\r\n\r\n`, 404, 'NOT_FOUND'],
  ['too many letters in a header', `GET / ${rest}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
])('%s is answered like any other error', async (_what, text, status, code) => {
  const { address } = await startApp()
  const [head = '', body = ''] = (await answerTo(address, text)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  for (const header of [
    'x-content-type-options: nosniff',
    'x-frame-options: DENY',
    'cache-control: no-store',
  ])
    expect(head.toLowerCase()).toContain(header.toLowerCase())
  expect(z.parse(ErrorBody, JSON.parse(body)).code).toBe(code)
})
