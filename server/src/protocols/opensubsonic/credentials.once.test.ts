import { createHash } from 'node:crypto'
import { createAppPassword, revokeAppPassword } from '@tonarchiv/contract/app-passwords'
import { login } from '@tonarchiv/contract/auth'
import { getProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { queryOf, type RestParameters, startRestApp } from '#testing/opensubsonic/rest-app.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

test('an app authenticates with a key, a password, an encoded password, or a token with its salt', async () => {
  const app = await startRestApp()
  const member = await app.signIn({ username: 'mara' })
  const p = app.passwordOf(member)
  const { credentials } = app.clientOf(member)
  const forms = [
    credentials,
    { u: 'mara', p },
    { u: 'MARA', p: `enc:${Buffer.from(p).toString('hex')}` },
    { u: 'mara', t: md5(`${p}c19b2d`), s: 'c19b2d' },
    { u: 'mara', t: md5(`${p}c19b2d`).toUpperCase(), s: 'c19b2d' },
  ]
  for (const form of forms)
    expect(await app.clientWith(form).call('tokenInfo')).toMatchObject({ tokenInfo: { username: 'mara' } })
})

test('credentials that are wrong, missing or contradict each other have the codes of the protocol', async () => {
  const app = await startRestApp()
  const member = await app.signIn({ username: 'mara' })
  const p = app.passwordOf(member)
  const apiKey = String(app.clientOf(member).credentials['apiKey'])
  const codeOf = async (form: Record<string, string>) => app.clientWith(form).error('ping')
  expect(await codeOf({})).toBe(10)
  expect(await codeOf({ u: 'mara' })).toBe(10)
  expect(await codeOf({ p })).toBe(10)
  expect(await codeOf({ u: 'mara', t: md5(`${p}salt`) })).toBe(10)
  expect(await codeOf({ u: 'mara', p: 'geraten' })).toBe(40)
  expect(await codeOf({ u: 'mara', p: member.password })).toBe(40)
  expect(await codeOf({ u: 'niemand', p })).toBe(40)
  expect(await codeOf({ u: 'mara', t: md5(`${p}salt`), s: 'other' })).toBe(40)
  expect(await codeOf({ u: 'mara', t: 'zzz', s: 'salt' })).toBe(40)
  expect(await codeOf({ u: 'x'.repeat(600), p: 'y' })).toBe(40)
  expect(await codeOf({ u: 'ma\0ra', p: 'y\0' })).toBe(70)
  expect(await codeOf({ apiKey: 'geraten' })).toBe(44)
  for (const name of ['u', 'p', 't', 's']) expect(await codeOf({ apiKey, [name]: 'mara' })).toBe(43)
})

test('a token is valid for its own salt and account only, again and again, and ends with its password', async () => {
  const app = await startRestApp()
  const [mara, tom] = [await app.signIn({ username: 'mara' }), await app.signIn({ username: 'tom' })]
  app.passwordOf(tom)
  const { appPassword, password } = await mara.call(createAppPassword, { body: { name: 'Radio' } })
  const shown = { u: 'mara', t: md5(`${password}c19b2d`), s: 'c19b2d' }
  for (let turn = 0; turn < 3; turn += 1) await app.clientWith(shown).call('ping')
  for (const wrong of [
    { s: 'c19b2e' },
    { s: '' },
    { s: `c19b2d${'0'.repeat(600)}` },
    { u: 'tom' },
    { t: md5('c19b2d') },
  ])
    expect(await app.clientWith({ ...shown, ...wrong }).error('ping')).toBe(40)
  await mara.call(revokeAppPassword, { params: { id: appPassword.id } })
  for (const form of [shown, { u: 'mara', p: password }])
    expect(await app.clientWith(form).error('getAlbumList2', { type: 'newest' })).toBe(40)
  expect(await app.clientWith({ apiKey: password }).error('getAlbumList2', { type: 'newest' })).toBe(44)
})

test('the account’s own password is no credential here in any form, and no answer repeats what was sent', async () => {
  const app = await startRestApp()
  const mara = await app.signIn({ username: 'mara' })
  const { password } = mara
  for (const [form, code] of [
    [{ u: 'mara', p: password }, 40],
    [{ u: mara.email, p: `enc:${Buffer.from(password).toString('hex')}` }, 40],
    [{ u: 'mara', t: md5(`${password}c19b2d`), s: 'c19b2d' }, 40],
    [{ apiKey: password }, 44],
    [{ u: 'mara', apiKey: password }, 43],
    [{ u: 'mara', p: password, f: 'xml;alert' }, 0],
  ] as const) {
    const text = await (await app.clientWith(form).fetch('ping')).text()
    expect(text).toContain(`code="${code}"`)
    for (const sent of [password, encodeURIComponent(password), 'alert', 'c19b2d'])
      expect(text).not.toContain(sent)
  }
})

test('a password or key that was sent unencrypted to a site with https is refused, right or wrong', async () => {
  const app = await startRestApp({ publicUrl: 'https://archiv.example' })
  const mara = await app.signIn({ username: 'mara' })
  const p = app.passwordOf(mara)
  const { credentials } = app.clientOf(mara)
  const token = { u: 'mara', t: md5(`${p}c19b2d`), s: 'c19b2d' }
  const codeBy = async (form: RestParameters, proto?: string) => {
    const headers = { host: 'archiv.example', ...(proto !== undefined && { 'x-forwarded-proto': proto }) }
    const text = await (await app.clientWith(form).fetch('ping', {}, { headers })).text()
    return /code="(\d+)"/.exec(text)?.[1]
  }
  for (const form of [
    credentials,
    { u: 'mara', p },
    { u: 'mara', p: `enc:${Buffer.from(p).toString('hex')}` },
  ]) {
    for (const proto of ['http', 'HTTP', 'https, http']) expect(await codeBy(form, proto)).toBe('42')
    for (const proto of ['https', 'http, https', undefined]) expect(await codeBy(form, proto)).toBeUndefined()
  }
  expect(await codeBy({ u: 'mara', p: 'geraten' }, 'http')).toBe('42')
  expect(await codeBy(token, 'http')).toBeUndefined()
  const atHome = await startRestApp({ publicUrl: 'http://archiv.example' })
  const tom = atHome.clientOf(await atHome.signIn())
  const answer = await tom.fetch('ping', {}, { headers: { 'x-forwarded-proto': 'http' } })
  expect(await answer.text()).toContain('status="ok"')
})

test('the client and a version of the protocol that is known are required', async () => {
  const app = await startRestApp()
  const { credentials } = app.clientOf(await app.signIn())
  const codeOf = async (parameters: Record<string, string>) =>
    (
      await (await app.fetch(`/rest/ping?${queryOf({ ...credentials, ...parameters, f: 'json' })}`)).text()
    ).match(/"code":(\d+)/)?.[1]
  expect(await codeOf({ v: '1.8.0', c: 'x' })).toBeUndefined()
  expect(await codeOf({ v: '1.99', c: 'x' })).toBeUndefined()
  expect(await codeOf({ c: 'x' })).toBe('10')
  expect(await codeOf({ v: '1.16.1' })).toBe('10')
  expect(await codeOf({ v: '0.9', c: 'x' })).toBe('20')
  expect(await codeOf({ v: '2.0.0', c: 'x' })).toBe('30')
  expect(await codeOf({ v: 'neu', c: 'x' })).toBe('30')
})

test('a session, its cookie and a media ticket are no credentials here, and an API key is none for our own calls', async () => {
  const app = await startRestApp()
  const member = await app.signIn()
  const apiKey = String(app.clientOf(member).credentials['apiKey'])
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await (await app.fetch(`/rest/ping?v=1.16.1&c=test&f=json${path}`, { headers })).text()).match(
      /"code":(\d+)/,
    )?.[1]
  expect(await statusOf('', { authorization: `Bearer ${member.token}` })).toBe('10')
  expect(await statusOf('&u=mara', { authorization: `Bearer ${member.token}` })).toBe('42')
  expect(await statusOf('', { cookie: `sid=${member.token}` })).toBe('10')
  expect(await statusOf(`&apiKey=${member.token}`)).toBe('44')
  expect(await statusOf(`&token=${member.token}`)).toBe('10')
  const refused = await app.refusal(getProfile, { headers: { authorization: `Bearer ${apiKey}` } })
  expect(refused.status).toBe(401)
})

test('credentials in a form are checked like those in the address, and its size is bounded before', async () => {
  const app = await startRestApp()
  const { credentials } = app.clientOf(await app.signIn())
  const post = async (body: string, type = 'application/x-www-form-urlencoded') => {
    const answer = await app.fetch('/rest/ping', { method: 'POST', headers: { 'content-type': type }, body })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  const query = queryOf({ v: '1.16.1', c: 'test', ...credentials })
  expect(await post(query)).toContain('status="ok"')
  expect(await post(query, 'application/x-www-form-urlencoded; charset=UTF-8')).toContain('status="ok"')
  expect(await post(`${query}&x=${'x'.repeat(70_000)}`)).toContain('code="0"')
  expect(await post(JSON.stringify({ ...credentials }), 'application/json')).toContain('code="0"')
  expect(await post(query.slice(0, -1))).toContain('code="44"')
  expect(await post('v=1.16.1&c=test&u=ma%00ra&p=%00')).toContain('code="40"')
})

test('guesses count to the limits of the login, and the login to those of guesses', async () => {
  const app = await startRestApp({ rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] })
  const mara = await app.signIn({ username: 'mara' })
  const from = { 'x-forwarded-for': '192.0.2.1' }
  const guess = async (p: string) => {
    const answer = await app.clientWith({ u: 'mara', p }).fetch('ping', { f: 'json' }, { headers: from })
    return { code: /"code":(\d+)/.exec(await answer.text())?.[1], wait: answer.headers.get('retry-after') }
  }
  const byLogin = async (password: string) =>
    (await app.refusal(login, { body: { email: mara.email, password }, headers: from })).status
  expect(await byLogin('geraten')).toBe(401)
  expect(await byLogin('geraten')).toBe(401)
  for (let turn = 0; turn < 3; turn += 1) expect((await guess(`geraten ${turn}`)).code).toBe('40')
  const refused = await guess('noch einmal')
  expect([refused.code, Number(refused.wait) > 0]).toEqual(['0', true])
  expect(await byLogin(mara.password)).toBe(429)
  // While one app guesses passwords, another one that has the right password is still admitted.
  expect((await guess(app.passwordOf(mara))).code).toBeUndefined()
})

test('an app that calls as a made-up user before its login, again and again, locks out no other member', async () => {
  const app = await startRestApp({ rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] })
  const mara = await app.signIn({ username: 'mara' })
  const from = { 'x-forwarded-for': '192.0.2.1' }
  for (let turn = 0; turn < 60; turn += 1)
    await (await app.clientWith({ u: 'dummy', p: 'dummy' }).fetch('ping', {}, { headers: from })).text()
  const { token } = await app.call(login, {
    body: { email: mara.email, password: mara.password },
    headers: from,
  })
  expect(token).toContain('st_')
  const client = app.clientOf(mara)
  expect(await (await client.fetch('ping', {}, { headers: from })).text()).toContain('status="ok"')
})

test('guesses at many names from one client subnet are limited over all names', async () => {
  const app = await startRestApp({ rateLimitFactor: 1, trustedProxies: ['127.0.0.1'] })
  const codes: (string | undefined)[] = []
  for (let turn = 0; turn < 31; turn += 1) {
    const answer = await app
      .clientWith(turn % 2 === 0 ? { u: `name${turn}`, p: 'geraten' } : { apiKey: `geraten${turn}` })
      .fetch('ping', { f: 'json' }, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    codes.push(/"code":(\d+)/.exec(await answer.text())?.[1])
  }
  expect(codes.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, turn) => (turn % 2 === 0 ? '40' : '44')))
  expect(codes[30]).toBe('0')
})
