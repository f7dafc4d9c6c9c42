import type { Page } from '@playwright/test'
import { addAlbumByCall, createKey, withdrawKey } from './archive-calls.ts'
import { filesOf, trackButton } from './albums.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { enterAsAdmin, enterAsMember, OUTSIDE_APP, person } from './people.ts'
import { startArchive } from './running-archive.ts'
import { comeToRest, expect, expectAccessible, scrollingEnds, test } from './test.ts'
import { toneFile } from './tones.ts'

const card = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}\\b`) })
/** Number of covers in the browser's cache whose URL contains this text. */
const keptIn = (page: Page, part = '') =>
  page.evaluate(async (wanted) => {
    if (!(await caches.has('covers'))) return 0
    const stored = await (await caches.open('covers')).keys()
    return stored.filter(({ url }) => url.includes(wanted)).length
  }, part)
/** Requests the first cover of the page under this number of different URLs. */
const requestCovers = (page: Page, count: number) =>
  page
    .locator('[data-album] img')
    .first()
    .evaluate(async (image, addresses) => {
      const [path = ''] = (image.getAttribute('src') ?? '').split('?')
      for (let number = 0; number < addresses; number += 1)
        await (await fetch(`${path}?w=96&once=${addresses}-${number}`)).arrayBuffer()
    }, count)
/** Makes the cached covers older by this number of milliseconds. */
const ageCovers = (page: Page, age: number) =>
  page.evaluate(
    (milliseconds) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('workbox-expiration')
        opening.addEventListener('error', () => reject(new Error('The worker keeps no times')))
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('cache-entries', 'readwrite')
          const walk = writing.objectStore('cache-entries').openCursor()
          walk.addEventListener('success', () => {
            if (!walk.result) return
            walk.result.update({
              ...walk.result.value,
              timestamp: walk.result.value.timestamp - milliseconds,
            })
            walk.result.continue()
          })
          writing.addEventListener('complete', () => {
            opening.result.close()
            resolve()
          })
        })
      }),
    age,
  )
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))
const elements = (page: Page) => page.evaluate(() => document.body.getElementsByTagName('*').length)

test('a large archive loads while scrolling, filters are in the URL, and the position is restored', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await enterAsAdmin(page, archive, '/archive')
  await expect(page.getByText('Das Archiv ist noch leer')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Erstes Album hinzufügen' }).click()
  await expect(page.getByRole('tab', { name: 'Add New Album' })).toHaveAttribute('aria-selected', 'true')
  for (let number = 1; number <= 45; number += 1) {
    await addAlbumByCall(page, {
      title: `Platte ${String(number).padStart(2, '0')}`,
      tracks: ['Stille'],
      year: 1980 + (number % 3),
      type: number % 2 === 0 ? 'ep' : 'single',
      isExclusive: number === 45,
    })
  }
  await page.goto('/archive')
  await expect(page.getByText('45 Resultate gefunden')).toBeVisible()
  await expect(
    page.getByRole('main').getByText(/^\d+ (?:Alben|Singles|EPs|Unreleased|Loosies|Features)$/),
  ).toHaveText(['0 Alben', '23 Singles', '22 EPs', '0 Unreleased', '0 Loosies', '0 Features'])
  await card(page, 'Platte 45').hover({ position: { x: 10, y: 60 } })
  await expect(
    page.getByText('Dieser Song ist Exklusiv für dieses Archive').filter({ visible: true }),
  ).toBeVisible()
  await expectAccessible(page)

  await expect(page.getByRole('button', { name: 'Nach oben' })).toHaveCount(0)
  await expect(async () => {
    await page.mouse.wheel(0, 2000)
    await expect(card(page, 'Platte 01')).toBeInViewport({ timeout: 500 })
  }).toPass()

  // Scrolling content below the menu of the top bar leaves the menu open.
  await page.getByRole('button', { name: /Benutzermenü/ }).click()
  const from = await scrolled(page)
  await page.mouse.wheel(0, -150)
  await expect.poll(() => scrolled(page)).toBeLessThan(from)
  await page.getByRole('menuitem', { name: 'Einstellungen' }).click({ trial: true })
  await page.keyboard.press('Escape')

  await card(page, 'Platte 02').click()
  await expect(page).toHaveURL(/album=Platte\+02/)
  await expect(page.getByRole('table')).toBeInViewport()
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Willkommen')
  await page.goBack()
  await expect(card(page, 'Platte 02')).toBeInViewport()
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('button', { name: 'Nach oben' }).click()
  await expect(card(page, 'Platte 45')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Nach oben' })).toHaveCount(0)

  // After sorting and a jump, earlier albums are loaded when scrolling up, and a reload restores the position.
  await page.getByLabel('Sortierung').selectOption('Jahr')
  await expect(page).toHaveURL(/sort=year$/)
  await expect(card(page, 'Platte 02')).toBeInViewport()
  await page.getByLabel('Zu einem Jahr springen').selectOption('1980')
  await expect(card(page, 'Platte 03')).toBeInViewport()
  // The jump scrolls on while rows are loaded. A press that begins on one card and ends on another opens none.
  await scrollingEnds(page)
  await card(page, 'Platte 15').click()
  await expect(page).toHaveTitle(/^Platte 15 – Archive – /)
  await expect(page.getByRole('table')).toBeInViewport()
  await page.reload()
  await expect(page.getByRole('table')).toBeInViewport()
  await page.goBack()
  await expect(page.getByRole('table')).toBeHidden()
  await expect(page).toHaveURL(/sort=year$/)
  await expect(card(page, 'Platte 15')).toBeInViewport()
  // Repeated, because the page may still be restoring its earlier position.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, 0))
    await expect(card(page, 'Platte 02')).toBeInViewport({ timeout: 1000 })
  }).toPass()
  await page.getByLabel('Sortierung').selectOption('Reihenfolge des Archivs')

  // A link to an album far down opens it there; a link to a missing album shows an error and is removed.
  await page.goto('/archive?album=Platte+04')
  await expect(page.getByRole('table')).toBeInViewport()
  await expect(card(page, 'Platte 05')).toBeAttached()
  await page.goto('/archive?album=Gibt+es+nicht')
  await expect(page.getByText('Album nicht gefunden')).toBeVisible()
  await expect(page).toHaveURL(/\/archive$/)

  // Back closes an overlay before it leaves the page.
  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: 'Archive' }).click()
  // The player and its shortcuts are loaded after the page.
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Tastenkürzel' })
  await expect(help).toBeVisible()
  await page.goBack()
  await expect(help).toBeHidden()
  await expect(page).toHaveURL(/\/archive$/)
  await page.keyboard.press('?')
  await help.getByRole('button', { name: 'Schließen' }).click()
  await expect(help).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goForward()

  await page.getByRole('button', { name: 'EP', exact: true }).click()
  await page.getByLabel('Jahr', { exact: true }).selectOption('1981')
  await expect(page).toHaveURL(/type=ep&year=1981/)
  await page.getByLabel('Suche nach Songs').fill('platte 1')
  await expect(page.getByText('2 results found for „platte 1“')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 results found for „platte 1“')).toHaveAttribute('lang', 'en')
  await expect(page.getByLabel('Jahr', { exact: true })).toHaveValue('1981')
  await page.getByLabel('Suche nach Songs').fill('gibt es nicht')
  await expect(page.getByText('Keine Alben gefunden')).toBeVisible()
  await expect(page.getByText('Versuche es mit einem anderen Suchbegriff oder Filter')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Filter zurücksetzen' }).last().click()
  await expect(page.getByText('45 Resultate gefunden')).toBeVisible()
  await expect(page).toHaveURL(/\/archive$/)
})

test('an album of two hundred tracks whose title cannot be in a URL opens, and keys reach its end', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  const tracks = Array.from({ length: 200 }, (_, index) => `Stück ${index + 1}`)
  await addAlbumByCall(page, { title: '..', tracks, sound: toneFile(1) })
  await page.goto('/archive')
  await page.locator('[data-album]').click()
  await expect(trackButton(page, 'Stück 1')).toBeVisible()
  await expect.poll(() => elements(page)).toBeLessThanOrEqual(1200)
  await trackButton(page, 'Stück 1').focus()
  await page.keyboard.press('End')
  await expect(trackButton(page, 'Stück 200')).toBeFocused()
  await expect(trackButton(page, 'Stück 200')).toBeInViewport()
  await page.keyboard.press('ArrowUp')
  await expect(trackButton(page, 'Stück 199')).toBeFocused()
  await expect.poll(() => elements(page)).toBeLessThanOrEqual(1200)
  await page.reload()
  await expect(page.getByRole('heading', { name: '..' })).toBeVisible()
  await expectAccessible(page)
})

test('a failed page says so and offers to load it again', async ({ archive, newPerson }) => {
  const page = await newPerson()
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addAlbumByCall(page, { title: 'Funkloch', tracks: ['Stille'] })
  let isReloaded = false
  // The app may repeat the request, which fails until the page is reloaded.
  await page.route(/\/albums\?/, (route) =>
    isReloaded ? route.continue() : route.fulfill({ status: 400, json: {} }),
  )
  await page.goto('/archive')
  await expect(page.getByText('Fehler beim Laden')).toBeVisible()
  await expectAccessible(page)
  page.on('request', (request) => {
    isReloaded ||= request.isNavigationRequest()
  })
  await page.getByRole('button', { name: 'Seite neu laden' }).click()
  await expect(card(page, 'Funkloch')).toBeVisible()
})

test('without a key twenty albums are previewed, and a link asks for the key and then opens its track', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive, OUTSIDE_APP)
  for (let number = 1; number <= 21; number += 1)
    await addAlbumByCall(admin, { title: `Platte ${number}`, tracks: ['Lied'], sound: toneFile(5) })
  const key = await createKey(admin)
  const { Lied: file = '' } = await filesOf(admin, 'Platte 3')

  const page = await newPerson()
  await enterAsMember(page, archive, person('mara'), '/archive')
  await expect(page.getByText('Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen')).toBeVisible()
  await expect(page.locator('[inert]').getByText('20 Resultate gefunden')).toBeAttached()
  await expect(page.locator('[data-album]').first()).toBeAttached()
  await expect(page.getByRole('button', { name: /Platte/ })).toHaveCount(0)
  await expectAccessible(page)

  await page.goto(`/archive?track=${file}`)
  const dialog = page.getByRole('dialog', { name: 'Zugangsschlüssel eingeben' })
  await dialog.getByLabel('Zugangsschlüssel').fill(key)
  await expect(page.getByText('Track gefunden: Lied - Platte 3')).toBeVisible()
  await expect(page).toHaveURL(/\/archive\?album=Platte\+3$/)
  await expect(trackButton(page, 'Lied')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Jetzt abspielen' })).toBeVisible()
})

test('a linked track is highlighted for five seconds; one that cannot be loaded says so', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addAlbumByCall(page, { title: 'Ziel', tracks: ['Davor', 'Treffer'], sound: toneFile(5) })
  const { Treffer: file = '' } = await filesOf(page, 'Ziel')
  await page.clock.install()
  await page.goto(`/archive?track=${file}`)
  const row = page.locator('[data-linked]')
  await expect(row).toContainText('Treffer')
  await expect(row).toHaveCount(1)
  await page.clock.runFor(5000)
  await expect(row).toHaveCount(0)

  await page.route(/\/albums\?track=/, (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto(`/archive?track=${file}`)
  await expect(page.getByText('Fehler beim Laden des Tracks')).toBeVisible()
  await expect(page).toHaveURL(/\/archive$/)
})

test('on a phone a long press starts a selection, whose menu acts on all of it', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive, OUTSIDE_APP)
  await addAlbumByCall(admin, { title: 'Daumen', tracks: ['Druck', 'Zug', 'Dreh'], sound: toneFile(5) })
  const key = await createKey(admin)
  const page = await newPerson({ phone: true })
  // The test controls the page's clock, which decides how long a press is.
  await page.clock.install()
  await enterAsMember(page, archive, person('mara'), '/archive')
  await page.getByRole('button', { name: 'Zugangsschlüssel eingeben' }).first().tap()
  await page.getByRole('dialog').getByLabel('Zugangsschlüssel').fill(key)
  await card(page, 'Daumen').tap()
  // Opening the album scrolls and animates: until that has ended, the row is at another position.
  await expect(trackButton(page, 'Druck')).toBeVisible()
  await comeToRest(page)
  await scrollingEnds(page)
  const box = await trackButton(page, 'Druck').boundingBox()
  const touch = await page.context().newCDPSession(page)
  const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 8 }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await page.clock.runFor(600)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  const bar = page.getByRole('toolbar', { name: 'Auswahl' })
  await expect(bar).toContainText('1 ausgewählt')
  await page.getByRole('button', { name: /^Dreh auswählen/ }).tap()
  await expect(bar).toContainText('2 ausgewählt')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mehr zu Dreh' }).tap()
  const menu = page.getByRole('menu', { name: '2 Titel' })
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Als Nächstes spielen',
    'Zur Warteschlange',
    'Zur Playlist hinzufügen…',
    'Zu „Lieblingssongs“ hinzufügen',
  ])
  await expectAccessible(page)
  await menu.getByRole('menuitem', { name: 'Zur Warteschlange' }).tap()
  await expect(page.getByText('Warteschlange: 2 Tracks hinzugefügt')).toBeVisible()
  await bar.getByRole('button', { name: 'Auswahl aufheben' }).tap()
  await expect(bar).toBeHidden()
})

test('covers are cached by the service worker for members who may see them only', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson({ expects: /net::ERR_FAILED/, serviceWorkers: 'allow' })
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addAlbumByCall(page, { title: 'Bunt', tracks: ['Farbe'], cover: true })
  await page.goto('/archive')
  await page.evaluate(async () => navigator.serviceWorker.ready)
  await page.reload()
  await expect(card(page, 'Bunt').getByRole('presentation').first()).toBeVisible()
  await expect.poll(() => keptIn(page)).toBeGreaterThan(0)
  const servedBy: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/cover/'))
      servedBy.push(response.fromServiceWorker() ? 'worker' : 'server')
  })
  await page.reload()
  await expect(card(page, 'Bunt')).toBeVisible()
  await expect.poll(() => [...new Set(servedBy)]).toEqual(['worker'])

  // At most two hundred covers are cached, each for a day.
  await requestCovers(page, 203)
  await expect.poll(() => keptIn(page)).toBe(200)
  await ageCovers(page, 25 * 60 * 60_000)
  await requestCovers(page, 1)
  await expect.poll(() => keptIn(page)).toBeLessThanOrEqual(1)

  // A request for a cover is cancelled after ten seconds. Other checks run in that time.
  await addAlbumByCall(page, { title: 'Stumm', tracks: ['Stille'], cover: true })
  await page.context().route(/\/api\/cover\//, () => undefined)
  await page.reload()
  const silent = page.locator('[data-album]').first().locator('img')
  await expect(silent).toHaveAttribute('src', /\/api\/cover\//)

  const key = await createKey(page)
  const member = await newPerson({ serviceWorkers: 'allow' })
  await enterAsMember(member, archive, person('mara'), '/archive')
  await member.getByRole('button', { name: 'Zugangsschlüssel eingeben' }).first().click()
  await member.getByRole('dialog').getByLabel('Zugangsschlüssel').fill(key)
  await expect(card(member, 'Bunt')).toBeVisible()
  await member.evaluate(async () => navigator.serviceWorker.ready)
  await member.reload()
  await expect.poll(() => keptIn(member)).toBeGreaterThan(0)
  await requestCovers(member, 2)
  await expect.poll(() => keptIn(member, 'once=')).toBe(2)
  await withdrawKey(page, 'mara')
  await member.reload()
  await expect(
    member.getByText('Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen'),
  ).toBeVisible()
  await expect.poll(() => keptIn(member, 'once=')).toBe(0)

  await expect(silent).toHaveAttribute('src', '/default-album.jpg')

  await page.getByRole('button', { name: /Benutzermenü/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
  await expect.poll(() => keptIn(page)).toBe(0)
})

test('a cover that cannot be loaded is replaced by the default one', async ({ archive, newPerson }) => {
  const page = await newPerson({ expects: /net::ERR_FAILED/ })
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await page.context().route(/\/api\/cover\//, (route) => route.abort())
  await addAlbumByCall(page, { title: 'Kaputt', tracks: ['Riss'], cover: true })
  await page.goto('/archive')
  await expect(page.locator('[data-album] img')).toHaveAttribute('src', '/default-album.jpg')
})

test('media are loaded from the configured media host', async ({ browser, host }) => {
  const archive = await startArchive(host.launch, (port) => ({ MEDIA_URL: `http://127.0.0.1:${port}` }))
  try {
    const context = await browser.newContext({ baseURL: archive.url })
    const page = await context.newPage()
    await listenIn(page)
    await enterAsAdmin(page, archive, OUTSIDE_APP)
    await addAlbumByCall(page, { title: 'Auswärts', tracks: ['Ferne'], cover: true, sound: toneFile(20) })
    await page.goto('/archive')
    const cover = page.locator('[data-album] img')
    await expect(cover).toHaveAttribute('src', /^http:\/\/127\.0\.0\.1:\d+\/api\/cover\/.*auth=/)
    await expect
      .poll(() => cover.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .toBeGreaterThan(0)
    const stream = page.waitForRequest(/\/api\/stream\//)
    await card(page, 'Auswärts').click()
    await trackButton(page, 'Ferne').click()
    expect((await stream).url()).toMatch(/^http:\/\/127\.0\.0\.1:.*token=/)
    await expectSound(page)
    await context.close()
  } finally {
    await archive.stop()
  }
})
