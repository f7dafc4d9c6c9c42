import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { enterAsMember, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const image = new URL('../server/src/testing/samples/cover.jpg', import.meta.url)

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Rejects the calls to `path` as too many for `seconds`; the account can still be read. */
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

/** Checks that the seconds count down to zero and the text then disappears. The test controls the page’s clock. */
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

test('every form before the login shows a countdown after too many attempts', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  const mara = person('mara')
  await page.request.post(`${archive.url}/api/auth/register`, { data: mara })
  await refuseFor(page, 115, '/api/auth/login')
  await refuseFor(page, 115, '/api/auth/register')
  await refuseFor(page, 115, '/api/auth/forgot-password')
  await refuseFor(page, 115, '/api/auth/reset-password')
  await refuseFor(page, 115, '/api/resend-verification')
  await page.request.post(`${archive.url}/api/auth/forgot-password`, { data: { email: mara.email } })
  await expect.poll(() => archive.linkInEmailTo(mara.email)).toContain('/reset-password/')
  const resetLink = await archive.linkInEmailTo(mara.email)

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
  const login = page.getByRole('button', { name: 'Anmelden', exact: true })
  const enter = async () => {
    // The registration form, which is shown before, has fields of the same names.
    await expect(login).toBeVisible()
    await page.getByLabel('E-Mail-Adresse').fill(mara.email)
    await page.getByLabel('Passwort', { exact: true }).fill(mara.password)
    await login.click()
  }
  await enter()
  await expect(login).toBeDisabled()
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
  const request = page.getByRole('button', { name: 'Link anfordern' })
  await expect(request).toBeVisible()
  await page.getByLabel('E-Mail-Adresse').fill(mara.email)
  await request.click()
  await expect(request).toBeDisabled()
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

test('settings, pictures, devices, the export and keys show the same countdown', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  // In a lower window the notice about keys covers a part of a button, which would count as too small.
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAsMember(page, archive, person('mara'), '/settings')
  for (const path of [
    '/api/user/profile',
    '/api/user/avatar',
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
    .setInputFiles({ name: 'ich.jpg', mimeType: 'image/jpeg', buffer: await readFile(image) })
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
