import { forgotPassword, getMediaTicket, login, verifyResetToken } from '@tonarchiv/contract/auth'
import { expect, onTestFinished, test } from 'vitest'
import { callers, startApp, type TestApp } from '#testing/start-app.ts'
import { emailTo } from '#testing/emails.ts'
import { buildApp } from './build-app.ts'
import { logTo } from '#platform/log.ts'
import { openServices } from './open-services.ts'

/** Starts a second server on the same data, as after a restart. */
async function serveAgain({ services }: TestApp, log = logTo('silent')): Promise<string> {
  const again = await openServices(services.config, { log, now: services.now, writeLine: () => undefined })
  const { server } = await buildApp(again.services)
  onTestFinished(async () => {
    await server.close()
    await again.close()
  })
  return server.listen({ port: 0, host: '127.0.0.1' })
}

test('counted attempts survive a restart', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const { email } = await app.signIn()
  const body = { email, password: 'geraten' }
  for (let turn = 0; turn < 5; turn += 1) expect((await app.refusal(login, { body })).status).toBe(401)
  const { refusal } = callers(await serveAgain(app))
  expect((await refusal(login, { body })).status).toBe(429)
})

test('the log contains no password, token, link or address', async () => {
  const app = await startApp()
  const output: string[] = []
  const address = await serveAgain(app, logTo('trace', { write: (line) => output.push(line) }))
  const { call } = callers(address)
  const get = async (path: string, token?: string) =>
    fetch(address + path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })

  const mara = await app.signIn()
  const entered = await call(login, { body: { email: mara.email, password: mara.password } })
  await call(forgotPassword, { body: { email: mara.email } })
  const { link } = await emailTo(app, mara.email)
  const token = link.pathname.split('/').at(-1) ?? ''
  await call(verifyResetToken, { params: { token } })
  const { ticket } = await callers(address, mara.token).call(getMediaTicket, {})
  await get(`/api/stream/nichts?token=${ticket}`)
  await get(`/api/stream/nichts?token=${mara.token}`)
  await get(`/verify-email-token?token=${token}&format=json`)
  await get('/api/user/profile', `${mara.token}x`)

  const reported = output.join('')
  expect(reported).toContain(login.path)
  for (const secret of [mara.email, mara.password, mara.token, entered.token, token, ticket])
    expect(reported.includes(secret), secret).toBe(false)
})
