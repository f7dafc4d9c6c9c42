import { expect, type Locator, type Page } from '@playwright/test'
import type { RunningArchive } from './running-archive.ts'

interface Person {
  email: string
  username: string
  password: string
}

export function person(name: string): Person {
  return { email: `${name}@beispiel.de`, username: name, password: 'ein gutes Passwort' }
}

/** Fills in and submits the registration form on the page. */
export async function fillRegistration(page: Page, { email, username, password }: Person): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByLabel('Passwort bestätigen').fill(password)
  await page.getByRole('button', { name: 'Account erstellen' }).click()
}

/** Opens the link that the server printed at its first start, and sets up the admin. */
export async function becomeAdmin(
  page: Page,
  archive: RunningArchive,
  who = person('chefin'),
): Promise<void> {
  await page.goto(archive.setupLink)
  await fillRegistration(page, who)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Admin Panel' })).toBeVisible()
}

/** Registers and follows the link in the email; the member has no access key. */
export async function becomeMember(page: Page, archive: RunningArchive, who: Person): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Account erstellen' }).click()
  await fillRegistration(page, who)
  await expect(
    page.getByText('Registrierung erfolgreich! Bitte überprüfe deine E-Mails für den Verifizierungslink.'),
  ).toBeVisible()
  await page.goto(await archive.linkInEmailTo(who.email))
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Archive' })).toBeVisible()
}

/**
 * A path of the site that does not open the app. Journeys that first fill the archive by calls stay there meanwhile:
 * opening the app takes a second of processor time, and so do many changes that it shows one after the other.
 */
export const OUTSIDE_APP = '/logo.svg'

/**
 * Creates a member without the forms, for journeys about other features. It sends the same calls as the forms and uses
 * the link in the email. The page is at `path` afterwards, logged in.
 */
export async function enterAsMember(
  page: Page,
  archive: RunningArchive,
  who: Person,
  path = '/',
): Promise<void> {
  const registered = await page.request.post(`${archive.url}/api/auth/register`, { data: who })
  expect(registered.ok()).toBe(true)
  const { searchParams } = new URL(await archive.linkInEmailTo(who.email))
  const verified = await page.request.post(`${archive.url}/api/auth/verify-email`, {
    data: { token: searchParams.get('token') },
  })
  await openLoggedIn(page, (await verified.json()).token, path)
}

/**
 * Sets up the admin without the form, for journeys about other features. The page is at `path` afterwards, logged in.
 */
export async function enterAsAdmin(page: Page, archive: RunningArchive, path = '/'): Promise<void> {
  const setup = new URL(archive.setupLink).searchParams.get('setup')
  const registered = await page.request.post(`${archive.url}/api/auth/register`, {
    data: { ...person('chefin'), setup },
  })
  expect(registered.ok()).toBe(true)
  await openLoggedIn(page, (await registered.json()).token, path)
}

/** Logs an existing account in on this device without the form. The page is at `path` afterwards. */
export async function loginByCall(
  page: Page,
  archive: RunningArchive,
  who: Person,
  path = '/',
): Promise<void> {
  const { email, password } = who
  const answer = await page.request.post(`${archive.url}/api/auth/login`, { data: { email, password } })
  expect(answer.ok()).toBe(true)
  await openLoggedIn(page, (await answer.json()).token, path)
}

/** Adds a member who has redeemed this key, without a browser. */
export async function addMember(archive: RunningArchive, who: Person, key: string): Promise<void> {
  const post = async (path: string, body: unknown, token = '') => {
    const answer = await fetch(`${archive.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    expect(answer.ok, `${path} answered ${answer.status}`).toBe(true)
    return answer.json()
  }
  await post('/api/auth/register', who)
  const { searchParams } = new URL(await archive.linkInEmailTo(who.email))
  const { token, user } = await post('/api/auth/verify-email', { token: searchParams.get('token') })
  await post('/api/admin-verify-key', { key, uid: user.id }, token)
}

async function openLoggedIn(page: Page, token: unknown, path: string): Promise<void> {
  // Any URL of the site can be opened to store the token, because the browser stores values by origin.
  await page.goto(OUTSIDE_APP)
  await page.evaluate((stored) => globalThis.localStorage.setItem('authToken', stored), String(token))
  if (path !== OUTSIDE_APP) await page.goto(path)
}

/** Presses Tab until this element has the focus; fails when it cannot be reached. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  // In Firefox the focus passes through the toolbars, so the window may get it a moment later.
  await expect(wanted).toBeFocused()
}

/** Moves to a field with the keyboard and replaces its text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Types the password into the dialog „Bestätige, dass du es bist“ with the keyboard alone. */
export async function confirmWith(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Bestätige, dass du es bist' })
  await expect(dialog.getByLabel('Passwort', { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}
