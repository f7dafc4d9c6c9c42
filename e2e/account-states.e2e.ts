import type { Page } from '@playwright/test'
import { enterAsMember, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test('an address that is not verified yet is still known after a reload', async ({ archive, newPerson }) => {
  const page = await newPerson()
  const mara = person('mara')
  await page.request.post(`${archive.url}/api/auth/register`, { data: mara })
  await page.goto('/')
  await page.getByLabel('E-Mail-Adresse').fill(mara.email)
  await page.getByLabel('Passwort', { exact: true }).fill(mara.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  const heading = page.getByRole('heading', { name: 'E-Mail nicht verifiziert' })
  await expect(heading).toBeVisible()
  await page.reload()
  await expect(heading).toBeVisible()
  await expect(page.getByText(mara.email)).toBeVisible()
  await page.getByRole('button', { name: 'Zurück zur Anmeldung' }).click()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  await expect(heading).toBeHidden()
})

test('without its script the button for passkeys says so, and a press tries again', async ({ newPerson }) => {
  const page = await newPerson({ expects: /net::ERR_FAILED/ })
  const script = /\/PasskeyAttempt-[^/]+\.js$/
  await page.route(script, (route) => route.abort())
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Mit Passkey anmelden' })
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('server nicht erreichbar, versuche es später erneut')
  await expectAccessible(page)
  await page.unroute(script)
  await Promise.all([page.waitForRequest('**/api/auth/passkey/challenge'), button.click()])
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a page that an email links to never shows the login form', async ({ newPerson }) => {
  const page = await newPerson()
  // All scripts are empty, so that the app never starts.
  await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  for (const path of ['/verify-email?token=x', '/reset-password/x', '/restore-email?token=x']) {
    await page.goto(path)
    await expect(page.getByRole('status')).toHaveText('Lädt')
    await expect(page.getByLabel('E-Mail-Adresse')).toHaveCount(0)
    await expectAccessible(page)
  }
})

test('the account is requested again when the server is unreachable or fails', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson({ expects: /the server responded with a status of 50\d/ })
  await enterAsMember(page, archive, person('mara'))
  const inside = page.getByRole('button', { name: /Benutzermenü/ })
  await expect(inside).toBeVisible()
  /** The status with which the account is refused; undefined while the server answers. */
  let refusedWith: number | undefined
  let refusals = 0
  let reads = 0
  await page.route('**/api/user/profile', (route) => {
    if (refusedWith === undefined) {
      reads += 1
      return route.continue()
    }
    refusals += 1
    return route.fulfill({
      status: refusedWith,
      json: { error: 'Interner Serverfehler', code: 'INTERNAL', requestId: 'r' },
    })
  })
  /** Lets time pass until the account was requested more often than before. */
  const passUntil = (requests: () => number, before: number) =>
    expect
      .poll(async () => {
        await page.clock.runFor(5100)
        return requests()
      })
      .toBeGreaterThan(before)

  await page.clock.install()
  for (const status of [502, 503, 504]) {
    refusedWith = status
    await page.reload()
    await expect(page.getByText('server nicht erreichbar, versuche es später erneut')).toBeVisible()
    if (status === 502) await expectAccessible(page)
    await passUntil(() => refusals, refusals)
    refusedWith = undefined
    await passUntil(() => reads, reads)
    await expect(inside).toBeVisible()
  }

  // The next page is opened from one without a script, so that only its own requests are counted. With a stored account
  // it would open after a few seconds.
  await page.goto('/logo.svg')
  await page.evaluate(() => localStorage.removeItem('keptUser'))
  refusedWith = 500
  refusals = 0
  await page.goto('/')
  await expect.poll(() => refusals).toBe(1)
  await passUntil(() => refusals, 1)
  await expect(page.getByText('Interner Serverfehler')).toBeVisible()
  expect(refusals).toBe(2)
  await expectAccessible(page)
  refusedWith = undefined
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(inside).toBeVisible()
})

test('a logout in another tab, an ended session and a lost right are noticed', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  const mara = person('mara')
  await enterAsMember(page, archive, mara)
  const inside = (tab: Page) => tab.getByRole('button', { name: /Benutzermenü/ })
  const other = await page.context().newPage()
  await other.goto('/settings')
  await inside(other).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()

  await other.getByLabel('E-Mail-Adresse').fill(mara.email)
  await other.getByLabel('Passwort', { exact: true }).fill(mara.password)
  await other.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(inside(other)).toBeVisible()
  await expect(inside(page)).toBeVisible()

  // The session is ended by a call outside of the page, and the server notifies the page.
  const token = await page.evaluate(() => globalThis.localStorage.getItem('authToken'))
  await page.request.post(`${archive.url}/api/auth/logout`, { headers: { authorization: `Bearer ${token}` } })
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  expect(await page.evaluate(() => globalThis.localStorage.getItem('authToken'))).toBeNull()
})
