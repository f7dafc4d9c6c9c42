import type { Page } from '@playwright/test'
import { type FakeLastfm, startFakeLastfm } from '../server/src/testing/fake-lastfm.ts'
import { type FakeListenbrainz, startFakeListenbrainz } from '../server/src/testing/fake-listenbrainz.ts'
import { addTones, openAlbum, trackButton } from './albums.ts'
import { expectSound, speedUpPlayback, listenIn } from './playback-checks.ts'
import { enterAsAdmin, enterAsMember, OUTSIDE_APP, person, tabTo } from './people.ts'
import { startArchive } from './running-archive.ts'
import { expect, expectAccessible, test as base } from './test.ts'

const TOKEN = 'f00dfeed-0000-4000-8000-000000000001'
const TAB = '/settings?tab=lastfm'

/** The fake services are on another host than the archive: 127.0.0.1 instead of localhost. */
const test = base.extend<{ lastfm: FakeLastfm; listenbrainz: FakeListenbrainz }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  lastfm: async ({}, use) => {
    const lastfm = await startFakeLastfm()
    await use(lastfm)
    await lastfm.close()
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  listenbrainz: async ({}, use) => {
    const listenbrainz = await startFakeListenbrainz({ [TOKEN]: 'jonas_lb' })
    await use(listenbrainz)
    await listenbrainz.close()
  },
  archive: async ({ host, lastfm: { settings }, listenbrainz }, use) => {
    const archive = await startArchive(host.launch, () => ({
      LASTFM_API_KEY: settings.apiKey,
      LASTFM_API_SECRET: settings.apiSecret,
      LASTFM_API_URL: settings.apiUrl,
      LASTFM_AUTH_URL: settings.authUrl,
      LISTENBRAINZ_URL: listenbrainz.apiUrl,
    }))
    await use(archive)
    await archive.stop()
  },
})

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Presses a button that opens the popup. */
async function openPopup(page: Page, name = 'Verbinden'): Promise<Page> {
  const button = page.getByRole('button', { name, exact: true })
  const opening = page.waitForEvent('popup')
  await button.press('Enter')
  const popup = await opening
  await expect(popup.getByRole('heading', { name: 'Connect application' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verbinde...' })).toBeVisible()
  return popup
}

test('Last.fm asks for permission in a popup; other messages change nothing', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await enterAsMember(page, archive, person('jonas'), TAB)
  const own = card(page, 'Last.fm')
  await expect(own.getByText('Verbinde deinen Account bei Last.fm.')).toBeVisible()
  await expect(page.getByText('werden nie gemeldet, damit nichts davon nach außen dringt')).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, own.getByRole('button', { name: 'Verbinden' }))

  const first = await openPopup(page)
  expect(await first.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 700])
  // Messages of other windows are ignored.
  await page.evaluate(() => window.postMessage({ type: 'LASTFM_AUTH_SUCCESS' }, location.origin))
  await first.evaluate(() => window.opener?.postMessage({ type: 'LASTFM_AUTH_ERROR', error: 'falsch' }, '*'))
  await expect(page.getByRole('button', { name: 'Verbinde...' })).toBeVisible()
  // When the popup is closed, the attempt to connect ends.
  await first.close()
  await expect(page.getByRole('button', { name: 'Verbinden', exact: true })).toBeVisible()
  await expect(page.getByText('falsch')).toBeHidden()

  const second = await openPopup(page)
  const secondGone = second.waitForEvent('close')
  await second.getByRole('link', { name: 'No, thanks' }).click()
  await secondGone
  await expect(
    own.getByText('Fehler bei der Verbindung: Last.fm hat den Zugang nicht bestätigt.'),
  ).toBeVisible()
  await expectAccessible(page)

  const third = await openPopup(page)
  const thirdGone = third.waitForEvent('close')
  await third.getByRole('link', { name: 'Yes, allow access' }).click()
  await thirdGone
  await expect(page.getByText('Last.fm erfolgreich verbunden!')).toBeVisible()
  await expect(own.getByText('jonas_hoert')).toBeVisible()
  await expect(own.getByText('Verbunden')).toBeVisible()
  await expectAccessible(page)
})

test('the plays of a connected member are delivered; the member pauses, reconnects and disconnects', async ({
  archive,
  newPerson,
  lastfm,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Nordlicht Süd', { Abfahrt: 60, Rücklichter: 60 })
  await page.goto(TAB)
  const own = card(page, 'Last.fm')
  await (await openPopup(page)).getByRole('link', { name: 'Yes, allow access' }).click()
  await expect(own.getByText('Verbunden')).toBeVisible()

  await openAlbum(page, 'Nordlicht Süd')
  await trackButton(page, 'Abfahrt').click()
  await expectSound(page)
  await expect.poll(() => lastfm.nowPlaying).toEqual([{ account: 'jonas_hoert', track: 'Abfahrt' }])
  await speedUpPlayback(page, 16)
  await expect.poll(() => lastfm.arrived.map(({ track }) => track)).toEqual(['Abfahrt'])

  await page.goto(TAB)
  await expect(own.getByText('Übertragene Wiedergaben').locator('..')).toContainText('1')
  const pause = own.getByRole('switch', { name: 'Last.fm pausieren' })
  await pause.press('Space')
  await expect(own.getByText('Pausiert')).toBeVisible()
  await expect(pause).toBeChecked()
  await pause.press('Space')
  await expect(own.getByText('Verbunden')).toBeVisible()

  // Last.fm revokes the access: the next track detects it, and a new connection is requested.
  lastfm.revoke('jonas_hoert')
  await openAlbum(page, 'Nordlicht Süd')
  await trackButton(page, 'Rücklichter').click()
  await expect.poll(() => lastfm.calls.at(-1)?.parameters['track']).toBe('Rücklichter')
  await page.goto(TAB)
  await expect(own.getByText('Last.fm nimmt deine Wiedergaben nicht mehr an.')).toBeVisible()
  await expectAccessible(page)
  const fourth = await openPopup(page, 'Neu verbinden')
  await fourth.getByRole('link', { name: 'Yes, allow access' }).click()
  await expect(own.getByText('Verbunden')).toBeVisible()

  await own.getByRole('button', { name: 'Last.fm trennen' }).press('Enter')
  await expect(page.getByText('Last.fm getrennt.')).toBeVisible()
  await expect(own.getByText('Verbinde deinen Account bei Last.fm.')).toBeVisible()
})

test('ListenBrainz is connected by its token, by keyboard and on a phone', async ({ archive, newPerson }) => {
  const page = await newPerson({ phone: true })
  await enterAsMember(page, archive, person('lena'), TAB)
  const own = card(page, 'ListenBrainz')
  const field = own.getByLabel('Token')
  await tabTo(page, field)
  await page.keyboard.type('falsch falsch')
  await page.keyboard.press('Enter')
  await expect(own.getByText('Ein Token besteht nur aus Buchstaben, Ziffern und Strichen')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('0000-unbekannt')
  await page.keyboard.press('Enter')
  await expect(own.getByText('ListenBrainz kennt diesen Token nicht.')).toBeVisible()
  await expectAccessible(page)
  await field.fill(TOKEN)
  await page.keyboard.press('Enter')
  await expect(page.getByText('ListenBrainz erfolgreich verbunden!')).toBeVisible()
  await expect(own.getByText('jonas_lb')).toBeVisible()
  await expect(page.getByText(TOKEN)).toHaveCount(0)
  await own.getByRole('button', { name: 'ListenBrainz trennen' }).click()
  await expect(page.getByText('ListenBrainz getrennt.')).toBeVisible()
})

base('where the operator has no credentials the tab says so', async ({ archive, newPerson }) => {
  const page = await newPerson()
  await enterAsMember(page, archive, person('lena'), TAB)
  const own = card(page, 'Last.fm')
  await expect(own.getByText('Last.fm ist hier nicht eingerichtet')).toBeVisible()
  await expect(own.getByRole('button')).toHaveCount(0)
})
