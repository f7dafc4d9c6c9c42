import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { becomeMember, confirmWith, enterAsMember, fillRegistration, OUTSIDE_APP, person } from './people.ts'
import type { RunningArchive } from './running-archive.ts'
import { expect, expectAccessible, test, underWorker } from './test.ts'

type Person = ReturnType<typeof person>

/** The latest link of this kind in the emails to an address; waits until it is another one than `before`. */
async function linkTo(
  archive: RunningArchive,
  address: string,
  path: string,
  before?: string,
): Promise<string> {
  const latest = async () => {
    const link = await archive.linkInEmailTo(address)
    return link === before ? '' : link
  }
  await expect.poll(latest).toContain(path)
  return archive.linkInEmailTo(address)
}

async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
}

async function expectInside(page: Page): Promise<void> {
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Archive' })).toBeVisible()
}

async function openSettings(page: Page, tab?: 'Profil' | 'Scrobbling' | 'Sicherheit'): Promise<void> {
  await page.getByRole('button', { name: /Benutzermenü/ }).click()
  await page.getByRole('menuitem', { name: 'Einstellungen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
  if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** All texts that this browser stores for the site. */
const storedTexts = (page: Page) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))

test('a visitor registers, and an invalid link does not log in', async ({ archive, newPerson }) => {
  const page = await newPerson()
  const mara = person('mara')
  await page.goto('/register')
  await page.getByLabel('E-Mail-Adresse').fill('mara')
  await page.getByLabel('Passwort', { exact: true }).fill('kurz')
  await page.getByLabel('Passwort bestätigen').fill('kürz')
  await page.getByRole('button', { name: 'Account erstellen' }).click()
  await expect(page.getByText('Benutzername ist erforderlich')).toBeVisible()
  await expect(page.getByText('Passwort muss mindestens 6 Zeichen lang sein')).toBeVisible()
  await expect(page.getByText('Passwörter stimmen nicht überein')).toBeVisible()
  await expect(page.getByLabel('E-Mail-Adresse')).toBeFocused()
  await expectAccessible(page)

  await fillRegistration(page, mara)
  await expect(page.getByText(/^Registrierung erfolgreich!/)).toBeVisible()
  const firstLink = await linkTo(archive, mara.email, '/verify-email')
  await expectAccessible(page)
  // This browser has stored the address of its account, also for after a reload; a browser that only opens the link has
  // not.
  await page.reload()
  await expect(page.getByText(`Der Link ging an ${mara.email}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erneut senden' })).toBeVisible()
  const outsider = await newPerson()
  await outsider.goto('/verify-email')
  await expect(outsider.getByText(/^Registrierung erfolgreich!/)).toBeVisible()
  await expect(outsider.getByRole('button', { name: 'Erneut senden' })).toBeHidden()

  await page.goto('/verify-email?token=erfunden')
  await expect(page.getByRole('heading', { name: 'E-Mail-Verifizierung fehlgeschlagen' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Zurück zur Anmeldung' }).click()
  // The page shows the account that was just registered, whose address is still unverified.
  await expect(page.getByRole('heading', { name: 'E-Mail nicht verifiziert' })).toBeVisible()
  await page.getByRole('button', { name: 'Zurück zur Anmeldung' }).click()

  await logIn(page, mara)
  await expect(page.getByRole('heading', { name: 'E-Mail nicht verifiziert' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Erneut senden' }).click()
  await expect(page.getByText('Neuer Verifizierungslink wurde an deine E-Mail gesendet!')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Erneut senden \(\d+s\)$/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Zurück zur Anmeldung' }).click()

  await page.goto(await linkTo(archive, mara.email, '/verify-email', firstLink))
  await expectInside(page)
})

test('a password reset: email, new password, login; the link works once', async ({ archive, newPerson }) => {
  const page = await newPerson({ serviceWorkers: 'allow' })
  const mara = person('mara')
  await becomeMember(page, archive, mara)
  // Waits for the service worker. Until it is installed, it may store files of the release after the logout.
  await underWorker(page)
  await page.getByRole('button', { name: /Benutzermenü/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  // Nothing of the account is left in this browser, and Back shows nothing of it.
  await expect.poll(() => storedTexts(page)).not.toMatch(/mara|authToken|playerLeftOff/)
  await expect.poll(() => page.evaluate(async () => caches.keys())).toEqual([])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /Benutzermenü/ })).toHaveCount(0)
  await page.goto('/')

  await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await expect(page.getByRole('heading', { name: 'Passwort zurücksetzen' })).toBeVisible()
  await page.getByRole('button', { name: 'Link anfordern' }).click()
  await expect(page.getByText('Bitte gib deine E-Mail-Adresse ein')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('E-Mail-Adresse').fill(mara.email)
  await page.getByRole('button', { name: 'Link anfordern' }).click()
  await expect(page.getByText(/ist ein Link zum Zurücksetzen unterwegs/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()

  const link = await linkTo(archive, mara.email, '/reset-password/')
  await page.goto(link)
  await page.getByLabel('Neues Passwort').fill('kurz')
  await page.getByLabel('Passwort bestätigen').fill('kürz')
  await page.getByRole('button', { name: 'Passwort zurücksetzen' }).click()
  await expect(page.getByText('Passwort muss mindestens 6 Zeichen lang sein')).toBeVisible()
  await expect(page.getByText('Passwörter stimmen nicht überein')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Neues Passwort').fill('ein besseres Passwort')
  await page.getByLabel('Passwort bestätigen').fill('ein besseres Passwort')
  await page.getByRole('button', { name: 'Passwort zurücksetzen' }).click()
  await expect(page.getByRole('heading', { name: 'Passwort geändert' })).toBeVisible()
  await expectAccessible(page)
  await expect(page).toHaveURL('/')

  await logIn(page, mara)
  await expect(page.getByText('E-Mail oder Passwort ist falsch')).toBeVisible()
  await logIn(page, { ...mara, password: 'ein besseres Passwort' })
  await expectInside(page)

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Ungültiger Reset-Link' })).toBeVisible()
  await expectAccessible(page)
})

test('profile and username are changed, and the username is locked for a day', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await enterAsMember(page, archive, person('mara'))
  await openSettings(page)
  await expectAccessible(page)

  const profile = card(page, 'Profil Informationen')
  await profile.getByLabel('Anzeigename').fill('Mara Weidner')
  await profile.getByLabel('Bio').fill('Sortiert lieber nach Farbe\nals nach Jahr.')
  await profile.getByLabel('Status').fill('hört gerade Vinyl')
  await profile.getByRole('button', { name: 'Speichern' }).click()
  await expect(profile.getByText('Profil erfolgreich aktualisiert')).toBeVisible()

  const username = card(page, 'Benutzername')
  await username.getByLabel('Benutzername').fill('mara w')
  await username.getByRole('button', { name: 'Ändern' }).click()
  await expect(username.getByText(/^Username darf nur Buchstaben/)).toBeVisible()
  await expectAccessible(page)
  await username.getByLabel('Benutzername').fill('Mara_W')
  await username.getByRole('button', { name: 'Ändern' }).click()
  await expect(username.getByText('Username erfolgreich geändert')).toBeVisible()
  await expect(page.getByRole('button', { name: 'mara_w, Benutzermenü' })).toBeVisible()
  await expect(username.getByText(/^Änderung in 2[34]h \d+m möglich$/)).toBeVisible()

  await page.reload()
  await expect(username.getByLabel('Benutzername')).toBeDisabled()
  await expect(username.getByText(/^Änderung in 2[34]h \d+m möglich$/)).toBeVisible()
  await expect(profile.getByLabel('Anzeigename')).toHaveValue('Mara Weidner')
  await expect(profile.getByLabel('Bio')).toHaveValue('Sortiert lieber nach Farbe\nals nach Jahr.')
  await expectAccessible(page)
})

test('a new email address must be verified; a mistyped one is corrected, and the old one can be restored', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  const mara = person('mara')
  await enterAsMember(page, archive, mara)
  await openSettings(page)
  const address = card(page, 'E-Mail-Adresse')
  await address.getByLabel('E-Mail-Adresse').fill('mara.neu@beispeil.de')
  await address.getByRole('button', { name: 'Ändern' }).click()
  const proof = page.getByRole('dialog', { name: 'Bestätige, dass du es bist' })
  await expect(proof.getByText('deine E-Mail-Adresse ändern')).toBeVisible()
  await expectAccessible(page)
  const typed = proof.getByLabel('Passwort', { exact: true })
  await typed.fill('falsch geraten')
  await typed.press('Enter')
  await expect(proof.getByText(/^Falsches Passwort\. Noch \d+ Versuche\.$/)).toBeVisible()
  await typed.fill(mara.password)
  await typed.press('Enter')

  await expect(page.getByRole('heading', { name: 'E-Mail nicht verifiziert' })).toBeVisible()
  await expect(page.getByText('mara.neu@beispeil.de')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Adresse korrigieren' }).click()
  await page.getByLabel('E-Mail-Adresse').fill('mara.neu@beispiel.de')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Adresse ändern' }).click()
  await expect(page.getByText('mara.neu@beispiel.de')).toBeVisible()

  // After verification in another browser, a return to this window logs in.
  const elsewhere = await newPerson()
  await elsewhere.goto(await linkTo(archive, 'mara.neu@beispiel.de', '/verify-email'))
  await expectInside(elsewhere)
  await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')))
  await expectInside(page)

  // The link of another account verifies that account's address and leaves this browser as it is.
  const outsider = person('fremd')
  await elsewhere.request.post(`${archive.url}/api/auth/register`, { data: outsider })
  await elsewhere.goto(await linkTo(archive, outsider.email, '/verify-email'))
  await expect(elsewhere.getByText('Du bist hier weiterhin als mara angemeldet.')).toBeVisible()
  await expectAccessible(elsewhere)
  await elsewhere.getByRole('button', { name: 'Als mara weitermachen' }).click()
  await expectInside(elsewhere)

  const restoreLink = await linkTo(archive, mara.email, '/restore-email')
  await elsewhere.goto(restoreLink)
  await expectAccessible(elsewhere)
  await elsewhere.getByRole('button', { name: 'Alte Adresse wiederherstellen' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'E-Mail-Adresse wiederhergestellt' })).toBeVisible()
  await expectAccessible(elsewhere)
  await elsewhere.getByRole('button', { name: 'Zur Anmeldung' }).click()
  await logIn(elsewhere, mara)
  await expectInside(elsewhere)
  await elsewhere.goto(restoreLink)
  await elsewhere.getByRole('button', { name: 'Alte Adresse wiederherstellen' }).click()
  await expect(
    elsewhere.getByRole('heading', { name: 'Dieser Link ist ungültig oder abgelaufen' }),
  ).toBeVisible()
})

test('the password is changed; one session is ended on the device list, then all others', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  const mara = person('mara')
  await enterAsMember(page, archive, mara)
  await openSettings(page, 'Sicherheit')
  await expect(page).toHaveURL(/\/settings\?tab=security$/)
  const password = card(page, 'Passwort ändern')
  await password.getByLabel('Neues Passwort', { exact: true }).fill('kurz')
  await password.getByLabel('Neues Passwort bestätigen').fill('kürz')
  await password.getByRole('button', { name: 'Passwort ändern' }).click()
  await expect(password.getByText('Neues Passwort muss mindestens 6 Zeichen lang sein')).toBeVisible()
  await expect(password.getByText('Neue Passwörter stimmen nicht überein')).toBeVisible()
  await expectAccessible(page)
  const changed = { ...mara, password: 'ein besseres Passwort' }
  await password.getByLabel('Neues Passwort', { exact: true }).fill(changed.password)
  await password.getByLabel('Neues Passwort bestätigen').fill(changed.password)
  await password.getByRole('button', { name: 'Passwort ändern' }).click()
  await confirmWith(page, mara.password)
  await expect(password.getByText('Passwort erfolgreich geändert')).toBeVisible()
  await expect(password.getByLabel('Neues Passwort', { exact: true })).toHaveValue('')

  const phone = await newPerson({ phone: true })
  await phone.goto('/')
  await logIn(phone, changed)
  await expect(phone.getByRole('button', { name: /Benutzermenü/ })).toBeVisible()
  await page.reload()
  const devices = card(page, 'Geräte')
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByText('Dieses Gerät')).toHaveCount(1)
  await devices
    .getByRole('button', { name: /abmelden$/ })
    .first()
    .click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(phone.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  await expect(phone.getByText('Du wurdest auf einem anderen Gerät abgemeldet.')).toBeVisible()
  await expectAccessible(phone)

  await logIn(phone, changed)
  await expect(phone.getByRole('button', { name: /Benutzermenü/ })).toBeVisible()
  await page.reload()
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: 'Von allen Geräten abmelden' }).click()
  const question = page.getByRole('alertdialog', { name: 'Von allen Geräten abmelden?' })
  await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Abmelden' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices.getByText('Dieses Gerät', { exact: true })).toBeVisible()
})

test('a device list that cannot be loaded still names this device', async ({ archive, newPerson }) => {
  const page = await newPerson()
  await enterAsMember(page, archive, person('mara'), OUTSIDE_APP)
  await page.route('**/api/user/devices', (route) =>
    route.fulfill({ status: 404, json: { error: 'Nicht gefunden', code: 'NOT_FOUND', requestId: 'r' } }),
  )
  await page.goto('/settings?tab=SECURITY')
  const devices = card(page, 'Geräte')
  await expect(devices.getByRole('listitem')).toContainText(
    /Chrome auf .*Zuletzt genutzt gerade eben.*Dieses Gerät/,
  )
})

test('a member exports their data and deletes the account', async ({ archive, newPerson }) => {
  const page = await newPerson()
  const mara = person('mara')
  await enterAsMember(page, archive, mara)
  await openSettings(page, 'Sicherheit')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card(page, 'Deine Daten').getByRole('button', { name: 'Daten herunterladen' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.json$/)
  expect(await readFile(await download.path(), 'utf8')).toContain(mara.email)
  const [packed] = await Promise.all([
    page.waitForEvent('download'),
    card(page, 'Deine Daten').getByRole('button', { name: 'Mit Dateien (ZIP)' }).click(),
  ])
  expect(packed.suggestedFilename()).toMatch(/\.zip$/)
  expect(await readFile(await packed.path(), 'latin1')).toContain(mara.email)

  const danger = card(page, 'Gefahrenzone')
  const question = page.getByRole('alertdialog', { name: 'Account löschen?' })
  await danger.getByRole('button', { name: 'Account löschen' }).click()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expectInside(page)
  await danger.getByRole('button', { name: 'Account löschen' }).click()
  await question.getByRole('button', { name: 'Endgültig löschen' }).click()
  await confirmWith(page, mara.password)
  await expect(page.getByText('Account erfolgreich gelöscht')).toBeVisible()
  await expectAccessible(page)
  await logIn(page, mara)
  await expect(page.getByText('E-Mail oder Passwort ist falsch')).toBeVisible()
})
