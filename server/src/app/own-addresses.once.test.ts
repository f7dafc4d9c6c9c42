import { forgotPassword } from '@tonarchiv/contract/auth'
import { urlOf } from '@tonarchiv/contract/route'
import { type IncomingMessage, request } from 'node:http'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { emailTo } from '#testing/emails.ts'
import { startApp } from '#testing/start-app.ts'

const FOREIGN = 'https://fremd.example/x'
const PARAMETERS = [
  'next',
  'redirect',
  'redirect_uri',
  'return',
  'returnTo',
  'url',
  'continue',
  'callback',
  'token',
]

test('no call redirects to a URL that the caller supplies', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const names = new Set(PARAMETERS)
  for (const target of [FOREIGN, '//fremd.example/x', '/\\fremd.example/x']) {
    const query = [...names].map((name) => `${name}=${encodeURIComponent(target)}`).join('&')
    for (const route of app.routes) {
      if (route.method !== 'GET') continue
      const params = Object.fromEntries(
        [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, target]),
      )
      const path = urlOf(route, { params })
      for (const headers of [{}, { authorization: `Bearer ${admin.token}` }]) {
        const answer = await app.fetch(`${path}?${query}`, { headers, redirect: 'manual' })
        await answer.body?.cancel()
        const location = answer.headers.get('location')
        if (location === null) continue
        const leadsTo = new URL(location, app.address).origin
        expect([path, leadsTo]).toEqual([path, app.address])
      }
    }
  }
})

test.each([
  ['fremd.example', 421],
  ['fremd.example:443', 421],
  ['archiv.example.fremd.example', 421],
  ['a@fremd.example', 421],
  ['127.0.0.1.fremd.example', 421],
  ['archiv.example', 200],
  ['ARCHIV.example.:443', 200],
  ['medien.example', 200],
  ['127.0.0.1:3000', 200],
  ['[::1]:3000', 200],
  ['localhost', 200],
  ['tonarchiv:3000', 200],
])('a request for %s is answered with %i', async (host, status) => {
  const app = await startApp({ publicUrl: 'https://archiv.example', mediaUrl: 'https://medien.example' })
  const { hostname, port } = new URL(app.address)
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
  request({ hostname, port, path: '/healthz', headers: { host } }, resolve).end()
  const answer = await promise
  answer.resume()
  expect(answer.statusCode).toBe(status)
})

test('links in emails use the public URL, whatever host the call names', async () => {
  const app = await startApp({ publicUrl: 'https://archiv.example' })
  const mara = await app.signIn()
  const { hostname, port } = new URL(app.address)
  const call = request({
    hostname,
    port,
    method: 'POST',
    path: forgotPassword.path,
    headers: {
      host: 'fremd',
      'x-forwarded-host': 'fremd.example',
      forwarded: 'host=fremd.example',
      'content-type': 'application/json',
    },
  })
  call.end(JSON.stringify({ email: mara.email }))
  await once(call, 'response')
  const { source, link } = await emailTo(app, mara.email)
  expect(link.origin).toBe('https://archiv.example')
  expect(source).not.toContain('fremd.example')
})

test('pages of other origins cannot read a response', async () => {
  const app = await startApp()
  const { token } = await app.signIn()
  for (const route of app.ownRoutes) {
    const path = urlOf(route, {
      params: Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'x'])),
    })
    for (const method of [route.method, 'OPTIONS']) {
      const answer = await app.fetch(path, {
        method,
        headers: {
          origin: 'https://fremd.example',
          'access-control-request-method': route.method,
          ...(method === 'GET' && { authorization: `Bearer ${token}` }),
        },
        redirect: 'manual',
      })
      await answer.body?.cancel()
      const allowed = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
      expect([method, path, allowed]).toEqual([method, path, []])
    }
  }
})
