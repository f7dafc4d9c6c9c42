import { addTones, chooseInMenu, openAlbum, player, queue, trackButton, upcoming } from './albums.ts'
import { expectSound, listenIn, secondsPlayed } from './playback-checks.ts'
import { hidePage, showPage, titleInSystem } from './background-page.ts'
import { enterAsAdmin, OUTSIDE_APP } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test('an album plays to its end, queued tracks play first, and a reload or a closed browser changes nothing', async ({
  archive,
  newPerson,
}) => {
  let page = await newPerson()
  await listenIn(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Kurzwelle', { Anfang: 4, Mitte: 60, Wende: 60, Zugabe: 60 })
  const loaded = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/stream/')) loaded.add(pathname)
  })
  await openAlbum(page, 'Kurzwelle')
  await expect.poll(() => loaded.size, { message: 'the first three songs load ahead' }).toBe(3)
  await trackButton(page, 'Anfang').click()
  await expectSound(page)
  // In the background no timer is needed to reach the next track.
  await hidePage(page)
  await expect.poll(() => titleInSystem(page)).toBe('Mitte')
  await expectSound(page)
  await showPage(page)
  await expect(player(page)).toContainText('Mitte')
  await expectSound(page)

  await chooseInMenu(page, 'Zugabe', 'Zur Warteschlange')
  await chooseInMenu(page, 'Wende', 'Zur Warteschlange')
  await page.getByRole('button', { name: 'Warteschlange, 4 Titel' }).click()
  const waiting = upcoming(page)
  await expect(waiting).toHaveText([/^Zugabe/, /^Wende/, /^Wende/, /^Zugabe/])
  await expect(queue(page).getByRole('link', { name: 'Kurzwelle' })).toBeVisible()
  await queue(page)
    .getByRole('button', { name: /^Wende.*abspielen$/ })
    .first()
    .focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(waiting).toHaveText([/^Wende/, /^Zugabe/, /^Wende/, /^Zugabe/])
  await expect(
    queue(page)
      .getByRole('button', { name: /^Wende.*abspielen$/ })
      .first(),
  ).toBeFocused()
  await expectAccessible(page)

  await page.getByRole('slider', { name: 'Position' }).fill('95')
  await expect(player(page)).toContainText('Wende')
  await expectSound(page)
  await expect(waiting).toHaveText([/^Zugabe/, /^Wende/, /^Zugabe/])
  await page.getByRole('slider', { name: 'Position' }).fill('50')
  await expect(player(page)).toContainText('0:3')
  await page.reload()
  const offer = /^Weiterhören: Wende bei 0:3\d · Chrome auf /
  await expect(player(page).getByRole('button', { name: offer })).toBeVisible()
  await expect(trackButton(page, 'Wende')).toBeVisible()
  await expectAccessible(page)

  // After the browser was closed, only the state of the tab is lost.
  await page.getByRole('slider', { name: 'Lautstärke' }).fill('0.3')
  const context = page.context()
  await page.close()
  page = await context.newPage()
  await listenIn(page)
  await page.goto('/archive')
  await expect(player(page).getByRole('button', { name: offer })).toBeVisible()
  await player(page).getByRole('button', { name: 'Gespeicherten Stand verwerfen' }).click()
  await expect(player(page)).toContainText('Kein Track ausgewählt')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(player(page).getByRole('button', { name: offer })).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Lautstärke' })).toHaveValue('0.3')
  await page.getByRole('button', { name: 'Warteschlange, 3 Titel' }).click()
  await queue(page).getByRole('button', { name: 'Leeren' }).click()
  await expect(queue(page)).toContainText('Warteschlange ist leer')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(upcoming(page)).toHaveText([/^Zugabe/, /^Wende/, /^Zugabe/])
  await page.keyboard.press('Escape')
  await expect(player(page).getByRole('button', { name: offer })).toBeVisible()
  // The space bar resumes playback, too, if the page has the focus.
  await page.locator('#main').focus()
  await page.keyboard.press(' ')
  await expectSound(page)
  await expect(player(page).getByRole('link', { name: 'Wende' })).toBeVisible()
})

test('the menu of a track opens by pointer, its link opens the track in a new page, its details show the play count', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Kurzwelle', { Anfang: 20, Mitte: 20 })
  await openAlbum(page, 'Kurzwelle')

  await trackButton(page, 'Mitte').click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Mitte' })
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  await menu.getByRole('menuitem', { name: 'Details anzeigen' }).click()
  const details = page.getByRole('dialog', { name: 'Details' })
  await expect(details).toContainText('Zuletzt gespieltnoch nie')
  await expect(details).toContainText('Dauer0:20')
  await expect(details).toContainText('DateiWAV')
  await expectAccessible(page)
  // On a slow connection the download shows its progress, and can be cancelled.
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: 10_000, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', slow)
  await details.getByRole('button', { name: 'Herunterladen' }).click()
  await expect(details.getByRole('button', { name: /^Abbrechen, [1-9]\d* %$/ })).toBeVisible()
  await details.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByText('Download abgebrochen')).toBeAttached()
  await network.send('Network.emulateNetworkConditions', { ...slow, downloadThroughput: -1 })
  const saved = page.waitForEvent('download')
  await details.getByRole('button', { name: 'Herunterladen' }).click()
  expect((await saved).suggestedFilename()).toBe('Kurzwelle - Mitte.wav')
  await expect(page.getByText('Mitte heruntergeladen')).toBeAttached()
  await page.keyboard.press('Escape')

  await chooseInMenu(page, 'Mitte', 'Link kopieren')
  await expect(page.getByText('Link kopiert!')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/archive\?track=\S+$/)

  const other = await page.context().newPage()
  await listenIn(other)
  // The link of a moment, which has a second of the track in `t`, offers to play the track from that second.
  await other.goto(`${link}&t=9`)
  await expect(other.getByText('Track gefunden: Mitte - Kurzwelle')).toBeVisible()
  await expect(other).toHaveURL(/\/archive\?album=Kurzwelle$/)
  await expect(trackButton(other, 'Mitte')).toBeInViewport()
  await expectAccessible(other)
  const offer = other.getByRole('button', { name: 'Ab 0:09 abspielen' })
  await offer.click()
  await expectSound(other)
  await expect(player(other)).toContainText('Mitte')
  expect(await secondsPlayed(other)).toBeGreaterThanOrEqual(9)
  await expect(offer).toBeHidden()

  await other.goto('/archive?track=erfunden')
  await expect(other.getByText('Track nicht gefunden')).toBeVisible()
  await expect(other).toHaveURL(/\/archive$/)
})
