import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { becomeAdmin, enterAsMember, person, tabTo, typeInto } from './people.ts'
import type { RunningArchive } from './running-archive.ts'
import { expect, expectAccessible, test } from './test.ts'

const picture = fileURLToPath(new URL('../server/src/testing/samples/cover.jpg', import.meta.url))

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A login from another device, without a browser. */
async function logInElsewhere(archive: RunningArchive, who: { email: string; password: string }) {
  const response = await fetch(`${archive.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  })
  expect(response.ok).toBe(true)
}

test('the settings’ tabs and forms go with the keyboard alone', async ({ archive, newPerson }) => {
  const page = await newPerson()
  const mara = person('mara')
  await enterAsMember(page, archive, mara, '/settings')
  const tab = (name: string) => page.getByRole('tab', { name })
  await tabTo(page, tab('Profil'))
  await page.keyboard.press('ArrowRight')
  await expect(tab('Scrobbling')).toBeFocused()
  await expect(page).toHaveURL(/\?tab=lastfm$/)
  await expect(card(page, 'ListenBrainz')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('End')
  await expect(tab('Sicherheit')).toBeFocused()
  await expect(card(page, 'Passwort ändern')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\?tab=profile$/)

  const profile = card(page, 'Profil Informationen')
  await typeInto(page, profile.getByLabel('Anzeigename'), 'Mara Weidner')
  await typeInto(page, profile.getByLabel('Bio'), 'Sortiert nach Farbe.')
  await typeInto(page, profile.getByLabel('Status'), 'hört Vinyl')
  await page.keyboard.press('Enter')
  await expect(profile.getByText('Profil erfolgreich aktualisiert')).toBeVisible()

  const username = card(page, 'Benutzername')
  await typeInto(page, username.getByLabel('Benutzername'), 'm')
  await page.keyboard.press('Enter')
  await expect(username.getByText('Username muss zwischen 3 und 16 Zeichen lang sein')).toBeVisible()
  await expect(username.getByLabel('Benutzername')).toBeFocused()
  await typeInto(page, username.getByLabel('Benutzername'), 'mara_w')
  await tabTo(page, username.getByRole('button', { name: 'Ändern' }))
  await page.keyboard.press('Space')
  await expect(username.getByText('Username erfolgreich geändert')).toBeVisible()

  const address = card(page, 'E-Mail-Adresse')
  await typeInto(page, address.getByLabel('E-Mail-Adresse'), 'neu@beispiel.de')
  await typeInto(page, address.getByLabel('Aktuelles Passwort'), mara.password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'E-Mail nicht verifiziert' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Adresse korrigieren' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('E-Mail-Adresse')).toBeFocused()
  await typeInto(page, page.getByLabel('E-Mail-Adresse'), 'doch@beispiel.de')
  await typeInto(page, page.getByLabel('Aktuelles Passwort'), mara.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('doch@beispiel.de')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Logout' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
})

test('password, devices, export and leaving for good go with the keyboard alone', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  const mara = person('mara')
  await enterAsMember(page, archive, mara, '/settings?tab=security')
  const password = card(page, 'Passwort ändern')
  const changed = { ...mara, password: 'ein besseres Passwort' }
  await typeInto(page, password.getByLabel('Aktuelles Passwort'), mara.password)
  await typeInto(page, password.getByLabel('Neues Passwort', { exact: true }), changed.password)
  await typeInto(page, password.getByLabel('Neues Passwort bestätigen'), changed.password)
  await page.keyboard.press('Enter')
  await expect(password.getByText('Passwort erfolgreich geändert')).toBeVisible()

  await logInElsewhere(archive, changed)
  await logInElsewhere(archive, changed)
  await page.reload()
  const devices = card(page, 'Geräte')
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await tabTo(page, devices.getByRole('button', { name: 'Unbekannt abmelden' }).first())
  await page.keyboard.press('Enter')
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  const everywhere = devices.getByRole('button', { name: 'Von allen Geräten abmelden' })
  const question = page.getByRole('alertdialog', { name: 'Von allen Geräten abmelden?' })
  await tabTo(page, everywhere)
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(everywhere).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, question.getByRole('button', { name: 'Abmelden' }))
  await page.keyboard.press('Enter')
  await expect(devices.getByRole('listitem')).toHaveCount(1)

  await tabTo(page, page.getByRole('button', { name: 'Daten herunterladen' }))
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/\.json$/)

  const danger = card(page, 'Gefahrenzone')
  const farewell = page.getByRole('alertdialog', { name: 'Account löschen?' })
  await typeInto(page, danger.getByLabel('Aktuelles Passwort'), changed.password)
  await page.keyboard.press('Enter')
  await expect(farewell.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(farewell).toBeHidden()
  await tabTo(page, danger.getByRole('button', { name: 'Account löschen' }))
  await page.keyboard.press('Enter')
  await tabTo(page, farewell.getByRole('button', { name: 'Endgültig löschen' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Account erfolgreich gelöscht')).toBeVisible()
})

test('a key is entered with the keyboard alone', async ({ archive, newPerson }) => {
  const admin = await newPerson()
  await becomeAdmin(admin, archive)
  const token = await admin.evaluate(() => globalThis.localStorage.getItem('authToken'))
  const made = await admin.request.post(`${archive.url}/api/generate-access-key`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { accessKey } = await made.json()

  const page = await newPerson()
  await enterAsMember(page, archive, person('mara'))
  const open = page.getByRole('button', { name: 'Zugangsschlüssel eingeben' }).first()
  const dialog = page.getByRole('dialog', { name: 'Zugangsschlüssel eingeben' })
  const field = dialog.getByRole('textbox', { name: 'Zugangsschlüssel' })
  await tabTo(page, open)
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, field)
  await page.keyboard.type('zz-0000zzz')
  await expect(field).toHaveValue('ZZ-0000-ZZZ')
  await expect(dialog.getByRole('button', { name: 'Verifizieren' })).toBeDisabled()
  await page.keyboard.type('z')
  await expect(dialog.getByText('Ungültiger oder bereits verwendeter Zugangsschlüssel')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.evaluate(() => Reflect.set(globalThis, 'isTheSameDocument', true))
  await page.keyboard.insertText(` ${String(accessKey.key_value).toLowerCase().replaceAll('-', '')} `)
  await expect(dialog).toBeHidden()
  await expect(open).toBeHidden()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isTheSameDocument'))).toBe(true)
})

test('a picture is chosen with the keyboard alone', async ({ archive, newPerson }) => {
  const page = await newPerson()
  await enterAsMember(page, archive, person('mara'))
  const menu = page.getByRole('button', { name: /Benutzermenü/ })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  const avatar = page.getByRole('menuitem', { name: 'Avatar ändern' })
  await expect(avatar).toBeVisible()
  await expectAccessible(page)
  for (let presses = 0; presses < 6; presses += 1) {
    if (await avatar.evaluate((item) => item === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(avatar).toBeFocused()
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Avatar ändern' })
  // Asked for some steps before the key, because the browser has to know of it when the key comes.
  const choosing = page.waitForEvent('filechooser')
  await tabTo(page, picker.getByLabel('Bild auswählen'))
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(picture)
  await expect(picker.locator('img')).toHaveAttribute('src', /^data:image\/jpeg;base64,/)
  await tabTo(page, picker.getByRole('button', { name: 'Speichern' }))
  await page.keyboard.press('Enter')
  await expect(picker).toBeHidden()
  await expect(menu).toBeFocused()
  await expect(menu.locator('img')).toHaveAttribute('src', /\/api\/avatar\//)
})

test('a forgotten password goes with the keyboard alone', async ({ archive, newPerson }) => {
  const page = await newPerson()
  const mara = person('mara')
  await page.request.post(`${archive.url}/api/auth/register`, { data: mara })
  const first = await archive.linkInLetterTo(mara.email)
  await page.goto('/')
  await tabTo(page, page.getByRole('button', { name: 'Passwort vergessen?' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('E-Mail-Adresse')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bitte gib deine E-Mail-Adresse ein')).toBeVisible()
  await page.keyboard.type(mara.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/ist ein Link zum Zurücksetzen unterwegs/)).toBeVisible()
  await expectAccessible(page)

  await expect.poll(() => archive.linkInLetterTo(mara.email)).not.toBe(first)
  await page.goto(await archive.linkInLetterTo(mara.email))
  await typeInto(page, page.getByLabel('Neues Passwort'), 'ein besseres Passwort')
  await typeInto(page, page.getByLabel('Passwort bestätigen'), 'ein anderes Passwort')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passwörter stimmen nicht überein')).toBeVisible()
  await expect(page.getByLabel('Passwort bestätigen')).toBeFocused()
  await typeInto(page, page.getByLabel('Passwort bestätigen'), 'ein besseres Passwort')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Passwort geändert' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
})
