import type { Page } from '@playwright/test'
import { addTones, openAlbum, player, queue, trackButton, upcoming } from './albums.ts'
import { expectSound, listenIn, secondsPlayed } from './playback-checks.ts'
import { enterAsAdmin, loginByCall, OUTSIDE_APP, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const isSilent = async (page: Page) => expect.poll(async () => secondsPlayed(page)).toBeUndefined()
const notice = (page: Page) => page.locator('[data-device-notice]')

/** Opens the menu of devices, and waits until it lists this number of devices. */
async function openDevices(page: Page, count: number) {
  await player(page)
    .getByRole('button', { name: /^Geräte$|^Spielt auf / })
    .click()
  const menu = page.getByRole('menu', { name: 'Geräte' })
  await expect(menu.getByRole('menuitemradio')).toHaveCount(count)
  return menu
}

test('two devices of an account: one plays, the other controls it; the later start wins; a device that vanishes leaves everything', async ({
  archive,
  newPerson,
}) => {
  const desk = await newPerson()
  await listenIn(desk)
  await enterAsAdmin(desk, archive, OUTSIDE_APP)
  await addTones(desk, 'Kurzwelle', { Anfang: 240, Mitte: 240, Wende: 60, Zugabe: 60 })
  const phone = await newPerson({ phone: true })
  await listenIn(phone)
  await loginByCall(phone, archive, person('chefin'))
  await expect(player(phone)).toContainText('Kein Track ausgewählt')

  // The phone shows the track that the desktop computer plays, and controls it.
  await openAlbum(desk, 'Kurzwelle')
  await trackButton(desk, 'Anfang').click()
  await expectSound(desk)
  await expect(player(phone)).toContainText('Anfang')
  await expect(player(phone)).toContainText(/Spielt auf Chrome auf /)
  await expectAccessible(phone)
  await player(phone).getByRole('button', { name: 'Pause' }).click()
  await isSilent(desk)
  await expect(player(desk).getByRole('button', { name: 'Abspielen' })).toBeVisible()
  await player(phone).getByRole('button', { name: 'Abspielen' }).click()
  await expectSound(desk)
  await player(phone).getByRole('button', { name: 'Nächster Track' }).click()
  await expect(player(desk).getByRole('link', { name: 'Mitte' })).toBeVisible()
  await expectSound(desk)
  await expect(player(phone)).toContainText('Mitte')
  await isSilent(phone)

  // Both devices have the same queue, and changing it does not interrupt the music.
  await player(phone).getByRole('button', { name: 'Warteschlange, 2 Titel' }).click()
  await upcoming(phone).getByRole('button', { name: 'Mehr zu Wende' }).click()
  await phone.getByRole('menuitem', { name: 'Aus der Warteschlange entfernen' }).click()
  await expect(upcoming(phone)).toHaveText([/^Zugabe/])
  await expect(player(desk).getByRole('button', { name: 'Warteschlange, 1 Titel' })).toBeVisible()
  await expect(player(desk).getByRole('link', { name: 'Mitte' })).toBeVisible()
  await expectSound(desk)
  await queue(phone).getByRole('button', { name: 'Warteschlange schließen' }).click()

  // Playback moves to the phone. Its browser allows sound, because its page was pressed before.
  await player(phone).getByRole('button', { name: 'Großansicht öffnen: Mitte' }).click()
  const sheet = phone.getByRole('dialog', { name: 'Großansicht' })
  await sheet.getByRole('button', { name: /^Spielt auf / }).click()
  const phoneMenu = phone.getByRole('menu', { name: 'Geräte' })
  await expect(phoneMenu.getByRole('menuitemradio')).toHaveCount(2)
  await expectAccessible(phone)
  await phoneMenu.getByRole('menuitemradio', { checked: false }).click()
  await expectSound(phone)
  await isSilent(desk)
  await expect(notice(desk)).toContainText(/^Spielt jetzt auf .*\. Hier wurde angehalten\./)
  await expectAccessible(desk)

  // Now the desktop computer controls the phone: it seeks there, and chooses the device that plays.
  await desk.getByRole('slider', { name: 'Position' }).fill('50')
  await expect.poll(async () => secondsPlayed(phone)).toBeGreaterThan(119)
  const menu = await openDevices(desk, 2)
  await expectAccessible(desk)
  await desk.keyboard.press('Escape')
  await expect(menu).toBeHidden()

  // If playback starts on a second device, the first one pauses and shows that.
  await notice(desk).getByRole('button', { name: 'Hier weiterspielen' }).click()
  await expectSound(desk)
  expect(await secondsPlayed(desk)).toBeGreaterThan(119)
  await isSilent(phone)
  await expect(phone.getByText(/^Spielt jetzt auf .*\. Hier wurde angehalten\./)).toBeAttached()

  // Chosen in the menu, the phone plays again. Then it is closed.
  const chosen = await openDevices(desk, 2)
  await chosen.getByRole('menuitemradio', { checked: false }).click()
  await expectSound(phone)
  await isSilent(desk)
  await expect(player(desk).getByRole('button', { name: /^Spielt auf / })).toBeVisible()
  await phone.close()
  await expect(notice(desk)).toContainText(
    /ist nicht mehr erreichbar\. Der Stand bei [23]:\d\d ist gesichert\./,
  )
  await isSilent(desk)
  await notice(desk).getByRole('button', { name: 'Hier weiterspielen' }).click()
  await expectSound(desk)
  await expect(player(desk).getByRole('link', { name: 'Mitte' })).toBeVisible()
  const alone = await openDevices(desk, 1)
  await expect(alone.getByRole('menuitemradio')).toBeChecked()
  await expect(desk.getByText('Öffne das Archive auf einem anderen Gerät, dann steht es hier.')).toBeVisible()
})

test('what plays is saved after the code for that could not be loaded at first', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson({ expects: /net::ERR_FAILED/ })
  await listenIn(page)
  const code = /\/connect-devices-[^/]+\.js$/
  await page.route(code, (route) => route.abort())
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Kurzwelle', { Anfang: 60 })
  await openAlbum(page, 'Kurzwelle')
  await trackButton(page, 'Anfang').click()
  await expectSound(page)
  const saved = page.waitForRequest(
    (request) => request.method() !== 'GET' && new URL(request.url()).pathname.startsWith('/api/play-state'),
  )
  await page.unroute(code)
  await saved
})
