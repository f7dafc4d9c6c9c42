import type { Page } from '@playwright/test'
import { addAlbum, openAlbum, player, trackButton } from './albums.ts'
import { expectSound, listenIn, secondsHeard } from './hearing.ts'
import { becomeAdmin, becomeMember, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const MINUTE = 60

test('without a line the music waits, and goes on where it was; a second tab pauses the first', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await becomeAdmin(page, archive)
  // Longer than a browser loads ahead, so that its end needs the line.
  await addAlbum(page, 'Ferne', { Weite: 20 * MINUTE, Nähe: 20 })
  await openAlbum(page, 'Ferne')
  await trackButton(page, 'Weite').click()
  await expectSound(page)

  await page.context().setOffline(true)
  await page.getByRole('slider', { name: 'Position' }).fill('90')
  await expect(player(page).getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-busy', 'true')
  await page.context().setOffline(false)
  await expect.poll(() => secondsHeard(page), { message: 'it goes on' }).toBeGreaterThan(18 * MINUTE + 0.3)
  await expect(player(page)).toContainText('Weite')
  await expect(page.getByText('Fehler beim Abspielen des Tracks')).toHaveCount(0)

  const other = await page.context().newPage()
  await listenIn(other)
  await other.goto('/archive?album=Ferne')
  await trackButton(other, 'Nähe').click()
  await expectSound(other)
  await expect(player(page).getByRole('button', { name: 'Abspielen' })).toBeVisible()
  await player(page).getByRole('button', { name: 'Abspielen' }).click()
  await expectSound(page)
  await expect(player(other).getByRole('button', { name: 'Abspielen' })).toBeVisible()
})

test('a link asks for the key first and leads on to the track', async ({ archive, newPerson }) => {
  const admin = await newPerson()
  await becomeAdmin(admin, archive)
  await addAlbum(admin, 'Schwelle', { Davor: 20, Dahinter: 20 })
  const { file, key } = await trackAndKey(admin)

  const member = await newPerson()
  await listenIn(member)
  await becomeMember(member, archive, person('mara'))
  await member.goto(`/archive?track=${file}`)
  const dialog = member.getByRole('dialog', { name: /Zugangsschlüssel/ })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('textbox').pressSequentially(key)
  await expect(member.getByText('Track gefunden: Davor - Schwelle')).toBeVisible()
  await member.getByRole('button', { name: 'Jetzt abspielen' }).click()
  await expectSound(member)
  await expect(player(member)).toContainText('Davor')
})

async function trackAndKey(admin: Page): Promise<{ file: string; key: string }> {
  return admin.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('authToken') ?? ''}` }
    const { album } = await (await fetch('/albums/Schwelle', { headers })).json()
    const made = await fetch('/api/generate-access-key', { method: 'POST', headers })
    const { accessKey } = await made.json()
    return { file: String(album.tracks[0].file), key: String(accessKey.key_value ?? accessKey) }
  })
}

test('on a phone the whole player likes, shows details and downloads; on a desk the cover opens a card', async ({
  archive,
  newPerson,
}) => {
  const desk = await newPerson()
  await listenIn(desk)
  await becomeAdmin(desk, archive)
  await addAlbum(desk, 'Taschenformat', { Klein: 60, Fein: 60 })
  await openAlbum(desk, 'Taschenformat')
  await trackButton(desk, 'Klein').click()
  await expectSound(desk)
  await desk.getByRole('button', { name: 'Titelkarte' }).click()
  const card = desk.getByRole('dialog', { name: 'Titelkarte' })
  await expect(card).toContainText('Klein')
  await expectAccessible(desk)
  await card.getByRole('button', { name: 'Zu „Lieblingssongs“ hinzufügen' }).click()
  await expect(card.getByRole('button', { name: 'Aus „Lieblingssongs“ entfernen' })).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(desk.getByRole('button', { name: 'Titelkarte' })).toBeFocused()

  const phone = await newPerson({ phone: true })
  await listenIn(phone)
  await phone.goto('/')
  await phone.getByLabel('E-Mail-Adresse').fill(person('chefin').email)
  await phone.getByLabel('Passwort', { exact: true }).fill(person('chefin').password)
  await phone.getByRole('button', { name: 'Anmelden' }).click()
  await expect(phone.getByRole('button', { name: /Benutzermenü/ })).toBeVisible()
  await phone.goto('/archive?album=Taschenformat')
  await trackButton(phone, 'Klein').click()
  await expectSound(phone)
  await phone.getByRole('button', { name: 'Player öffnen' }).click()
  const sheet = phone.getByRole('dialog', { name: 'Spielt ab' })
  await expect(sheet).toContainText(/Streams?, (noch nie|zuletzt) gespielt/)
  await expectAccessible(phone)
  await sheet.getByRole('button', { name: 'Aus „Lieblingssongs“ entfernen' }).click()
  await expect(sheet.getByRole('button', { name: 'Zu „Lieblingssongs“ hinzufügen' })).toBeVisible()
  const saved = phone.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Herunterladen' }).click()
  expect((await saved).suggestedFilename()).toBe('Taschenformat - Klein.wav')
  await sheet.getByRole('button', { name: 'Details anzeigen' }).click()
  const details = phone.getByRole('dialog', { name: 'Details' })
  await expect(details).toContainText('Dauer1:00')
  await phone.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await sheet.getByRole('button', { name: 'Player schließen' }).click()
  await expect(sheet).toBeHidden()
})
