import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { addTones, filesOf, openAlbum, player, queue, trackButton, upcoming } from './albums.ts'
import { expectSound, listenIn, secondsPlayed, skipToEnd } from './playback-checks.ts'
import { addAlbumByCall } from './archive-calls.ts'
import { enterAsAdmin, OUTSIDE_APP } from './people.ts'
import { encodeSweep } from './sweep-files.ts'
import { toneFile } from './tones.ts'
import { comeToRest, expect, expectAccessible, scrollingEnds, test } from './test.ts'

/** Records the page's handlers of media keys, which a test cannot press. */
const noteMediaKeys = (page: Page) =>
  page.addInitScript(() => {
    const keys = new Map<string, MediaSessionActionHandler | null>()
    navigator.mediaSession.setActionHandler = (action, handler) => void keys.set(action, handler)
    Object.assign(globalThis, {
      pressMediaKey: (action: MediaSessionAction) => keys.get(action)?.({ action }),
    })
  })
const pressMediaKey = (page: Page, action: MediaSessionAction) =>
  page.evaluate(`pressMediaKey(${JSON.stringify(action)})`)
const shownByTheSystem = (page: Page) =>
  page.evaluate(() => {
    const { metadata, playbackState: state } = navigator.mediaSession
    return { title: metadata?.title, artist: metadata?.artist, covers: metadata?.artwork.length, state }
  })
/** The rates of the player's elements, each once. */
const ratesIn = (page: Page) =>
  page.evaluate(() => [
    ...new Set([...document.querySelectorAll('audio')].map(({ playbackRate }) => playbackRate)),
  ])
/** A toast with this text is shown for this number of seconds. */
async function expectToast(page: Page, text: string, seconds: number) {
  const toast = page.getByText(text, { exact: true })
  await expect(toast).toBeVisible()
  await expect(toast.locator('> span')).toHaveCSS('animation-duration', `${seconds}s`)
}

test('repeat plays a track again, shuffle plays every track once, and keys control the player', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await noteMediaKeys(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Reigen', { Erstes: 20, Zweites: 20, Drittes: 20 })
  await openAlbum(page, 'Reigen')

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await trackButton(page, 'Erstes').click()
  await expectSound(page)
  await expect
    .poll(() => shownByTheSystem(page))
    .toEqual({
      title: 'Erstes',
      artist: 'Reigen',
      covers: 1,
      state: 'playing',
    })
  await pressMediaKey(page, 'pause')
  await expect(player(page).getByRole('button', { name: 'Abspielen' })).toBeVisible()
  // Paused, so that the track cannot end meanwhile.
  await page.keyboard.press('.')
  await expectToast(page, 'Tempo 1,25×', 3)
  const speed = player(page).getByRole('button', { name: 'Tempo 1,25-fach' })
  await expect.poll(() => ratesIn(page)).toEqual([1.25])
  await speed.click()
  await expect(page.getByRole('menuitemradio', { name: '1,25-fach' })).toHaveAttribute('aria-checked', 'true')
  await expectAccessible(page)
  await page.getByRole('menuitemradio', { name: '1-fach' }).click()
  await page.keyboard.press('Escape')
  await expect(speed).toBeHidden()
  await expect.poll(() => ratesIn(page)).toEqual([1])
  await player(page).getByRole('button', { name: 'Mehr', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Schlummer-Timer' }).click()
  await page.getByRole('menuitemradio', { name: /^15 Minuten/ }).click()
  const sleep = player(page).getByRole('button', { name: 'Schlummer-Timer, noch 15 Minuten' })
  await sleep.click()
  await expect(page.getByRole('timer')).toContainText('Noch 15 Minuten')
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Timer ausschalten' }).click()
  await expect(sleep).toBeHidden()
  await pressMediaKey(page, 'play')
  await expectSound(page)

  await page.keyboard.press('r')
  await expectToast(page, 'Alle wiederholen', 3)
  await page.keyboard.press('r')
  await expect(page.getByText('Track wiederholen')).toBeVisible()
  await skipToEnd(page)
  await expect.poll(() => secondsPlayed(page), { message: 'it begins again' }).toBeLessThan(10)
  await expectSound(page)
  await expect(player(page)).toContainText('Erstes')

  await page.keyboard.press('r')
  await expect(page.getByText('Repeat aus')).toBeVisible()
  await page.keyboard.press('r')
  await page.keyboard.press('s')
  await expect(page.getByText('Shuffle an')).toBeVisible()
  const title = async () => /Erstes|Zweites|Drittes/.exec(await player(page).innerText())?.[0]
  const played = [await title()]
  while (played.length < 4) {
    await expectSound(page)
    await skipToEnd(page)
    await expect.poll(title).not.toBe(played.at(-1))
    played.push(await title())
  }
  expect(new Set(played.slice(0, 3))).toEqual(new Set(['Erstes', 'Zweites', 'Drittes']))
  expect(played[3]).toBe(played[0])

  await page.keyboard.press('l')
  await expectToast(page, 'Zu "Lieblingssongs" hinzugefügt', 2)
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: 'Ton einschalten' })).toBeVisible()
})

test('a menu moves with its row, and closes when the row leaves the window', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  // A lower window has no room for the menu below the row.
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Wandernd', Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`Lied ${n}`, 1])))
  await openAlbum(page, 'Wandernd')
  const row = trackButton(page, 'Lied 1')
  const menu = page.getByRole('menu', { name: 'Lied 1' })
  // Opening the album scrolls the page.
  await expect(row).toBeVisible()
  // Scrolled so that the menu has room below the row: otherwise it would change sides while the page scrolls.
  await row.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 300))
  await scrollingEnds(page)
  const topOf = async (what: typeof row) => Math.round((await what.boundingBox())?.y ?? NaN)
  await row.click({ button: 'right' })
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  // The menu moves while it fades in.
  await comeToRest(page)
  const [rowAt, menuAt] = [await topOf(row), await topOf(menu)]
  await page.mouse.wheel(0, 60)
  await expect.poll(async () => topOf(row)).toBe(rowAt - 60)
  await expect.poll(async () => topOf(menu)).toBe(menuAt - 60)
  await page.mouse.wheel(0, 3000)
  await expect(menu).toBeHidden()
})

test('the queue is sorted by mouse, by keys and by touch', async ({ archive, newPerson }) => {
  const page = await newPerson()
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Stapel', { Eins: 30, Zwei: 30, Drei: 30 })
  await openAlbum(page, 'Stapel')
  for (const title of ['Eins', 'Zwei', 'Drei']) {
    await trackButton(page, title).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Zur Warteschlange' }).click()
    await expect(page.getByText(`Warteschlange: ${title} hinzugefügt`)).toBeVisible()
  }
  await page.keyboard.press('q')
  const rows = upcoming(page)
  const grip = (title: string) => queue(page).getByRole('button', { name: `${title} verschieben` })
  await expect(rows).toHaveText([/^Eins/, /^Zwei/, /^Drei/])

  await grip('Eins').hover()
  await page.mouse.down()
  const from = await grip('Eins').boundingBox()
  const to = await grip('Drei').boundingBox()
  if (from === null || to === null) throw new Error('The grips are not on the screen')
  await page.mouse.move(from.x + 5, (from.y + to.y) / 2, { steps: 5 })
  await page.mouse.move(to.x + 5, to.y + to.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect(rows).toHaveText([/^Zwei/, /^Drei/, /^Eins/])

  await grip('Eins').focus()
  await page.keyboard.press('Space')
  await expect(queue(page).getByText('Eins angehoben, Platz 3 von 3', { exact: false })).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(rows).toHaveText([/^Zwei/, /^Eins/, /^Drei/])
  await expect(grip('Eins')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(rows).toHaveText([/^Zwei/, /^Drei/, /^Eins/])
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(rows).toHaveText([/^Eins/, /^Zwei/, /^Drei/])

  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  // While the rows still move to their places, a touch would hit a neighbour of the row.
  await comeToRest(page)
  const held = await grip('Eins').boundingBox()
  const target = await grip('Zwei').boundingBox()
  if (held === null || target === null) throw new Error('The grips are not on the screen')
  await touch('touchStart', held.x + 8, held.y + held.height / 2)
  // The row is dragged once the touch has been held long enough.
  await expect(queue(page).locator('li[aria-hidden]')).toBeAttached()
  await touch('touchMove', held.x + 8, target.y + target.height / 2)
  await touch('touchEnd', 0, 0)
  await expect(rows).toHaveText([/^Zwei/, /^Eins/, /^Drei/])
})

test('a track that cannot be played is reported and the next one plays; an expired ticket is renewed silently', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await page.route(
    '**/api/auth/media-ticket',
    (route) => route.fulfill({ json: { ticket: 'st_x.y', expiresAt: '2099-01-01T00:00:00.000Z' } }),
    { times: 1 },
  )
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Lücken', { Fehlt: 3, Heil: 20, Kaputt: 3, Ganz: 20, Verwehrt: 3, Offen: 20 })
  const files = await filesOf(page, 'Lücken')
  const streamOf = (title: string) => `**/api/stream/${files[title]}*`
  await page.route(streamOf('Fehlt'), (route) =>
    route.fulfill({ status: 404, json: { error: 'x', code: 'FILE_UNAVAILABLE', requestId: 'r' } }),
  )
  await page.route(streamOf('Kaputt'), (route) =>
    route.fulfill({ contentType: 'audio/wav', body: 'kein Ton '.repeat(2000) }),
  )
  // A file that the browser rejects is requested as an encoding, which the server cannot make of this one.
  await page.route(`**/api/quality/${files['Kaputt']}*`, (route) => route.fulfill({ status: 404 }))
  await page.route(streamOf('Verwehrt'), (route) =>
    route.fulfill({ status: 403, json: { error: 'x', code: 'KEY_REQUIRED', requestId: 'r' } }),
  )
  await openAlbum(page, 'Lücken')
  // The player waits up to 15 s for a file that neither plays nor fails.
  const announces = (text: string) =>
    expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible({ timeout: 25_000 })
  const skip = () => player(page).getByRole('button', { name: 'Nächster Track' }).click()

  await trackButton(page, 'Heil').click()
  await expectSound(page)
  await expect(page.getByText('Fehler beim Abspielen des Tracks')).toHaveCount(0)

  await trackButton(page, 'Fehlt').click()
  await announces('Fehler beim Abspielen des Tracks')
  await expectSound(page)
  await expect(player(page)).toContainText('Heil')

  await skip()
  await announces('Fehler beim Abspielen des Tracks')
  await expectSound(page)
  await expect(player(page)).toContainText('Ganz')

  await skip()
  await announces('Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen')
  await expectSound(page)
  await expect(player(page)).toContainText('Offen')
})

/** An m4a file of twelve seconds whose sound cannot be decoded from the middle on. */
async function brokenInTheMiddle(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-broken-'))
  try {
    const file = await readFile(encodeSweep(join(folder, 'sound'), 'm4a', 0, 12))
    const sound = file.indexOf('mdat') + 4
    const end = file.indexOf('moov') - 4
    for (let at = Math.round((sound + end) / 2); at < end; at += 1) file[at] = (at * 167) % 251
    return file
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a decoder that fails in the middle of a track is reported, and the next track plays', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  const sound = [{ name: '1.m4a', bytes: await brokenInTheMiddle() }, toneFile(20, 440)]
  await addAlbumByCall(page, { title: 'Bruchstelle', tracks: ['Bricht', 'Danach'], sound })
  await openAlbum(page, 'Bruchstelle')
  await trackButton(page, 'Bricht').click()
  await expectSound(page)
  await expect(player(page)).toContainText('Bricht')
  await expect(page.getByRole('alert').filter({ hasText: 'Fehler beim Abspielen des Tracks' })).toBeVisible({
    timeout: 25_000,
  })
  await expect(player(page)).toContainText('Danach')
  await expectSound(page)
})
