import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { SAMPLES, taggedMp3 } from '../server/src/testing/audio-samples.ts'
import { addAlbumByCall } from './archive-calls.ts'
import { enterAsAdmin, loginByCall, OUTSIDE_APP, person } from './people.ts'
import { comeToRest, expect, expectAccessible, scrollingEnds, test } from './test.ts'
import { toneFile } from './tones.ts'

const albums = (page: Page) => page.locator('[data-album]')
const grip = (page: Page, title: string) =>
  page.getByRole('button', { name: `${title} verschieben`, exact: true })
const album = (page: Page, title: string) =>
  albums(page).filter({ has: page.getByRole('button', { name: `${title} löschen` }) })
/** The gap in the list that shows where a dragged row would be dropped. */
const slot = (page: Page) => page.locator('ol > li[aria-hidden]')
const tracks = (page: Page, title: string) => page.getByRole('list', { name: `Tracks von ${title}` })

/** Waits until the screen shows the albums in this order, from top to bottom. */
async function expectOrder(page: Page, titles: string[]): Promise<void> {
  await expect(async () => {
    const shown = await albums(page).evaluateAll((rows) =>
      rows
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((row) => row.querySelector('strong')?.textContent),
    )
    expect(shown).toEqual(titles)
  }).toPass()
}

async function expectTracks(list: Locator, titles: string[]): Promise<void> {
  await expect(async () => {
    const shown = await list
      .locator('[data-track]')
      .evaluateAll((rows) =>
        rows
          .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map((row) => row.querySelector('span[title]')?.textContent),
      )
    expect(shown).toEqual(titles)
  }).toPass()
}

/** Every call to these paths fails until `work` has finished. */
async function whileFailing(page: Page, paths: string, work: () => Promise<void>): Promise<void> {
  const fault = { error: 'Interner Fehler', code: 'SERVER_FAULT', requestId: '1' }
  await page.route(paths, (route) => route.fulfill({ status: 500, json: fault }))
  await work()
  await page.unroute(paths)
}

/** Records how long the animation of each moved row takes, in milliseconds. */
async function noteMoves(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      if (!(target instanceof HTMLElement) || propertyName !== 'translate') return
      const move = target
        .getAnimations()
        .find((one) => one instanceof CSSTransition && one.transitionProperty === propertyName)
      // The animation may be over or replaced when a busy machine delivers the event.
      if (move !== undefined) target.dataset['moves'] = String(move.effect?.getComputedTiming().duration)
    }),
  )
}

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

test('albums are sorted by mouse, by keys and by their grips; an outdated list says so and loses nothing', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson({ expects: /a status of 500|net::ERR_FAILED/ })
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  for (const title of ['Vier', 'Drei', 'Zwei', 'Eins'])
    await addAlbumByCall(page, { title, tracks: ['Lied', 'Lied zwei'], isExclusive: title === 'Drei' })
  await page.goto('/admin?tab=tracks')
  await expectOrder(page, ['Eins', 'Zwei', 'Drei', 'Vier'])
  await expectAccessible(page)

  const from = await middleOf(grip(page, 'Eins'))
  const to = await middleOf(grip(page, 'Drei'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + 4)
  await expect(slot(page)).toHaveCount(0)
  await page.mouse.move(from.x, from.y + 5)
  await expect(slot(page)).toBeVisible()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await noteMoves(page)
  await page.mouse.up()
  await expectOrder(page, ['Zwei', 'Drei', 'Eins', 'Vier'])
  const dropTime = Number(await album(page, 'Eins').getAttribute('data-moves'))
  expect(dropTime).toBeGreaterThanOrEqual(330)
  expect(dropTime).toBeLessThanOrEqual(550)
  const back = await middleOf(grip(page, 'Vier'))
  await page.mouse.move(back.x, back.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y, { steps: 5 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expectOrder(page, ['Zwei', 'Drei', 'Eins', 'Vier'])
  await expect(page.locator('[data-grip][aria-pressed="true"]')).toHaveCount(0)

  await grip(page, 'Vier').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/Vier angehoben, Platz 4 von 4/)).toBeAttached()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expectOrder(page, ['Zwei', 'Vier', 'Drei', 'Eins'])
  await expect(grip(page, 'Vier')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await page.keyboard.press('Escape')
  await expectOrder(page, ['Zwei', 'Vier', 'Drei', 'Eins'])

  await grip(page, 'Eins').click()
  await grip(page, 'Zwei').click()
  await expectOrder(page, ['Eins', 'Zwei', 'Vier', 'Drei'])
  await page.reload()
  await expectOrder(page, ['Eins', 'Zwei', 'Vier', 'Drei'])

  await whileFailing(page, '**/api/update-albums-order', async () => {
    await grip(page, 'Eins').click()
    await grip(page, 'Zwei').click()
    await expect(page.getByText('Failed to reorder albums')).toBeVisible()
    await expectOrder(page, ['Eins', 'Zwei', 'Vier', 'Drei'])
  })

  // In a low window, dragging a row to the edge scrolls the page automatically to further rows.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 440 })
  // Rows are still moving to their places, and the layout is adapting to the lower window.
  await comeToRest(page)
  await scrollingEnds(page)
  const top = await middleOf(grip(page, 'Eins'))
  await page.mouse.move(top.x, top.y)
  await page.mouse.down()
  await page.mouse.move(top.x, 340, { steps: 5 })
  const scrolled = () => page.evaluate(() => globalThis.scrollY)
  const end = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await expect.poll(end).toBeGreaterThan(0)
  await expect.poll(async () => (await scrolled()) - (await end())).toBeCloseTo(0, -1)
  await page.mouse.up()
  await expectOrder(page, ['Zwei', 'Vier', 'Drei', 'Eins'])
  if (size) await page.setViewportSize(size)
  await grip(page, 'Eins').click()
  await grip(page, 'Zwei').click()
  await expectOrder(page, ['Eins', 'Zwei', 'Vier', 'Drei'])

  // Another admin has changed the order in the meantime, and this page has not been notified.
  await page.route('**/api/admin/albums', (route) => route.abort())
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '')
  const other = await page.request.patch('/api/update-albums-order', {
    headers: { Authorization: `Bearer ${token}` },
    data: { albums: ['Drei', 'Vier', 'Zwei', 'Eins'] },
  })
  expect(other.ok()).toBe(true)
  await page.unroute('**/api/admin/albums')
  await page.route('**/api/update-albums-order', async (route) => {
    const body = route.request().postDataJSON()
    await route.continue({ postData: { ...body, seen: 'eine alte' } })
  })
  await grip(page, 'Eins').click()
  await grip(page, 'Zwei').click()
  await expect(page.getByText('Die Liste ist veraltet')).toBeVisible()
  await expectOrder(page, ['Drei', 'Vier', 'Zwei', 'Eins'])
})

test('tracks of an album are sorted, get files, are renamed, deleted and added', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson({ expects: /a status of 500/ })
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addAlbumByCall(page, { title: 'Platte', tracks: ['Eins', 'Zwei [FEHLT]', 'Drei'] })
  await page.goto('/admin?tab=tracks')

  const row = album(page, 'Platte')
  await row.locator('button[aria-expanded]').first().click()
  const list = tracks(page, 'Platte')
  await list.getByRole('button', { name: 'Drei verschieben' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expectTracks(list, ['Drei', 'Eins', 'Zwei'])

  await whileFailing(page, '**/api/update-album/*', async () => {
    await list.getByRole('button', { name: 'Drei verschieben' }).click()
    await list.getByRole('button', { name: 'Zwei verschieben' }).click()
    await expect(page.getByText('Failed to reorder tracks')).toBeVisible()
    await expectTracks(list, ['Drei', 'Eins', 'Zwei'])
  })

  const fill = async () => {
    const choosing = page.waitForEvent('filechooser')
    await list.getByRole('button', { name: 'Aktionen für Zwei' }).click()
    await page.getByRole('menuitem', { name: 'Datei hochladen' }).click()
    await (await choosing).setFiles({ name: 'zwei.wav', mimeType: 'audio/wav', buffer: toneFile(3) })
  }
  // An upload that makes no progress is still shown after a visit to another page, and can be cancelled.
  await page.route('**/api/track/*/file', () => undefined)
  await fill()
  await row.locator('button[aria-expanded]').first().click()
  await expect(list).toHaveCount(0)
  await row.locator('button[aria-expanded]').first().click()
  await expect(list).toContainText('Wird hochgeladen... 0 %')
  await list.getByRole('button', { name: 'Hochladen von Zwei abbrechen' }).click()
  await expect(list.getByText('Fehlt')).toHaveCount(3)
  await page.unroute('**/api/track/*/file')
  await fill()
  await expect(page.getByText('Success')).toBeVisible()
  await expect(list.locator('[data-track]').last()).toContainText('0:03')

  await list.getByRole('button', { name: 'Aktionen für Zwei' }).click()
  await page.getByRole('menuitem', { name: 'Titel ändern' }).click()
  const naming = page.getByRole('dialog', { name: 'Titel ändern' })
  await naming.getByLabel('Titel').fill('Zwo')
  await whileFailing(page, '**/api/update-album/*', async () => {
    await naming.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText('Titel konnte nicht geändert werden.')).toBeVisible()
  })
  await expect(naming.getByLabel('Titel')).toHaveValue('Zwo')
  await naming.getByRole('button', { name: 'Speichern' }).click()
  await expectTracks(list, ['Drei', 'Eins', 'Zwo'])

  await list.getByRole('button', { name: 'Aktionen für Zwo' }).click()
  const editLyrics = page.getByRole('menuitem', { name: 'Songtext bearbeiten' })
  await expect(editLyrics).toHaveAttribute('href', /^\/admin\/albums\/.+\/lyrics\/.+/)
  await page.keyboard.press('Escape')
  await expect(editLyrics).toBeHidden()

  await list.getByRole('button', { name: 'Aktionen für Eins' }).click()
  await page.getByRole('menuitem', { name: 'Track löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expectTracks(list, ['Drei', 'Zwo'])

  await row.getByRole('button', { name: 'Add Tracks' }).click()
  const adding = page.getByRole('region', { name: 'Add Tracks: Platte' })
  await expect(adding.getByRole('button', { name: 'Add Tracks' })).toBeDisabled()
  await adding.getByLabel(/Mehrere Audiodateien/).setInputFiles([
    { name: '07 Keller.wav', mimeType: 'audio/wav', buffer: toneFile(2) },
    { name: '08 Dach.wav', mimeType: 'audio/wav', buffer: toneFile(2) },
  ])
  await expectAccessible(page)
  // After visiting another page, the form still has all its content.
  await page.getByRole('tab', { name: 'Activity Log' }).click()
  await page.getByRole('tab', { name: 'Track Management' }).click()
  await expect(adding.getByRole('textbox').first()).toHaveValue('Keller')
  await whileFailing(page, '**/api/add-tracks-to-album', async () => {
    await adding.getByRole('button', { name: 'Add Tracks' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Interner Fehler' })).toBeVisible()
    await expect(adding.getByRole('textbox').first()).toHaveValue('Keller')
  })
  await adding.getByRole('button', { name: 'Add Tracks' }).click()
  await expect(page.getByText('Tracks Added')).toBeVisible()
  await expect(adding).toHaveCount(0)
  await expectTracks(list, ['Drei', 'Zwo', 'Keller', 'Dach'])
})

test('an album is edited and deleted, and other members see that without a reload', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson({ expects: /a status of 500/ })
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addAlbumByCall(page, { title: 'Rest', tracks: ['Lied'] })
  await addAlbumByCall(page, { title: 'Platte', tracks: ['Eins', 'Zwei'] })
  const visitor = await newPerson()
  await loginByCall(visitor, archive, person('chefin'), '/archive')
  await expect(visitor.getByRole('button', { name: /^Platte/ })).toBeVisible()
  await page.goto('/admin?tab=tracks')

  const row = album(page, 'Platte')
  await page.getByLabel('Alben und Tracks suchen').fill('nirgends')
  await expect(page.getByRole('heading', { name: 'No tracks found' })).toBeVisible()
  await page.getByLabel('Alben und Tracks suchen').fill('')
  await whileFailing(page, '**/api/{update,delete}-album/*', async () => {
    await row.getByRole('button', { name: 'Make Exclusive' }).click()
    await expect(page.getByText('Status konnte nicht aktualisiert werden.')).toBeVisible()
    await expect(row.getByRole('button', { name: 'Make Exclusive' })).toBeVisible()
    await page.getByRole('button', { name: 'Platte löschen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await expect(page.getByText('Album konnte nicht gelöscht werden.')).toBeVisible()
  })
  await row.getByRole('button', { name: 'Make Exclusive' }).click()
  await expect(page.getByText('Status aktualisiert')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Remove Exclusive' })).toBeVisible()

  await row.locator('button[aria-expanded]').first().click()
  await page.getByRole('button', { name: 'Album bearbeiten' }).click()
  const editing = page.getByRole('dialog', { name: 'Album bearbeiten' })
  await editing.getByLabel('Titel', { exact: true }).fill('rest')
  await editing.getByRole('button', { name: 'Speichern' }).click()
  await expect(editing.getByText('Ein Album mit diesem Titel gibt es schon')).toBeVisible()
  await editing.getByLabel('Titel', { exact: true }).fill('Scheibe')
  await editing.getByLabel('Erscheinungsjahr').fill('1999')
  await editing.getByLabel('Typ').selectOption('EP')
  await editing
    .getByLabel('Cover auswählen')
    .setInputFiles(new URL('../web/public/default-album.jpg', import.meta.url).pathname)
  await expectAccessible(page)
  await editing.getByRole('button', { name: 'Speichern' }).click()
  await expect(editing).toBeHidden()
  await expect(album(page, 'Scheibe')).toContainText('1999, EP, 2 Tracks')
  await expect(album(page, 'Scheibe').locator('img').first()).toHaveAttribute('src', /api\/cover/)
  // Members who view the archive see the change without a reload.
  await expect(visitor.getByRole('button', { name: /^Scheibe/ })).toBeVisible()

  await page.getByRole('button', { name: 'Scheibe löschen' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete this album?')
  await question.getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText('Album gelöscht')).toBeVisible()
  await expectOrder(page, ['Rest'])
  await expect(visitor.getByRole('button', { name: /^Scheibe/ })).toHaveCount(0)
})

test('on a phone a row is dragged after a short hold, and a long album renders few rows', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson({ phone: true })
  await becomeAdminOnPhone(page, archive.setupLink)
  const long = Array.from({ length: 200 }, (_, index) => `Stück ${index + 1}`)
  await addAlbumByCall(page, { title: 'Lang', tracks: long })
  for (const title of ['Drei', 'Zwei', 'Eins']) await addAlbumByCall(page, { title, tracks: ['Lied'] })
  await page.goto('/admin?tab=tracks')
  await expectOrder(page, ['Eins', 'Zwei', 'Drei', 'Lang'])
  await expectAccessible(page)

  const touch = await page.context().newCDPSession(page)
  const at = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const from = await middleOf(grip(page, 'Eins'))
  const to = await middleOf(grip(page, 'Zwei'))
  await page.evaluate(() => {
    document.addEventListener('pointerdown', () => performance.mark('touched'), { capture: true, once: true })
    const lifting = new MutationObserver(() => {
      if (document.querySelector('ol > li[aria-hidden]')) performance.mark('lifted')
    })
    lifting.observe(document.body, { childList: true, subtree: true })
  })
  await at('touchStart', [from])
  await expect(slot(page)).toBeVisible()
  const rested = await page.evaluate(() => {
    const first = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? 0
    return first('lifted') - first('touched')
  })
  expect(rested).toBeGreaterThanOrEqual(119)
  for (const share of [0.3, 0.6, 1])
    await at('touchMove', [{ x: from.x, y: from.y + (to.y - from.y) * share }])
  await at('touchEnd', [])
  await expectOrder(page, ['Zwei', 'Eins', 'Drei', 'Lang'])

  await album(page, 'Lang').locator('button[aria-expanded]').first().click()
  await expect(tracks(page, 'Lang').locator('[data-track]').first()).toBeVisible()
  expect(await page.evaluate(() => document.getElementsByTagName('*').length)).toBeLessThanOrEqual(1200)
  await expectAccessible(page)
})

async function becomeAdminOnPhone(page: Page, setupLink: string): Promise<void> {
  await page.goto(setupLink)
  await page.getByLabel('E-Mail-Adresse').fill('chefin@beispiel.de')
  await page.getByLabel('Benutzername').fill('chefin')
  await page.getByLabel('Passwort', { exact: true }).fill('ein gutes Passwort')
  await page.getByLabel('Passwort bestätigen').fill('ein gutes Passwort')
  await page.getByRole('button', { name: 'Account erstellen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Willkommen')
}

/** Drops a folder of this machine onto an element, as a file manager does. */
async function dropFolder(page: Page, target: Locator, folder: string): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const { x, y } = await middleOf(target)
  const devTools = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', { type, x, y, data })
  await devTools.detach()
}

test('a folder of tagged music that is dropped, and files that are chosen, fill the form', async ({
  archive,
  newPerson,
}, testInfo) => {
  const page = await newPerson()
  await enterAsAdmin(page, archive, '/admin?tab=album')
  const form = page.getByRole('form', { name: 'Add New Album' })
  const many = form.getByLabel(/Mehrere Audiodateien/)
  const add = async (album: string) => {
    await expect(form.getByLabel('Titel 1')).toHaveValue('Erstes')
    await expect(form.getByLabel('Titel 2')).toHaveValue('Zweites')
    await expect(form.getByLabel('Titel', { exact: true })).toHaveValue(album)
    await expect(form.getByLabel('Künstler')).toHaveValue('Ada')
    await expect(form.getByLabel('Erscheinungsjahr')).toHaveValue('2019')
    await expectAccessible(page)
    await form.getByLabel('Typ').selectOption('EP')
    await form.getByRole('button', { name: 'Album hinzufügen' }).click()
    await expect(form.getByLabel('Titel', { exact: true })).toHaveValue('')
  }
  const folder = testInfo.outputPath('Weg')
  await mkdir(folder, { recursive: true })
  const tags = { album: 'Süßer Weg', artist: 'Ada', date: '2019' }
  await writeFile(join(folder, 'a.mp3'), taggedMp3({ ...tags, title: 'Zweites', track: '2' }))
  await writeFile(join(folder, 'b.mp3'), taggedMp3({ ...tags, title: 'Erstes', track: '1' }))
  await writeFile(join(folder, 'Texte.txt'), 'kein Lied')
  await copyFile(join(SAMPLES, 'cover.jpg'), join(folder, 'cover.jpg'))
  await dropFolder(page, many, folder)
  await expect(form.getByLabel('Cover ändern, gewählt ist cover.jpg')).toBeAttached()
  await add('Süßer Weg')

  // On a phone the files are chosen in a dialog instead of being dropped.
  await page.setViewportSize({ width: 390, height: 844 })
  const others = ['Zweites', 'Erstes'].map((title, index) => ({
    name: `${title}.mp3`,
    mimeType: 'audio/mpeg',
    buffer: taggedMp3({ ...tags, album: 'Rückweg', title, track: String(2 - index) }),
  }))
  await many.setInputFiles(others)
  await add('Rückweg')
})
