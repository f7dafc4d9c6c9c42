import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { enterAsMember, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const picture = new URL('../server/src/testing/samples/cover.jpg', import.meta.url)

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Lets the server refuse these calls after too many tries, for `seconds`; the account can still be read. */
async function refuseFor(page: Page, seconds: number, path: string): Promise<void> {
  await page.route(`**${path}`, (route) => {
    if (path === '/api/user/profile' && route.request().method() === 'GET') return route.fallback()
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': String(seconds) },
      json: {
        error: `Zu viele Versuche. Bitte versuche es in ${seconds} Sekunden erneut.`,
        code: 'RATE_LIMITED',
        requestId: 'r',
      },
    })
  })
}

/** The seconds run down to nothing, and then the sentence is gone. The page’s clock is the test’s. */
async function expectCountdown(page: Page): Promise<void> {
  const shown = page
    .getByText(/^Zu viele Versuche\. Bitte versuche es in .* erneut\.$/)
    .and(page.locator('[aria-hidden]'))
  const seconds = async () => Number(/in (\d+) Sekunden/.exec(await shown.innerText())?.[1])
  await expect(shown).toContainText(/in \d+ Sekunden/)
  await expectAccessible(page)
  const before = await seconds()
  await page.clock.runFor(5000)
  await expect.poll(seconds).toBeLessThanOrEqual(before - 5)
  await page.clock.runFor(116_000)
  await expect(shown).toBeHidden()
}

test('every form before the login waits after too many tries, and counts', async ({ archive, newPerson }) => {
  const page = await newPerson()
  const mara = person('mara')
  await page.request.post(`${archive.url}/api/auth/register`, { data: mara })
  await refuseFor(page, 115, '/api/auth/login')
  await refuseFor(page, 115, '/api/auth/register')
  await refuseFor(page, 115, '/api/auth/forgot-password')
  await refuseFor(page, 115, '/api/auth/reset-password')
  await refuseFor(page, 115, '/api/resend-verification')
  await page.request.post(`${archive.url}/api/auth/forgot-password`, { data: { email: mara.email } })
  await expect.poll(() => archive.linkInLetterTo(mara.email)).toContain('/reset-password/')
  const resetLink = await archive.linkInLetterTo(mara.email)

  await page.goto('/register')
  await page.getByLabel('E-Mail-Adresse').fill('tom@beispiel.de')
  await page.getByLabel('Benutzername').fill('tom')
  await page.getByLabel('Passwort', { exact: true }).fill(mara.password)
  await page.getByLabel('Passwort bestätigen').fill(mara.password)
  await page.clock.install()
  const create = page.getByRole('button', { name: 'Account erstellen' })
  await create.click()
  await expect(create).toBeDisabled()
  await expectCountdown(page)
  await expect(create).toBeEnabled()

  await page.getByRole('link', { name: 'Anmelden' }).click()
  const enter = async () => {
    await page.getByLabel('E-Mail-Adresse').fill(mara.email)
    await page.getByLabel('Passwort', { exact: true }).fill(mara.password)
    await page.getByRole('button', { name: 'Anmelden' }).click()
  }
  await enter()
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeDisabled()
  await expectCountdown(page)

  await page.unroute('**/api/auth/login')
  await enter()
  const resend = page.getByRole('button', { name: /^Erneut senden/ })
  await resend.click()
  await expect(resend).toBeDisabled()
  await expect(resend).toHaveText(/^Erneut senden \(\d+s\)$/)
  await expectCountdown(page)
  await expect(resend).toHaveText('Erneut senden')
  await page.unroute('**/api/resend-verification')
  await resend.click()
  await expect(page.getByText('Neuer Verifizierungslink wurde an deine E-Mail gesendet!')).toBeVisible()
  await expect(resend).toHaveText(/^Erneut senden \([56]\ds\)$/)
  await page.clock.runFor(61_000)
  await expect(resend).toBeEnabled()
  await page.getByRole('button', { name: 'Zurück zur Anmeldung' }).click()

  await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await page.getByLabel('E-Mail-Adresse').fill(mara.email)
  const ask = page.getByRole('button', { name: 'Link anfordern' })
  await ask.click()
  await expect(ask).toBeDisabled()
  await expectCountdown(page)

  const other = await newPerson()
  await refuseFor(other, 115, '/api/auth/reset-password')
  await other.goto(resetLink)
  await other.getByLabel('Neues Passwort').fill('ein besseres Passwort')
  await other.getByLabel('Passwort bestätigen').fill('ein besseres Passwort')
  await other.clock.install()
  await other.getByRole('button', { name: 'Passwort zurücksetzen' }).click()
  await expect(other.getByRole('button', { name: 'Passwort zurücksetzen' })).toBeDisabled()
  await expectCountdown(other)
})

test('settings, pictures, devices, the export and keys wait and count in the same way', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await enterAsMember(page, archive, person('mara'), '/settings')
  for (const path of [
    '/api/user/profile',
    '/api/user/username',
    '/api/user/export',
    '/api/auth/logout-all',
    '/api/admin-verify-key',
  ])
    await refuseFor(page, 115, path)
  const profile = card(page, 'Profil Informationen')
  await expect(profile.getByLabel('Anzeigename')).toBeVisible()
  await page.clock.install()
  await profile.getByRole('button', { name: 'Speichern' }).click()
  await expect(profile.getByRole('button', { name: 'Speichern' })).toBeDisabled()
  await expectCountdown(page)

  await profile.getByRole('button', { name: 'Avatar ändern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Avatar ändern' })
  await dialog
    .getByLabel('Bild auswählen')
    .setInputFiles({ name: 'ich.jpg', mimeType: 'image/jpeg', buffer: await readFile(picture) })
  const save = dialog.getByRole('button', { name: 'Speichern' })
  await save.click()
  await expect(save).toBeDisabled()
  await expectCountdown(page)
  await expect(save).toBeEnabled()
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()

  await page.getByRole('tab', { name: 'Sicherheit' }).click()
  const devices = card(page, 'Geräte')
  await devices.getByRole('button', { name: 'Von allen Geräten abmelden' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abmelden' }).click()
  await expect(devices.getByRole('button', { name: 'Von allen Geräten abmelden' })).toBeDisabled()
  await expectCountdown(page)
  const load = page.getByRole('button', { name: 'Daten herunterladen' })
  await load.click()
  await expect(load).toBeDisabled()
  await expectCountdown(page)

  await page.getByRole('button', { name: 'Zugangsschlüssel eingeben' }).first().click()
  const key = page.getByRole('textbox', { name: 'Zugangsschlüssel' })
  await key.pressSequentially('zz0000zzzz')
  await expect(key).toHaveValue('')
  await key.pressSequentially('zz0000zzzz')
  await expect(page.getByRole('button', { name: 'Verifizieren' })).toBeDisabled()
  await expectCountdown(page)
})

test('an address that waits for its link is still known after a reload', async ({ archive, newPerson }) => {
  const page = await newPerson()
  const mara = person('mara')
  await page.request.post(`${archive.url}/api/auth/register`, { data: mara })
  await page.goto('/')
  await page.getByLabel('E-Mail-Adresse').fill(mara.email)
  await page.getByLabel('Passwort', { exact: true }).fill(mara.password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
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

test('where a letter leads stands no login form, not even for a moment', async ({ newPerson }) => {
  const page = await newPerson()
  // Scripts that never do anything.
  await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  for (const path of ['/verify-email?token=x', '/reset-password/x', '/restore-email?token=x']) {
    await page.goto(path)
    await expect(page.getByRole('status')).toHaveText('Lädt')
    await expect(page.getByLabel('E-Mail-Adresse')).toHaveCount(0)
    await expectAccessible(page)
  }
})

test('a server that is away, or fails, is asked again for the account', async ({ archive, newPerson }) => {
  const page = await newPerson({ expects: /the server responded with a status of 50\d/ })
  await enterAsMember(page, archive, person('mara'))
  const inside = page.getByRole('button', { name: /Benutzermenü/ })
  await expect(inside).toBeVisible()
  const asked: string[] = []
  const answer = async (status: number) => {
    await page.unroute('**/api/user/profile')
    await page.route('**/api/user/profile', (route) => {
      asked.push(String(status))
      return route.fulfill({
        status,
        json: { error: 'Interner Serverfehler', code: 'INTERNAL', requestId: 'r' },
      })
    })
  }

  for (const status of [502, 503, 504]) {
    await answer(status)
    await page.clock.install()
    await page.reload()
    await expect(page.getByText('server nicht erreichbar, versuche es später erneut')).toBeVisible()
    const before = asked.length
    if (status === 502) await expectAccessible(page)
    await page.clock.runFor(5100)
    await expect.poll(() => asked.length).toBeGreaterThan(before)
    await page.unroute('**/api/user/profile')
    await page.clock.runFor(5100)
    await expect(inside).toBeVisible()
  }

  await answer(500)
  asked.length = 0
  await page.reload()
  await expect.poll(() => asked.length).toBe(1)
  await page.clock.runFor(2100)
  await expect(page.getByText('Interner Serverfehler')).toBeVisible()
  expect(asked).toHaveLength(2)
  await expectAccessible(page)
  await page.unroute('**/api/user/profile')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(inside).toBeVisible()
})

test('another tab that logs out, a session that is over and a right that is gone are noticed', async ({
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
  await other.getByRole('button', { name: 'Anmelden' }).click()
  await expect(inside(other)).toBeVisible()
  await expect(inside(page)).toBeVisible()

  // The session ends elsewhere: the page hears of it.
  const token = await page.evaluate(() => globalThis.localStorage.getItem('authToken'))
  await page.request.post(`${archive.url}/api/auth/logout`, { headers: { authorization: `Bearer ${token}` } })
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  expect(await page.evaluate(() => globalThis.localStorage.getItem('authToken'))).toBeNull()
})

test('pages that are not there, or not for everyone, show the way back', async ({ archive, newPerson }) => {
  const page = await newPerson()
  await enterAsMember(page, archive, person('mara'), '/settings?tab=LastFM')
  await expect(page.getByRole('tab', { name: 'Scrobbling' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)

  await page.goto('/gibt/es/nicht')
  await expect(page.getByRole('heading', { name: 'Seite nicht gefunden' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible()

  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Zugang verweigert' })).toBeVisible()
  await expect(page).toHaveURL('/403')
  await expectAccessible(page)
  // /admin is not in the history: back leads to where one was before.
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expect(page).toHaveURL(/\/settings/)
  await page.goto('/403')
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(page).toHaveURL('/')

  // In a tab that begins there, the way back is the start page.
  for (const path of ['/gibt/es/nicht', '/settings']) {
    const tab = await page.context().newPage()
    await tab.goto(path)
    if (path === '/settings') {
      await tab.getByRole('tab', { name: 'Sicherheit' }).click()
      await expect(tab).toHaveURL('/settings?tab=security')
    }
    await tab.getByRole('button', { name: 'Zurück' }).click()
    await expect(tab).toHaveURL('/')
    await tab.close()
  }
})

/** Lets a page’s animations run at a hundredth of their speed, so that nothing is gone before it was looked at. */
async function slowDown(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Animation.enable')
  await tools.send('Animation.setPlaybackRate', { playbackRate: 0.01 })
}

/** How long a notice stays by itself, in milliseconds, and that it waits under the pointer. */
async function expectShownFor(page: Page, text: string, milliseconds: number): Promise<void> {
  const notice = page.getByRole('status').filter({ hasText: text })
  await expect(notice).toBeVisible()
  const line = () =>
    notice.evaluate((element) =>
      element.getAnimations({ subtree: true }).map((animation) => ({
        duration: animation.effect?.getComputedTiming().duration,
        state: animation.playState,
      })),
    )
  await expect.poll(line).toContainEqual({ duration: milliseconds, state: 'running' })
  await notice.hover()
  await expect.poll(line).toContainEqual({ duration: milliseconds, state: 'paused' })
  await expectAccessible(page)
  await page.mouse.move(0, 0)
  await expect.poll(line).toContainEqual({ duration: milliseconds, state: 'running' })
  await notice.evaluate((element, whole) => {
    for (const animation of element.getAnimations({ subtree: true }))
      if (animation.effect?.getComputedTiming().duration === whole) animation.finish()
  }, milliseconds)
  await expect(notice).toBeHidden()
}

test('the notice about the new design stays 30 s, the one about keys 7.5 s, and neither comes again', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await slowDown(page)
  await page.goto('/')
  await expectShownFor(page, 'Diese Seite wurde neu gestaltet.', 30_000)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  await expect(page.getByText('Diese Seite wurde neu gestaltet.')).toHaveCount(0)

  await enterAsMember(page, archive, person('mara'))
  await expectShownFor(page, 'Noch keinen Zugangsschlüssel?', 7500)
  await page.reload()
  await expect(page.getByRole('button', { name: /Benutzermenü/ })).toBeVisible()
  await expect(page.getByText('Noch keinen Zugangsschlüssel?')).toHaveCount(0)
})

test('a picture can be dropped, and what is no picture is told', async ({ archive, newPerson }) => {
  const page = await newPerson()
  await enterAsMember(page, archive, person('mara'), '/settings')
  await page.getByRole('button', { name: 'Avatar ändern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Avatar ändern' })
  const drop = async (type: string, base64: string) => {
    const files = await page.evaluateHandle(
      async ([mediaType = '', content = '']) => {
        const transfer = new DataTransfer()
        const bytes = Uint8Array.from(atob(content), (letter) => letter.codePointAt(0) ?? 0)
        transfer.items.add(new File([bytes], 'datei', { type: mediaType }))
        return transfer
      },
      [type, base64],
    )
    const zone = dialog.getByLabel('Bild auswählen')
    await zone.dispatchEvent('dragover', { dataTransfer: files })
    await zone.dispatchEvent('drop', { dataTransfer: files })
  }
  await drop('text/plain', btoa('kein Bild'))
  await expect(dialog.getByText('Bitte wähle ein gültiges Bildformat.')).toBeVisible()
  await drop('image/jpeg', (await readFile(picture)).toString('base64'))
  await expect(dialog.getByText('Bitte wähle ein gültiges Bildformat.')).toBeHidden()
  const drawn = dialog.locator('img')
  await expect(drawn).toHaveAttribute('src', /^data:image\/jpeg;base64,/)
  const longest = await drawn.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return Math.max(image.naturalWidth, image.naturalHeight)
  })
  expect(longest).toBeLessThanOrEqual(400)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /Benutzermenü/ }).locator('img')).toHaveAttribute(
    'src',
    /\/api\/avatar\//,
  )
})

test('a page that is on its way shows its outline, and one that does not come leaves the others be', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson({ expects: /net::ERR_FAILED|Failed to fetch dynamically imported module/ })
  // Chunks of pages are fetched ahead; these come when they are let.
  const { promise: isLet, resolve: letIn } = Promise.withResolvers<undefined>()
  await page.route(/\/FriendsPage-[^/]+\.js$/, async (route) => {
    await isLet
    await route.continue()
  })
  await page.route(/\/SettingsPage-[^/]+\.js$/, (route) => route.abort())
  await enterAsMember(page, archive, person('mara'))
  const content = page.getByRole('main')
  const goTo = async (place: string) => {
    await page.getByRole('button', { name: /Benutzermenü/ }).click()
    await page.getByRole('menuitem', { name: place }).click()
  }

  await goTo('Freunde')
  await expect(content.getByRole('heading', { level: 1, name: 'Freunde' })).toBeVisible()
  await expect(content.getByRole('status').filter({ hasText: 'Lädt' })).toBeAttached()
  await expect(page).toHaveTitle(/^Freunde – /)
  await expectAccessible(page)
  letIn(undefined)
  await expect(content.getByText('Noch keine Freunde')).toBeVisible()

  await goTo('Einstellungen')
  await expect(content.getByRole('heading', { name: 'Da ist etwas schiefgegangen' })).toBeVisible()
  await expect(content.getByRole('button', { name: 'Seite neu laden' })).toBeVisible()
  await expectAccessible(page)
  await goTo('Freunde')
  await expect(content.getByText('Noch keine Freunde')).toBeVisible()
  await page.unroute(/\/SettingsPage-[^/]+\.js$/)
  await goTo('Einstellungen')
  await expect(content.getByRole('heading', { name: 'Einstellungen' })).toBeVisible()
})
