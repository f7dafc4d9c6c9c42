import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addAlbum, openAlbum, player, trackButton } from './albums.ts'
import { expectApart, flawsOf } from './geometry.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { enterAsAdmin, enterAsMember, loginByCall, person, tabTo } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

/** The browser's console messages while the server is unavailable. A stopping server answers 503 at first. */
const CONNECTION_LOST = /WebSocket connection to|net::ERR_|a status of 503/

const field = (page: Page) => page.getByRole('textbox', { name: 'Nachricht' })
const messages = (page: Page) => page.getByRole('list', { name: 'Nachrichten' })
const message = (page: Page, text: string | RegExp) =>
  messages(page).getByRole('article').filter({ hasText: text })
const unreadMark = (page: Page) => messages(page).getByRole('separator', { name: 'Neue Nachrichten' })
const chatEntry = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Chat Room/ })
const isConnected = (page: Page) => expect(page.getByText('Verbunden', { exact: true })).toBeVisible()

/** Waits until the page has reconnected; presses the retry button if that takes too long. */
async function comesBack(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Erneut verbinden' })
  const connected = page.getByText('Verbunden', { exact: true })
  await expect(async () => {
    // The page may reconnect at this moment, which removes the button.
    if (await again.isVisible()) await again.click({ timeout: 1000 }).catch(() => undefined)
    await expect(connected).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 60_000 })
}

/** Opens the menu of a message and chooses an action. */
async function act(page: Page, text: string, action: string): Promise<void> {
  await message(page, text).hover()
  await message(page, text)
    .getByRole('button', { name: /^Weitere Aktionen/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function postMessage(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** Posts messages as this member by HTTP, for many messages at once. */
async function postByCall(page: Page, texts: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    const token = localStorage.getItem('authToken') ?? ''
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    for (const text of all) {
      const body = JSON.stringify({ message: text })
      await fetch('/api/chat/messages', { method: 'POST', headers, body })
    }
  }, texts)
}

/** Pastes or drops an image with the browser's own events. */
async function bring(page: Page, way: 'paste' | 'drop', image: Buffer): Promise<void> {
  await field(page).evaluate(
    (area, { how, base64 }) => {
      const files = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      files.items.add(new File([bytes], 'bild.png', { type: 'image/png' }))
      const announced = { bubbles: true, cancelable: true }
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { ...announced, clipboardData: files })
          : new DragEvent('drop', { ...announced, dataTransfer: files })
      // Firefox replaces the event's clipboard by an empty one.
      if (event instanceof ClipboardEvent && event.clipboardData?.files.length === 0) {
        for (const file of files.files) event.clipboardData.items.add(file)
      }
      area.dispatchEvent(event)
    },
    { how: way, base64: image.toString('base64') },
  )
}

const pictureFile = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a03050' } })
    .png()
    .toBuffer()

test('two members chat: typing, mentions, links, deletion and unread messages', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive)
  await chatEntry(admin).click()
  await isConnected(admin)
  await expect(admin.getByText('Willkommen im Chat!')).toBeVisible()
  // The window of a phone in landscape still has room for the text field above the player.
  const desktop = admin.viewportSize()
  await admin.setViewportSize({ width: 844, height: 390 })
  await expectApart(field(admin), player(admin))
  await admin.setViewportSize(desktop ?? { width: 1440, height: 900 })
  await expectAccessible(admin)

  // When the only message is deleted the list is removed, and the focus stays on the page.
  await postMessage(admin, 'Ein Versuch')
  await tabTo(admin, message(admin, 'Ein Versuch'))
  await admin.keyboard.press('Delete')
  await expect(admin.getByText('Willkommen im Chat!')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Rückgängig' })).toBeFocused()
  await admin.keyboard.press('Escape')
  await expect(admin.getByRole('main')).toBeFocused()

  const mila = await newPerson()
  await enterAsMember(mila, archive, person('mila'))
  const people = admin.getByRole('complementary', { name: 'Benutzer' })
  await expect(people.getByRole('heading', { name: 'Online 2' })).toBeVisible()

  // Mila is on another page: the navigation and the title show the number of unread messages, and the list marks the
  // first of them.
  await postMessage(admin, 'Willkommen, @mila')
  await expect(chatEntry(mila)).toContainText('1')
  await expect(mila).toHaveTitle(/^\(1\) /)
  await chatEntry(mila).click()
  await expect(message(mila, 'Willkommen, @mila')).toBeVisible()
  await expect(unreadMark(mila)).toBeVisible()
  await expect(messages(mila).getByText('Heute')).toBeVisible()
  await expect(mila).toHaveTitle(/^Chat Room/)

  // Messages that arrive while the window has no focus stay unread, though they are visible.
  await mila.evaluate(() => {
    document.hasFocus = () => false
    dispatchEvent(new Event('blur'))
  })
  await postMessage(admin, 'Schaust du gerade?')
  await expect(message(mila, 'Schaust du gerade?')).toBeVisible()
  await expect(chatEntry(mila)).toContainText('1')
  await mila.evaluate(() => {
    Reflect.deleteProperty(document, 'hasFocus')
    dispatchEvent(new Event('focus'))
  })
  await expect(chatEntry(mila)).not.toContainText('1')

  await field(mila).pressSequentially('Hör mal')
  await expect(admin.getByText('mila schreibt...')).toBeVisible()
  await expect(admin.getByText('mila schreibt...')).toBeHidden()

  await field(mila).fill('')
  await field(mila).pressSequentially('Danke @che')
  await expect(mila.getByRole('option', { name: /chefin/ })).toBeVisible()
  await expectAccessible(mila)
  await field(mila).press('Enter')
  await expect(field(mila)).toHaveValue('Danke @chefin ')
  await field(mila).press('Shift+Enter')
  await field(mila).pressSequentially('https://beispiel.de/a <b>fett</b>')
  await field(mila).press('Enter')
  const answer = message(admin, 'Danke @chefin')
  await expect(answer.getByRole('link', { name: 'https://beispiel.de/a' })).toHaveAttribute('rel', /noopener/)
  await expect(answer).toContainText('<b>fett</b>')
  await expectAccessible(admin)

  // Typing outside of the field writes into the field, and triggers no shortcut.
  await mila.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await mila.keyboard.type('srq? l')
  await expect(field(mila)).toHaveValue('srq? l')
  await expect(mila.getByRole('dialog')).toHaveCount(0)
  await field(mila).fill('')

  // Texts have 1 to 500 characters.
  await expect(mila.getByRole('button', { name: 'Senden' })).toBeDisabled()
  await field(mila).fill('ä'.repeat(501))
  await expect(mila.getByText('501/500')).toBeVisible()
  await expect(mila.getByRole('button', { name: 'Senden' })).toBeDisabled()
  await field(mila).fill('ä'.repeat(438))
  await expect(mila.getByText('438/500')).toBeVisible()
  await field(mila).fill('')

  // A reply quotes its message; reactions, edits and pins reach the other member.
  await message(mila, 'Schaust du gerade?').hover()
  await message(mila, 'Schaust du gerade?').getByRole('button', { name: 'Antworten' }).click()
  await expect(field(mila)).toBeFocused()
  await expectAccessible(mila)
  await postMessage(mila, 'Ja klar')
  const quote = { name: /^Antwort auf chefin/ }
  await expect(message(admin, 'Ja klar').getByRole('button', quote)).toBeVisible()
  await message(admin, 'Ja klar').hover()
  await message(admin, 'Ja klar').getByRole('button', { name: 'Mit 🔥 reagieren' }).click()
  await expect(message(mila, 'Ja klar').getByRole('button', { name: '🔥 1' })).toBeVisible()
  await field(admin).press('ArrowUp')
  await expect(field(admin)).toHaveValue('Schaust du gerade?')
  await expectAccessible(admin)
  await postMessage(admin, 'Schaust du jetzt?')
  await expect(message(mila, 'Schaust du jetzt?').filter({ hasText: 'bearbeitet' })).toHaveCount(1)
  await message(admin, 'Schaust du jetzt?')
    .getByRole('button', { name: /^Bearbeitet/ })
    .click()
  const versions = admin.getByRole('dialog', { name: 'Verlauf der Nachricht' })
  await expect(versions.getByText('Schaust du gerade?')).toBeVisible()
  await expectAccessible(admin)
  await admin.keyboard.press('Escape')
  await act(admin, 'Willkommen', 'Anpinnen')
  const pins = mila.getByRole('region', { name: 'Angepinnte Nachrichten' })
  await expect(pins).toContainText('Willkommen, @mila')
  await message(mila, 'Ja klar').hover()
  await message(mila, 'Ja klar').getByRole('button', { name: 'Reagieren', exact: true }).click()
  await mila.getByRole('searchbox', { name: 'Emoji suchen' }).fill('trommel')
  await expect(mila.getByRole('gridcell', { name: 'Trommel', exact: true })).toBeVisible()
  await expectAccessible(mila)
  await mila.keyboard.press('Enter')
  await expect(message(admin, 'Ja klar').getByRole('button', { name: '🥁 1' })).toBeVisible()

  // A member deletes an own message without a question and can undo that. An admin who deletes a message of another
  // member is asked for confirmation. Both work with the keyboard.
  await message(mila, 'Willkommen').hover()
  await message(mila, 'Willkommen')
    .getByRole('button', { name: /^Weitere Aktionen/ })
    .click()
  await expect(mila.getByRole('menuitem', { name: 'Antworten' })).toBeVisible()
  await expect(mila.getByRole('menuitem', { name: 'Löschen' })).toHaveCount(0)
  await expectAccessible(mila)
  // The first Escape closes the menu, the second one leads from the bar to its message.
  await mila.keyboard.press('Escape')
  await expect(mila.getByRole('menuitem', { name: 'Antworten' })).toHaveCount(0)
  await mila.keyboard.press('Escape')
  await expect(message(mila, 'Willkommen')).toBeFocused()
  for (let step = 0; step < 2; step += 1) await mila.keyboard.press('ArrowDown')
  await expect(message(mila, 'Danke')).toBeFocused()
  await mila.keyboard.press('Delete')
  await expect(message(mila, 'Danke')).toHaveCount(0)
  await expect.poll(() => mila.evaluate(() => document.activeElement === document.body)).toBe(false)
  await mila.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(message(mila, 'Danke')).toBeVisible()
  await expect(message(admin, 'Danke')).toBeVisible()
  await act(mila, 'Danke', 'Löschen')
  await expect(mila.getByRole('button', { name: 'Rückgängig' })).toBeVisible()
  await expectAccessible(mila)
  // A reload of the page does not delay the deletion.
  await mila.reload()
  await expect(message(admin, 'Danke')).toHaveCount(0)
  await expect(message(mila, 'Danke')).toHaveCount(0)
  await postMessage(mila, 'noch eine')
  await act(admin, 'noch eine', 'Löschen')
  const requested = admin.getByRole('alertdialog', { name: 'Nachricht löschen' })
  await expectAccessible(admin)
  await requested.getByRole('button', { name: 'Löschen' }).click()
  await expect(message(mila, 'noch eine')).toHaveCount(0)

  // A click on another member opens their profile, a click on the own entry does not.
  await people.getByRole('button', { name: /mila/ }).click()
  const profile = admin.getByRole('dialog', { name: 'Benutzerprofil' })
  await expect(profile).toContainText('Beigetreten')
  await expect(profile).toContainText('Zuletzt gespielt')
  await expectAccessible(admin)
  await admin.keyboard.press('Escape')
  await expect(people.getByRole('button', { name: /chefin/ })).toHaveCount(0)
})

test('an image is sent with its space reserved, and a voice message is recorded while the music is paused', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await listenIn(admin)
  await enterAsAdmin(admin, archive)
  await addAlbum(admin, 'Kurzwelle', { Anfang: 60 })
  await openAlbum(admin, 'Kurzwelle')
  await trackButton(admin, 'Anfang').click()
  await expectSound(admin)
  const mila = await newPerson()
  await listenIn(mila)
  await enterAsMember(mila, archive, person('mila'), '/chat')
  await isConnected(mila)
  const people = mila.getByRole('complementary', { name: 'Benutzer' })
  // Mila has no archive access, so she cannot play the track of the other member, and does not see its title.
  await expect(people.getByRole('button', { name: /chefin.*Hört Musik/ })).toBeVisible()
  await expect(people).not.toContainText('Anfang')

  await chatEntry(admin).click()
  // A moment of what is playing: its author can play it and sees it on the waveform. Without a key it is locked, and
  // its title is not sent.
  await postMessage(admin, '/jetzt Hier geht es los')
  const moment = messages(admin).getByRole('article', { name: /^Moment: Anfang, 0:\d\d$/ })
  await expect(moment.getByRole('button', { name: /^Ab 0:\d\d abspielen$/ })).toBeVisible()
  await player(admin)
    .getByRole('button', { name: /^Moment bei 0:\d\d von chefin$/ })
    .click()
  await expect(admin.getByRole('dialog', { name: /^Moment bei/ })).toContainText('Hier geht es los')
  await expectAccessible(admin)
  await admin.keyboard.press('Escape')
  await expect(message(mila, 'Hier geht es los').getByText('Gesperrter Moment')).toBeVisible()
  await expect(messages(mila)).not.toContainText('Anfang')
  const image = await pictureFile(1440, 900)
  await admin
    .getByLabel('Bilder', { exact: true })
    .setInputFiles({ name: 'bild.png', mimeType: 'image/png', buffer: image })
  await expect(admin.getByRole('list', { name: 'Bilder zum Senden' }).getByRole('img')).toBeVisible()
  await postMessage(admin, 'So sieht es aus')
  const shown = message(mila, 'So sieht es aus').getByRole('img', { name: /^Bild von/ })
  await expect(shown).toHaveAttribute('width', '296')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await mila.getByRole('button', { name: 'Bild von chefin vergrößern: So sieht es aus', exact: true }).click()
  await expect(mila.getByRole('dialog', { name: 'Bild' }).getByRole('img')).toBeVisible()
  await expectAccessible(mila)
  await mila.keyboard.press('Escape')
  await expect(mila.getByRole('dialog', { name: 'Bild' })).toBeHidden()

  // Pasted and dropped images are attached together; one is removed, and the upload of the other is cancelled.
  const waiting = admin.getByRole('list', { name: 'Bilder zum Senden' }).getByRole('img')
  await bring(admin, 'paste', image)
  await expect(waiting).toHaveCount(1)
  await bring(admin, 'drop', image)
  await expect(waiting).toHaveCount(2)
  await admin.getByRole('button', { name: /^Bild 1 entfernen: .+/ }).click()
  await expect(waiting).toHaveCount(1)
  await admin.route('**/api/chat/upload', () => {})
  await postMessage(admin, 'doch nicht')
  const onItsWay = messages(admin).getByRole('listitem').filter({ hasText: 'doch nicht' })
  await expect(onItsWay.getByRole('progressbar', { name: 'Hochgeladen' })).toBeVisible()
  await onItsWay.getByRole('button', { name: 'Senden abbrechen: doch nicht', exact: true }).click()
  await expect(onItsWay).toHaveCount(0)
  await expect(field(admin)).toHaveValue('doch nicht')
  await expect(waiting).toHaveCount(1)
  await admin.unroute('**/api/chat/upload')
  await admin.getByRole('button', { name: /^Bild 1 entfernen: .+/ }).click()
  await field(admin).fill('')

  // More images than the server accepts at a time are delivered in one message.
  const sizes = [40, 50, 60, 70, 80]
  const some = await Promise.all(sizes.map((width) => pictureFile(width, 40)))
  await admin
    .getByLabel('Bilder', { exact: true })
    .setInputFiles(some.map((buffer, at) => ({ name: `${at}.png`, mimeType: 'image/png', buffer })))
  await expect(waiting).toHaveCount(5)
  await admin
    .getByRole('button', { name: 'Bild 5 mit den Pfeiltasten verschieben: 4.png', exact: true })
    .press('ArrowLeft')
  await postMessage(admin, 'Fünf auf einmal')
  await expect(field(admin)).toBeFocused()
  const album = message(mila, 'Fünf auf einmal')
  await expect(album.getByRole('img')).toHaveCount(3)
  await expectAccessible(mila)
  await album.getByRole('button', { name: 'Bild 3 von 5 vergrößern, 2 weitere', exact: true }).click()
  const viewer = mila.getByRole('dialog', { name: 'Bild' })
  const width = () =>
    viewer.getByRole('img').evaluate((shown: HTMLImageElement) => (shown.complete ? shown.naturalWidth : 0))
  for (const size of [60, 80, 70]) {
    await expect.poll(width).toBe(size)
    await mila.keyboard.press('ArrowRight')
  }
  await mila.keyboard.press('+')
  await expect(viewer.getByRole('button', { name: 'Verkleinern' })).toBeEnabled()
  await expectAccessible(mila)
  await mila.goBack()
  await expect(viewer).toBeHidden()
  await expect(album.getByRole('button', { name: /^Bild 3 von 5/ })).toBeFocused()

  // A file that is not an image is rejected before it is sent.
  await mila
    .getByLabel('Bilder', { exact: true })
    .setInputFiles({ name: 'bild.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(mila.getByText('Nur Bilder und Sprachnachrichten sind erlaubt')).toBeVisible()

  const isPlaying = () => player(admin).getByRole('button', { name: 'Pause' })
  await expect(isPlaying()).toBeVisible()
  await admin.getByRole('button', { name: 'Sprachnachricht aufnehmen' }).click()
  await expect(admin.getByText('Aufnahme läuft')).toBeAttached()
  await expect(isPlaying()).toBeHidden()
  await expect(admin.getByRole('timer')).toHaveText('0:01')
  await expectAccessible(admin)
  await admin.keyboard.press('Escape')
  await expect(field(admin)).toBeFocused()
  await expect(isPlaying()).toBeVisible()

  await admin.getByRole('button', { name: 'Sprachnachricht aufnehmen' }).click()
  await expect(admin.getByRole('timer')).toHaveText('0:02')
  // Leaving the chat releases the microphone, and the recording is kept.
  await admin.getByRole('navigation').getByRole('link', { name: 'Videos' }).click()
  await expect(admin.getByText('Deine Aufnahme wartet im Chat')).toBeVisible()
  await chatEntry(admin).click()
  await expect(admin.getByRole('button', { name: 'Sprachnachricht abspielen' })).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Senden' }).click()

  const voice = messages(mila).getByRole('button', { name: 'Sprachnachricht von chefin abspielen' })
  await voice.click()
  await expectSound(mila)
  const rate = messages(mila).getByRole('button', { name: /^Geschwindigkeit/ })
  await rate.click()
  await expect(rate).toHaveText('1,25×')
  await expectAccessible(mila)
})

// This test ends the server process, so it starts its own server. The shared process also serves the archives of other
// tests.
const testOfRestarts = test.extend({ ownProcess: true })

testOfRestarts(
  'messages that were missed while the server was down arrive afterwards, once and in order',
  async ({ archive, newPerson }) => {
    const admin = await newPerson({ expects: CONNECTION_LOST })
    const statuses: string[] = []
    admin.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('userStatus')) statuses.push(String(payload))
      }),
    )
    await enterAsAdmin(admin, archive)
    const mila = await newPerson({ phone: true, expects: CONNECTION_LOST })
    const readMark = mila.waitForResponse('**/api/chat/read')
    await enterAsMember(mila, archive, person('mila'), '/chat')
    await isConnected(mila)
    // Without the read mark the list would open at the first missed message.
    await readMark
    await chatEntry(admin).click()
    await isConnected(admin)
    await postByCall(mila, ['vorher'])
    await expect(message(admin, 'vorher')).toBeVisible()

    const people = admin.getByRole('complementary', { name: 'Benutzer' })
    await expect(people.getByRole('heading', { name: 'Online 2' })).toBeVisible()
    await archive.restart(async () => {
      await expect(admin.getByRole('main').getByText('Verbindungsfehler', { exact: true })).toBeVisible()
      await expect(admin.getByText(/^Verbindung unterbrochen/)).toBeVisible()
      await postMessage(admin, 'kommt später an')
      await postMessage(admin, 'kommt nie an')
      const unsent = (text: string) => messages(admin).getByRole('listitem').filter({ hasText: text })
      await expect(unsent('kommt später an')).toContainText('Wartet auf Verbindung')
      await unsent('kommt nie an').getByRole('button', { name: 'Senden abbrechen: kommt nie an' }).click()
      await expect(unsent('kommt nie an')).toHaveCount(0)
      await expect(field(admin)).toHaveValue('kommt nie an')
      await field(admin).fill('')
      // Members who were online are not shown as online while the connection is lost, and every page shows the reason.
      await expect(people.getByRole('heading', { name: 'Alle 2' })).toBeVisible()
      await expect(people.getByRole('heading', { name: /Online/ })).toHaveCount(0)
      await expect(
        admin.getByRole('banner').getByRole('button', { name: 'Verbindungsfehler, erneut verbinden' }),
      ).toBeVisible()
      await expectAccessible(admin)
      // Mila stays disconnected, so that she misses the next messages.
      await mila.context().setOffline(true)
      await field(mila).fill('aus dem Funkloch')
      await mila.getByRole('button', { name: 'Senden' }).click()
      await expect(messages(mila).getByRole('listitem').last()).toContainText('Wartet auf Verbindung')
      await field(mila).fill('angefangen')
      // The bar, waiting messages, the composer and the player do not overlap, on the phone and beside the sidebar.
      for (const page of [admin, mila]) {
        await expectApart(page.getByText(/^(Verbindung unterbrochen|Keine Verbindung)/).first(), field(page))
        await expectApart(messages(page).getByText('Wartet auf Verbindung'), field(page))
        await expectApart(field(page), player(page))
        expect(await flawsOf(page)).toEqual([])
      }
      // The state fits into the top bar of the narrowest desktop, too.
      const desktop = admin.viewportSize()
      await admin.setViewportSize({ width: 1100, height: 720 })
      await expect.poll(() => flawsOf(admin)).toEqual([])
      await admin.setViewportSize(desktop ?? { width: 1440, height: 900 })
      await expectAccessible(mila)
    })
    await comesBack(admin)
    await expect(message(admin, 'kommt später an')).toHaveCount(1)
    await postByCall(
      admin,
      Array.from({ length: 120 }, (_, index) => `verpasst ${index + 1}.`),
    )
    await message(admin, 'vorher').or(message(admin, 'verpasst 120.')).last().waitFor()

    await mila.context().setOffline(false)
    await comesBack(mila)
    await expect(message(admin, 'aus dem Funkloch')).toHaveCount(1)
    // The missed messages are inserted before her own message, and do not move the list.
    await expect(async () => {
      await mila.getByRole('region', { name: 'Verlauf' }).press('End')
      await expect(message(mila, 'verpasst 120.')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(message(mila, 'aus dem Funkloch')).toBeVisible()
    // A draft survives a reload.
    await mila.reload()
    await isConnected(mila)
    await expect(field(mila)).toHaveValue('angefangen')
    await field(mila).fill('')
    // On an on-screen keyboard Enter inserts a line break.
    await field(mila).pressSequentially('da bin ich wieder')
    await field(mila).press('Enter')
    await field(mila).pressSequentially('und bleibe')
    await mila.getByRole('button', { name: 'Senden' }).click()
    await expect(message(admin, /da bin ich wieder\s+und bleibe/)).toBeVisible()

    // When the member scrolls to the beginning, every message is seen once and in order; the document never contains
    // all of them.
    const seen: string[] = []
    const history = mila.getByRole('region', { name: 'Verlauf' })
    await expect(async () => {
      const texts = await messages(mila).getByRole('article').allInnerTexts()
      for (const text of texts) {
        const number = /verpasst \d+\./.exec(text)?.[0]
        if (number !== undefined && !seen.includes(number)) seen.push(number)
      }
      expect(await mila.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1200)
      // Rows are rendered in the next frame: without the wait, some rows would be scrolled past unseen.
      await history.evaluate(async (list) => {
        list.scrollBy(0, -500)
        for (const _frame of [1, 2]) await new Promise((done) => requestAnimationFrame(done))
      })
      expect(texts.join(' ')).toContain('vorher')
    }).toPass({ intervals: [30], timeout: 30_000 })
    expect(seen).toHaveLength(120)
    // The status is sent with each heartbeat, even if it has not changed.
    await expect.poll(() => statuses.at(-1) === statuses.at(-2), { timeout: 25_000 }).toBe(true)
    await postByCall(admin, ['ganz neu'])
    const readSent = mila.waitForResponse(
      (response) => response.url().endsWith('/api/chat/read') && response.request().method() === 'PUT',
    )
    await mila.getByRole('button', { name: /neue Nachricht/ }).click()
    await expect(message(mila, 'ganz neu')).toBeVisible()
    await readSent

    // With more than a page of unread messages, the chat opens at the first of them, and only messages that were
    // visible count as read.
    await mila.goto('/')
    await postByCall(
      admin,
      Array.from({ length: 80 }, (_, index) => `später ${index + 1}.`),
    )
    await mila.goto('/chat')
    await expect(unreadMark(mila)).toBeInViewport()
    await expect(message(mila, 'später 1.')).toBeInViewport()
    await expect(mila).toHaveTitle(/^\([5-7]\d\) /)
  },
)

/** Cuts off one tab from the server. */
async function cutOff(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page)
  const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', { offline: true, ...unlimited })
}

/** How many messages, drafts and files the browser has stored that are not sent. */
async function unsentRecords(page: Page): Promise<number> {
  return page.evaluate(
    async () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('unsent-messages')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const database = opening.result
          const names = [...database.objectStoreNames]
          const reading = database.transaction(names)
          const counts = names.map((name) => reading.objectStore(name).count())
          reading.addEventListener('complete', () => {
            database.close()
            resolve(counts.reduce((sum, { result }) => sum + result, 0))
          })
        })
      }),
  )
}

test('two tabs of a member share drafts and send each message once, and a logout leaves nothing unsent', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive, '/chat')
  const one = await newPerson({ expects: CONNECTION_LOST })
  await enterAsMember(one, archive, person('mila'), '/chat')
  await isConnected(one)
  const two = await one.context().newPage()
  await two.goto('/chat')
  await isConnected(two)
  await field(one).pressSequentially('Entwurf')
  await expect(field(two)).toHaveValue('Entwurf')
  await field(two).fill('')
  await expect(field(one)).toHaveValue('')

  // One tab is cut off from the server. The other tab still sends its own messages. Once the first tab is closed, the
  // other tab also sends the message that was written in the first.
  await cutOff(one)
  await postMessage(one, 'aus dem ersten')
  const waiting = (page: Page) => messages(page).getByText('Wartet auf Verbindung')
  await expect(waiting(one)).toBeVisible()
  await expect.poll(async () => unsentRecords(two)).toBe(1)
  await postMessage(two, 'aus dem zweiten')
  await expect(message(admin, 'aus dem zweiten')).toBeVisible()
  await expect(message(admin, 'aus dem ersten')).toHaveCount(0)
  await one.close()
  await expect(message(admin, 'aus dem ersten')).toBeVisible()
  await expect.poll(async () => unsentRecords(two)).toBe(0)
  await expect(message(two, 'aus dem ersten')).toHaveCount(1)

  // A logout without a connection leaves neither the message nor the draft.
  await two.context().setOffline(true)
  await postMessage(two, 'nie gesendet')
  await expect(waiting(two)).toBeVisible()
  await field(two).fill('angefangen')
  await expect.poll(async () => unsentRecords(two)).toBe(2)
  await two
    .getByRole('banner')
    .getByRole('button', { name: /Benutzermenü/ })
    .click()
  await two.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(two.getByLabel('E-Mail-Adresse')).toBeVisible()
  await expect.poll(async () => unsentRecords(two)).toBe(0)
  await two.context().setOffline(false)
  await loginByCall(two, archive, person('mila'))
  await two.goto('/chat')
  await expect(message(two, 'aus dem zweiten')).toBeVisible()
  await expect(field(two)).toHaveValue('')
  await expect(message(two, 'aus dem ersten')).toHaveCount(1)
  await expect(messages(two).getByText('nie gesendet')).toHaveCount(0)
})

test('a reported member is muted, and a search leads to an earlier message', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive, '/chat')
  await isConnected(admin)
  await postByCall(admin, ['Quittenbrot', ...Array.from({ length: 60 }, (_, index) => `Nummer ${index}`)])
  const mila = await newPerson({ phone: true })
  await enterAsMember(mila, archive, person('mila'), '/chat')
  await expect(message(mila, 'Nummer 59')).toBeVisible()

  await postByCall(mila, ['Böse Worte'])
  await act(admin, 'Böse Worte', 'Melden…')
  await admin
    .getByRole('dialog', { name: 'Nachricht melden' })
    .getByRole('button', { name: 'Melden' })
    .click()
  await expect(admin.getByText('Danke. Die Admins sehen sich das an.')).toBeVisible()
  await admin.getByRole('navigation').getByRole('link', { name: 'Admin Panel' }).click()
  await admin.getByRole('tab', { name: 'Meldungen 1' }).click()
  await admin.getByRole('button', { name: /Böse Worte/ }).click()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Stummschalten…' }).click()
  await admin
    .getByRole('dialog', { name: 'mila stummschalten' })
    .getByRole('button', { name: 'Stummschalten' })
    .click()
  await expect(mila.getByText(/^Du bist stumm bis/)).toBeVisible()
  await expect(field(mila)).toHaveCount(0)
  await expectAccessible(mila)

  // A muted member can still read and search.
  await mila.getByRole('button', { name: 'Nachrichten durchsuchen' }).tap()
  const hit = mila.getByRole('complementary', { name: 'Suche' }).getByRole('button', { name: /Quittenbrot/ })
  // Messages are indexed shortly after they were sent, and a search is not repeated by itself.
  await expect(async () => {
    for (const text of ['', 'quittenbrot'])
      await mila.getByRole('searchbox', { name: 'Nachrichten durchsuchen' }).fill(text)
    await expect(hit).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expectAccessible(mila)
  await hit.tap()
  await expect(message(mila, 'Quittenbrot')).toBeFocused()
})
