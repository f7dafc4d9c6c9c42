import type { CDPSession, Locator, Page } from '@playwright/test'
import { codeOf, timeStepOf } from '../server/src/features/auth/factors/totp.ts'
import { enterAsMember, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const PHONE = { width: 390, height: 844 }

/** Chromium's virtual authenticators, which confirm by themselves while `isPresent`. */
async function authenticators(page: Page) {
  const devTools: CDPSession = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  return {
    add: async (transport: 'internal' | 'usb') => {
      const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport,
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      return authenticatorId
    },
    remove: async (authenticatorId: string) =>
      devTools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    setVerified: async (authenticatorId: string, isUserVerified: boolean) =>
      devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' })

/** Adds a passkey and names it. `password` confirms the caller, if the dialog is expected. */
async function addPasskey(page: Page, name: string, password?: string): Promise<void> {
  await passkeys(page).getByRole('button', { name: 'Passkey hinzufügen' }).press('Enter')
  if (password !== undefined) {
    const question = page.getByRole('dialog', { name: 'Bestätige, dass du es bist' })
    await expect(question.getByText('einen Passkey hinzufügen')).toBeVisible()
    await expect(question.getByLabel('Passwort', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
  }
  const naming = page.getByRole('dialog', { name: 'Passkey hinzugefügt' })
  await expect(naming.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
  await naming.getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  await expect(passkeys(page).getByText(name)).toBeVisible()
}

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

/** Moves the pointer over the page again and again, because the first movement may come before its script runs. */
async function movePointerUntil(page: Page, wanted: Locator): Promise<void> {
  let x = 0
  await expect(async () => {
    x += 20
    await page.mouse.move(x, 20)
    await expect(wanted).toBeVisible({ timeout: 1000 })
  }).toPass()
}

test('two passkeys are made, start sessions without a password, and one that was removed does not', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  const jonas = person('jonas')
  await enterAsMember(page, archive, jonas, '/settings?tab=security')
  const { add, remove, setVerified } = await authenticators(page)
  const stick = await add('usb')
  await addPasskey(page, 'Stick am Schlüsselbund', jonas.password)
  await remove(stick)
  const laptop = await add('internal')
  await addPasskey(page, 'Rechner im Studio')
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(2)
  await passkeys(page).getByRole('button', { name: 'Passkey hinzufügen' }).click()
  await expect(passkeys(page).getByRole('alert')).toContainText('Für dieses Gerät ist schon ein Passkey da')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)

  // Who does not confirm is not logged in, and can try again.
  await setVerified(laptop, false)
  await logOut(page)
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveAttribute('autocomplete', 'username webauthn')
  const withPasskey = page.getByRole('button', { name: 'Mit Passkey anmelden' })
  await withPasskey.click()
  await expect(page.getByText('Passkey nicht bestätigt')).toBeVisible()
  await expectAccessible(page)
  await setVerified(laptop, true)
  await page.getByRole('button', { name: 'Noch einmal' }).click()
  const archiveLink = page.getByRole('button', { name: 'Benutzermenü' })
  await expect(archiveLink).toBeVisible()

  // Once the page is used, the browser offers the passkey at the address field; the virtual authenticator accepts at
  // once.
  await logOut(page)
  await movePointerUntil(page, archiveLink)

  // The passkey confirms a new password, which needs no other password then.
  await page.goto('/settings?tab=security')
  const newPassword = 'ein besseres Passwort'
  const card = page.getByRole('region', { name: 'Passwort ändern' })
  await card.getByLabel('Neues Passwort', { exact: true }).fill(newPassword)
  await card.getByLabel('Neues Passwort bestätigen').fill(newPassword)
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Bestätige, dass du es bist' })
  await expect(question.getByText('dein Passwort ändern')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Mit Passkey bestätigen' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(card.getByText('Passwort erfolgreich geändert')).toBeVisible()

  // A removed passkey starts no session, and the password still does.
  await passkeys(page).getByRole('button', { name: 'Aktionen für „Rechner im Studio“' }).click()
  await page.getByRole('menuitem', { name: 'Entfernen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click()
  await expect(page.getByText('Passkey entfernt')).toBeVisible()
  await logOut(page)
  await movePointerUntil(page, page.getByText(/Diesen Passkey kennt das Archiv nicht mehr\. Er wurde am/))
  await expectAccessible(page)
  await typePassword(page, { ...jonas, password: newPassword })
  await expect(archiveLink).toBeVisible()
})

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
