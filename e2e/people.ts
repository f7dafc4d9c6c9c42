import { expect, type Page } from '@playwright/test'
import type { RunningArchive } from './running-archive.ts'

interface Person {
  email: string
  username: string
  password: string
}

export function person(name: string): Person {
  return { email: `${name}@beispiel.de`, username: name, password: 'ein gutes Passwort' }
}

/** Fills in the registration form that is on the screen and sends it. */
export async function fillRegistration(page: Page, { email, username, password }: Person): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByLabel('Passwort bestätigen').fill(password)
  await page.getByRole('button', { name: 'Account erstellen' }).click()
}

/** Opens the printed link and becomes the admin. */
export async function becomeAdmin(
  page: Page,
  archive: RunningArchive,
  who = person('chefin'),
): Promise<void> {
  await page.goto(archive.setupLink)
  await fillRegistration(page, who)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Admin Panel' })).toBeVisible()
}

/** Registers, follows the link in the letter and is in, without a key. */
export async function becomeMember(page: Page, archive: RunningArchive, who: Person): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Account erstellen' }).click()
  await fillRegistration(page, who)
  await expect(
    page.getByText('Registrierung erfolgreich! Bitte überprüfe deine E-Mails für den Verifizierungslink.'),
  ).toBeVisible()
  await page.goto(await archive.linkInLetterTo(who.email))
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Archive' })).toBeVisible()
}
