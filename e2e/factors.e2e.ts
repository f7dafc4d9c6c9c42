import type { Page } from '@playwright/test'
import { codeOf, timeStepOf } from '../server/src/features/auth/factors/totp.ts'
import { enterAsMember, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const PHONE = { width: 390, height: 844 }

/** Ends the session in this browser, and opens the login page. */
async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('authToken'))
  await page.goto('/')
}

async function typePassword(page: Page, { email, password }: ReturnType<typeof person>): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
}

test('after the password comes a code, a trusted device needs none, and a recovery code helps once', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  const jonas = person('jonas')
  await enterAsMember(page, archive, jonas, '/settings?tab=security')
  const card = page.getByRole('region', { name: 'Zweiter Faktor' })
  await card.getByRole('button', { name: 'Authenticator-App einrichten' }).click()
  const question = page.getByRole('dialog', { name: 'Bestätige, dass du es bist' })
  await question.getByLabel('Passwort', { exact: true }).fill(jonas.password)
  await page.keyboard.press('Enter')
  const setup = page.getByRole('dialog', { name: 'Authenticator-App einrichten' })
  await setup.getByText('Ich kann nicht scannen').click()
  const secret = ((await setup.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const code = (steps = 0) => codeOf(secret, timeStepOf(new Date()) + steps)
  await expect(setup.getByRole('img', { name: 'QR-Code für die Authenticator-App' })).toBeVisible()
  await expectAccessible(page)
  await setup.getByLabel('Code aus der App').fill(code())
  await setup.getByRole('button', { name: 'Einschalten' }).click()
  const codes = page.getByRole('dialog', { name: 'Deine Wiederherstellungscodes' })
  await expect(codes.locator('code')).toHaveCount(10)
  const recoveryCode = (await codes.locator('code').first().textContent()) ?? ''
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await codes.getByText('Ich habe die Codes sicher abgelegt').click()
  await codes.getByRole('button', { name: 'Fertig' }).click()
  await expect(card.getByText('10 von 10 übrig')).toBeVisible()
  await expectAccessible(page)

  await logOut(page)
  await typePassword(page, jonas)
  await expect(page.getByRole('heading', { name: 'Code eingeben' })).toBeVisible()
  const field = page.getByLabel('Code aus der App')
  await expect(field).toBeFocused()
  await expect(page.getByText('jonas', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page)
  await page.keyboard.type('000000')
  await expect(page.getByRole('alert').first()).toContainText('Dieser Code stimmt nicht.')
  await expect(field).toBeFocused()
  await page.getByText('Diesem Gerät 30 Tage vertrauen').click()
  await field.fill(code(1))
  const menu = page.getByRole('button', { name: 'Benutzermenü' })
  await expect(menu).toBeVisible()

  // This device is trusted until its owner says otherwise.
  await logOut(page)
  await typePassword(page, jonas)
  await expect(menu).toBeVisible()
  await page.goto('/settings?tab=security')
  const devices = page.getByRole('region', { name: 'Geräte' })
  await expect(devices.getByText(/vertraut bis/)).toBeVisible()
  await devices.getByRole('button', { name: /nicht mehr vertrauen$/ }).click()
  await expect(devices.getByText(/vertraut bis/)).toHaveCount(0)
  await logOut(page)
  await typePassword(page, jonas)
  await page.getByRole('button', { name: 'Wiederherstellungscode eingeben' }).click()
  await expectAccessible(page)
  await page.getByLabel('Code von deinem Zettel').fill(recoveryCode.replace('-', '').toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText('Du bist drin. Von deinen 10 Codes sind noch 9 übrig.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Später' }).click()
  await expect(menu).toBeVisible()
})
