import type { Page } from '@playwright/test'
import { player } from './albums.ts'
import {
  chatEntry,
  field,
  isConnected,
  message,
  messages,
  postByCall,
  postMessage,
  unreadMark,
} from './chat-page.ts'
import { expectApart, flawsOf } from './geometry.ts'
import { enterAsAdmin, enterAsMember, loginByCall, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

/** The browser's console messages while the server is unavailable. A stopping server answers 503 at first. */
const CONNECTION_LOST = /WebSocket connection to|net::ERR_|a status of 503/

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
