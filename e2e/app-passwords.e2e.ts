import { enterAsMember, person } from './people.ts'
import { textOfCode } from './qr-codes.ts'
import type { RunningArchive } from './running-archive.ts'
import { expect, expectAccessible, test } from './test.ts'

const PHONE = { width: 390, height: 844 }

/** The answer to a call of another app with this password. */
async function callAs(archive: RunningArchive, username: string, password: string): Promise<string> {
  const query = new URLSearchParams({ u: username, p: password, v: '1.16.1', c: 'Symfonium' })
  return (await fetch(`${archive.url}/rest/ping?${query.toString()}`)).text()
}

test('an app gets a password of its own, by its code also on a phone, and loses it when it is revoked', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await enterAsMember(page, archive, person('jonas'), '/settings?tab=apps')
  await page.getByRole('button', { name: 'App-Passwort erstellen' }).press('Enter')
  await page.keyboard.type('Küchenradio')
  await page.keyboard.press('Enter')
  const slip = page.getByRole('dialog', { name: '„Küchenradio“ ist bereit' })
  const code = slip.getByRole('img', { name: /^QR-Code/ })
  await expect(code).toBeVisible()
  await expect(slip.getByRole('button', { name: 'App-Passwort kopieren' })).toBeFocused()
  const password = (await slip.getByText(/^[a-z2-9]{4}(-[a-z2-9]{4}){6}$/).textContent()) ?? ''
  const link = `${archive.url}/connect-app#user=jonas&password=${password}`
  expect(await textOfCode(code)).toBe(link)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await textOfCode(code)).toBe(link)
  await page.goBack()
  await slip.getByRole('button', { name: 'Fertig' }).click()
  await expect(page.getByText(password)).toHaveCount(0)

  // Opens the link of the QR code on a phone that is not logged in.
  const phone = await newPerson({ phone: true })
  await phone.goto(link)
  await expect(phone.getByText(password)).toBeVisible()
  await expect(phone).toHaveURL('/connect-app')
  await expectAccessible(phone)
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'Hier ist kein App-Passwort' })).toBeVisible()

  expect(await callAs(archive, 'jonas', password)).toContain('status="ok"')
  await page.reload()
  const row = page.getByRole('row', { name: /^Küchenradio/ })
  await expect(row).toContainText('Symfonium')
  await expect(row).toContainText('heute')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Küchenradio widerrufen' }).press('Enter')
  await page.getByRole('button', { name: 'Widerrufen', exact: true }).press('Enter')
  await expect(page.getByText('„Küchenradio“ widerrufen', { exact: true })).toBeVisible()
  expect(await callAs(archive, 'jonas', password)).toContain('code="40"')
  await expect(page.getByText('Noch keine App verbunden')).toBeVisible()
  await expect(page.getByRole('button', { name: 'App-Passwort erstellen' })).toBeFocused()
})
