import { redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { type KeyOffer, keyUnknown, lookUpKey } from '@tonarchiv/contract/key-offers'
import { rateLimited } from '@tonarchiv/contract/refusal'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useSession } from '#features/auth/index.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { KeyOfferPage } from './KeyOfferPage.tsx'
import { keepPendingKey, pendingKey } from './pending-key.ts'

const KEY = 'W1-6GTA-90KP'
const OFFER: KeyOffer = {
  key: KEY,
  scope: { kind: 'albums', types: [], hasVideos: false, albumCount: 4 },
  stayDays: 90,
  expiresAt: '2024-12-12T23:00:00.000Z',
  inviter: { displayName: 'Mila Kramer', photoURL: null },
  words: 'Fahr nicht ohne Musik.',
  gain: null,
}
const GAIN = {
  albumCount: 1,
  hasEverything: false,
  newAlbums: 3,
  addsVideos: false,
  newSleeves: [{ title: 'Messing', coverUrl: null }],
  openSleeves: [{ title: 'Wintergarten', coverUrl: null }],
}

const start = location.href
beforeEach(() => history.replaceState(null, '', `/k/${KEY}`))
afterEach(() => history.replaceState(null, '', start))

async function open(answer: () => ResponseOf<typeof lookUpKey> | ReturnType<typeof refuse>) {
  const server = startFakeServer()
  server.on(lookUpKey, answer)
  await render(
    <TestApp>
      <KeyOfferPage />
    </TestApp>,
  )
  return server
}

test('without a login an invitation says who invites, and is kept for the registration', async () => {
  useSession.setState({ status: 'anonymous' }, true)
  await open(() => ({ state: 'open', offer: OFFER }))
  await expect.element(page.getByRole('heading', { name: 'Mila Kramer lädt dich ein' })).toBeVisible()
  await expect.element(page.getByText('Fahr nicht ohne Musik.')).toBeVisible()
  await expect.element(page.getByText('4 Alben', { exact: true })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Einladung annehmen' }).click()
  expect([location.pathname, pendingKey()]).toEqual(['/register', KEY])
})

test('a key that was accepted before the login is redeemed by itself, once', async () => {
  const user = signInAs(aUser({ keyVerified: false }))
  keepPendingKey(KEY)
  const redeemed = vi.fn<(sent: unknown) => { success: boolean; user: typeof user }>(() => ({
    success: true,
    user: { ...user, keyVerified: true },
  }))
  const server = await open(() => ({
    state: 'open',
    offer: { ...OFFER, gain: { ...GAIN, albumCount: 0, newAlbums: 4 } },
  }))
  server.on(redeemAccessKey, redeemed)
  await expect.element(page.getByRole('heading', { name: 'Willkommen. 4 Alben sind offen.' })).toHaveFocus()
  expect(redeemed.mock.calls.map(([sent]) => sent)).toEqual([{ key: KEY, uid: user.id }])
  expect(pendingKey()).toBeUndefined()
})

test('a second key shows what is new and what is open already', async () => {
  signInAs(aUser())
  await open(() => ({ state: 'open', offer: { ...OFFER, inviter: null, words: null, gain: GAIN } }))
  await expect.element(page.getByRole('heading', { name: 'Dieser Schlüssel öffnet 4 Alben' })).toBeVisible()
  await expect.element(page.getByText('Neu dazu: 3 Alben')).toBeVisible()
  await expect.element(page.getByText('Wintergarten', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Schlüssel einlösen' })).toBeVisible()
})

test.for([
  [
    () => ({ state: 'expired' as const, expiresAt: '2024-08-31T22:00:00.000Z' }),
    'Dieser Schlüssel ist abgelaufen',
  ],
  [() => ({ state: 'used' as const, maxUses: 50 }), 'Dieser Schlüssel ist aufgebraucht'],
  [() => refuse(keyUnknown), 'Dieser Schlüssel passt nicht'],
] as const)('a key that opens nothing says so: %s', async ([answer, title]) => {
  useSession.setState({ status: 'anonymous' }, true)
  await open(answer)
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await expectAccessible()
})

test('after too many attempts the page says how long to wait', async () => {
  useSession.setState({ status: 'anonymous' }, true)
  await open(() => refuse(rateLimited, { retryAfterSeconds: 552 }))
  await expect.element(page.getByText(/9:12|552/)).toBeVisible()
})
