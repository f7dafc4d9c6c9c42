import * as accessKeys from '@tonarchiv/contract/access-keys'
import { listUsers } from '@tonarchiv/contract/admin'
import * as auth from '@tonarchiv/contract/auth'
import { urlOf, type RouteShape } from '@tonarchiv/contract/route'
import * as users from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/start-app.ts'

const isRoute = (value: unknown): value is RouteShape =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value
const ROUTES = [auth, users, accessKeys].flatMap((file) => Object.values(file).filter(isRoute))

/** Fields with which a caller claims rights. No caller may set them. See docs/security-requirements.md P-05. */
const CLAIMS = {
  isAdmin: true,
  keyVerified: true,
  emailVerified: true,
  id: 'meine',
  userId: 'meine',
  role: 'admin',
  used_by: 'meine',
  usedBy: 'meine',
  createdAt: '2000-01-01T00:00:00.000Z',
  passwordHash: 'leer',
}

const accountOf = async ({ services }: TestApp, id: string) =>
  services.db
    .selectFrom('users')
    .select(['id', 'isAdmin', 'keyVerified', 'emailVerified', 'createdAt', 'passwordHash'])
    .where('id', '=', id)
    .executeTakeFirst()

test('forbidden fields in the body of a call do not change an account', async () => {
  const app = await startApp()
  const writes = ROUTES.filter((route) => route.method !== 'GET' && route.access !== 'admin')
  expect(writes.length).toBeGreaterThan(15)
  for (const route of writes) {
    const mara = await app.signIn({ hasKey: false })
    const before = await accountOf(app, mara.id)
    const body = {
      email: `${mara.username}@beispiel.de`,
      username: `${mara.username}x`,
      displayName: 'Mara',
      key: 'AA-AAAA-AAAA',
      uid: mara.id,
      token: 'erfunden',
      newPassword: 'ganz neues Passwort',
      password: 'geraten',
      currentPassword: 'geraten',
    }
    const { status } = await app.fetch(urlOf(route, { params: { id: 'nichts' } }), {
      method: route.method,
      headers: { authorization: `Bearer ${mara.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...CLAIMS }),
    })
    expect(status, route.path).toBeLessThan(500)
    expect(await accountOf(app, mara.id), route.path).toEqual(before)
  }
})

test('no response contains a password hash, a token, or the address of another account', async () => {
  const app = await startApp()
  const tom = await app.signIn({ isAdmin: true })
  const { accessKey } = await tom.call(accessKeys.generateAccessKey, {})
  await tom.call(accessKeys.redeemAccessKey, { body: { key: accessKey.key_value, uid: tom.id } })
  const mara = await app.signIn({ isAdmin: true })
  await app.call(auth.login, { body: { email: mara.email, password: mara.password } })
  const { db } = app.services
  const hashes = (await db.selectFrom('sessions').select('tokenHash').execute()).map(
    ({ tokenHash }) => tokenHash,
  )

  // The list of accounts for admins is the only response that contains addresses.
  const isOfAccounts = (route: RouteShape) => route.path === listUsers.path
  for (const route of app.routes.filter(({ method }) => method === 'GET')) {
    const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'nichts']))
    const response = await app.fetch(urlOf(route, { params }), {
      headers: { authorization: `Bearer ${mara.token}` },
    })
    const answer = await response.text()
    expect(answer, route.path).not.toMatch(/argon2|st_[\w-]{43}/)
    for (const secret of [mara.password, ...(isOfAccounts(route) ? [] : [tom.email]), ...hashes])
      expect(answer.includes(secret), `${route.path} tells ${secret}`).toBe(false)
  }
})
