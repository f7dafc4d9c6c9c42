import { addTones, filesOf, openAlbum, player, trackButton } from './albums.ts'
import { createKey, withdrawKey } from './archive-calls.ts'
import { expectSound, listenIn, secondsPlayed } from './playback-checks.ts'
import { enterAsAdmin, enterAsMember, OUTSIDE_APP, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const MINUTE = 60

test('without a connection the music waits and resumes at its position; a second tab pauses the first', async ({
  archive,
  newPerson,
}) => {
  // The realtime connection may be opened again while the page is offline.
  const page = await newPerson({ expects: /^WebSocket connection to / })
  await listenIn(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  // A track that is too long to be buffered completely, so that its end needs the connection.
  await addTones(page, 'Ferne', { Weite: 20 * MINUTE, Nähe: 20 })
  await openAlbum(page, 'Ferne')
  await trackButton(page, 'Weite').click()
  await expectSound(page)

  await page.context().setOffline(true)
  await page.getByRole('slider', { name: 'Position' }).fill('90')
  await expect(player(page).getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-busy', 'true')
  await page.context().setOffline(false)
  await expect.poll(() => secondsPlayed(page), { message: 'it goes on' }).toBeGreaterThan(18 * MINUTE + 0.3)
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

test('a link asks for the key and then opens the track; a revoked key ends the music, and the next member finds no resume state', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive, OUTSIDE_APP)
  await addTones(admin, 'Schwelle', { Davor: 20 * MINUTE, Dahinter: 3, Danach: 3 })
  const { Davor: file } = await filesOf(admin, 'Schwelle')

  const member = await newPerson()
  await listenIn(member)
  await enterAsMember(member, archive, person('mara'), `/archive?track=${file}`)
  const dialog = member.getByRole('dialog', { name: /Zugangsschlüssel/ })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('textbox').pressSequentially(await createKey(admin))
  await expect(member.getByText('Track gefunden: Davor - Schwelle')).toBeVisible()
  await member.getByRole('button', { name: 'Jetzt abspielen' }).click()
  await expectSound(member)
  await expect(player(member)).toContainText('Davor')

  await withdrawKey(admin, 'mara')
  await expect(
    member
      .getByRole('alert')
      .filter({ hasText: 'Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen' }),
  ).toBeVisible()
  await expect(player(member)).toContainText('Dieser Track ist exklusiv')
  await expect(player(member).getByRole('button', { name: 'Abspielen' })).toBeDisabled()
  await expectAccessible(member)
  await expect.poll(() => secondsPlayed(member)).toBeUndefined()
  // Only members with an access key get their saved play state back.
  await member.reload()
  await expect(player(member)).toContainText('Kein Track ausgewählt')

  await enterAsMember(member, archive, person('nele'))
  await expect(player(member)).toBeVisible()
  await expect(player(member)).not.toContainText(/Dahinter|Danach/)
})

test('a right click on the cover in the bar opens a popup of the track with its favorite button', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  // In a lower window the popup covers a part of a link, which would count as too small.
  await page.setViewportSize({ width: 1440, height: 900 })
  await listenIn(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Taschenformat', { Klein: 60, Fein: 60 })
  await openAlbum(page, 'Taschenformat')
  await trackButton(page, 'Klein').click()
  await expectSound(page)
  const cover = player(page).getByRole('button', { name: 'Großansicht öffnen' }).first()
  await cover.click({ button: 'right' })
  const card = page.getByRole('dialog', { name: 'Titelkarte' })
  await expect(card).toContainText('Klein')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Zu „Lieblingssongs“ hinzufügen' }).click()
  await expect(card.getByRole('button', { name: 'Aus „Lieblingssongs“ entfernen' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(cover).toBeFocused()
})

test('on a phone the large player adds favorites, downloads and shows details', async ({
  archive,
  newPerson,
}) => {
  const phone = await newPerson({ phone: true })
  await listenIn(phone)
  await enterAsAdmin(phone, archive, OUTSIDE_APP)
  await addTones(phone, 'Taschenformat', { Klein: 60, Fein: 60 })
  await phone.goto('/archive?album=Taschenformat')
  await trackButton(phone, 'Klein').click()
  await expectSound(phone)
  await phone.getByRole('button', { name: 'Großansicht öffnen' }).click()
  const sheet = phone.getByRole('dialog', { name: 'Großansicht' })
  await sheet.getByRole('tab', { name: 'Notizen' }).click()
  await expect(sheet).toContainText(/Streams?, (noch nie|zuletzt) gespielt/)
  await expectAccessible(phone)
  await sheet.getByRole('button', { name: 'Zu „Lieblingssongs“ hinzufügen' }).click()
  await expect(sheet.getByRole('button', { name: 'Aus „Lieblingssongs“ entfernen' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Mehr', exact: true }).click()
  await phone.getByRole('menuitem', { name: 'Tempo' }).click()
  await phone.getByRole('menuitemradio', { name: '0,75-fach' }).click()
  await expect(phone.getByRole('slider', { name: 'Tempo' })).toHaveAttribute('aria-valuetext', '0,75-fach')
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Zurück zu „Mehr“' }).click()
  await phone.getByRole('menuitem', { name: 'Schlummer-Timer' }).click()
  await phone.getByRole('menuitemradio', { name: /^Ende des Titels/ }).click()
  await expect(sheet.getByRole('button', { name: 'Schlummer-Timer, bis zum Ende des Titels' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Tempo 0,75-fach' })).toBeVisible()
  await expectAccessible(phone)
  const saved = phone.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Mehr', exact: true }).click()
  await phone.getByRole('menuitem', { name: 'Herunterladen' }).click()
  expect((await saved).suggestedFilename()).toBe('Taschenformat - Klein.wav')
  await sheet.getByRole('button', { name: 'Mehr', exact: true }).click()
  await phone.getByRole('menuitem', { name: 'Details anzeigen' }).click()
  const details = phone.getByRole('dialog', { name: 'Details' })
  await expect(details).toContainText('Dauer1:00')
  await phone.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await sheet.getByRole('button', { name: 'Großansicht schließen' }).click()
  await expect(sheet).toBeHidden()
})
