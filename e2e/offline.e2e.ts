import type { BrowserContext, Page } from '@playwright/test'
import { addTones, openAlbum, player } from './albums.ts'
import { createKey, headersOf, withdrawKey } from './archive-calls.ts'
import { addMember, enterAsAdmin, loginByCall, OUTSIDE_APP, person } from './people.ts'
import { expectSound, listenIn, secondsPlayed, skipToEnd, speedUpPlayback } from './playback-checks.ts'
import { expect, expectAccessible, test, underWorker } from './test.ts'

/** Errors of calls and of the socket while the server is stopped. */
const DISCONNECTED = /net::ERR_|status of 503|WebSocket connection to /
const DAY = 24 * 3_600_000

const control = (page: Page) => page.getByRole('group', { name: 'Offline verfügbar' })
/** The notice while the server does not answer, or while the browser reports that the network is lost. */
const connectionBar = (page: Page) =>
  page.getByText(/^(?:Du bist offline|Das Archiv ist nicht erreichbar)\.$/)
const keep = (page: Page) => control(page).getByRole('switch').click()

/** Names of all files that were stored for copies in this browser. */
async function storedFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = []
    const look = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      try {
        for await (const handle of folder.values())
          if (handle instanceof FileSystemDirectoryHandle) await look(handle)
          else found.push(handle.name)
      } catch (error) {
        // The app has removed the folder after it was listed.
        if (!(error instanceof DOMException) || error.name !== 'NotFoundError') throw error
      }
    }
    await look(await navigator.storage.getDirectory())
    return found
  })
}

/** Counts the files that any tab requests for copies. */
function requestedCopies(context: BrowserContext): string[] {
  const requested: string[] = []
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/api/stream/') && searchParams.has('version')) requested.push(pathname)
  })
  return requested
}

test('an album that two tabs load once plays without a server; its play counts later, once; an update leaves it, another account or a logout removes it', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson({ expects: DISCONNECTED, serviceWorkers: 'allow' })
  await listenIn(page)
  await enterAsAdmin(page, archive)
  await addTones(page, 'Funkloch', { Tal: 60, Berg: 60 })
  await addTones(page, 'Anderswo', { Fern: 60 })
  await underWorker(page)
  const requested = requestedCopies(page.context())
  const other = await page.context().newPage()
  await other.goto('/archive?album=Funkloch')
  await openAlbum(page, 'Funkloch')
  await expect(control(other)).toContainText('2 Min.')
  await keep(page)
  await expect(control(page)).toContainText('2 Tracks auf diesem Gerät')
  await expect(control(other)).toContainText('2 Tracks auf diesem Gerät')
  expect(requested).toHaveLength(2)
  await expectAccessible(page)
  await other.close()

  await archive.restart(
    async () => {
      // The realtime connection notices the lost connection, without a call.
      await expect(connectionBar(page)).toBeVisible()
      await page.reload()
      await expect(connectionBar(page)).toBeVisible()
      await expect(page.getByRole('button', { name: /^Anderswo/ })).toHaveAttribute('aria-disabled', 'true')
      await page.getByRole('button', { name: /^Tal abspielen/ }).click()
      await expectSound(page)
      await page.getByRole('slider', { name: 'Position' }).fill('25')
      await expect.poll(() => secondsPlayed(page)).toBeGreaterThan(14)
      await speedUpPlayback(page, 16)
      await expect(page.getByText('1 Wiedergabe wird später nachgetragen.')).toBeVisible()
      await expect(player(page)).toContainText('Berg')
      await expectSound(page)
      await expectAccessible(page)

      // A message that is written now is kept through a reload, and sent when the server is back.
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Chat Room/ })
        .click()
      await page.getByRole('textbox', { name: 'Nachricht' }).fill('Gruß aus dem Tal')
      await page.getByRole('button', { name: 'Senden' }).click()
      await expect(page.getByText('Wartet auf Verbindung')).toBeVisible()
      await page.reload()
      await expect(page.getByRole('listitem').filter({ hasText: 'Gruß aus dem Tal' })).toContainText(
        'Wartet auf Verbindung',
      )
      await expectAccessible(page)
    },
    { SITE_TITLE: 'Neue Fassung' },
  )
  await expect(page.getByText('Wieder verbunden, 1 Wiedergabe nachgetragen')).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Gruß aus dem Tal' })).toHaveCount(1)
  const { plays } = await (await page.request.get('/api/plays', { headers: await headersOf(page) })).json()
  expect(plays).toHaveLength(1)

  await page.goto('/archive?album=Funkloch')
  const keptFrame = () =>
    page.evaluate(async () => (await caches.match('/shell', { ignoreSearch: true }))?.text())
  await expect.poll(keptFrame, { message: 'the worker is of the new release' }).toContain('Neue Fassung')
  await expect(control(page)).toContainText('2 Tracks auf diesem Gerät')
  await page.getByRole('button', { name: /^Berg abspielen/ }).click()
  await expectSound(page)
  await skipToEnd(page)
  expect(requested).toHaveLength(2)

  expect(await storedFiles(page)).toHaveLength(2)
  // Another account logs in to this browser, without a logout of the first one. The copies are then deleted.
  await addMember(archive, person('mara'), await createKey(page))
  await loginByCall(page, archive, person('mara'))
  await expect.poll(() => storedFiles(page)).toEqual([])
  await page.context().setOffline(true)
  await page.goto('/settings?tab=offline')
  await expect(page.getByText('Du bist offline. Auf diesem Gerät liegen keine Kopien.')).toBeVisible()
  await expect(page.getByText('Auf diesem Gerät liegt noch nichts.')).toBeVisible()
  await page.goto('/archive?album=Funkloch')
  await expect(page.getByRole('heading', { name: 'Fehler beim Laden' })).toBeVisible()
  await page.context().setOffline(false)
  await page.goto('/archive?album=Funkloch')
  await keep(page)
  await expect(control(page)).toContainText('2 Tracks auf diesem Gerät')
  await page.getByRole('button', { name: 'Benutzermenü' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
  await expect.poll(() => storedFiles(page)).toEqual([])
})

test('on a phone a full disk stops the copies with a sentence; they are locked after 30 days, and go with the key', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive, OUTSIDE_APP)
  await addTones(admin, 'Funkloch', { Tal: 60, Berg: 60 })
  await addMember(archive, person('mara'), await createKey(admin))
  const phone = await newPerson({ phone: true, expects: DISCONNECTED, serviceWorkers: 'allow' })
  await loginByCall(phone, archive, person('mara'))
  await underWorker(phone)
  await phone.goto('/archive?album=Funkloch')
  await expect(control(phone)).toContainText('2 Min.')
  const device = await phone.context().newCDPSession(phone)
  const { promise: isLet, resolve: letIn } = Promise.withResolvers<undefined>()
  await phone.route('**/api/stream/**', async (route) => {
    await isLet
    await route.continue()
  })
  await keep(phone)
  await expect(control(phone)).toContainText('0 %, 0 Bytes von 937,6 KB')
  const usedBytes = await phone.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  const limitQuota = (quotaSize?: number) =>
    device.send('Storage.overrideQuotaForOrigin', {
      origin: archive.url,
      ...(quotaSize !== undefined && { quotaSize }),
    })
  await limitQuota(usedBytes + 400_000)
  letIn(undefined)
  await expect(control(phone)).toContainText(/Speicher voll\. [01] von 2 Tracks sind da\./)
  await expectAccessible(phone)
  await limitQuota()
  await control(phone).getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(control(phone)).toContainText('2 Tracks auf diesem Gerät')

  await phone.goto('/settings?tab=offline')
  await expect(phone.getByRole('main')).toContainText(/9\d\d,?\d? KB von .* belegt/)
  await expectAccessible(phone)
  await ageContact(phone, 31 * DAY)
  await phone.context().setOffline(true)
  await phone.reload()
  await expect(connectionBar(phone)).toBeVisible()
  await expect(phone.getByRole('main').getByText(/^Gesperrt seit dem/)).toBeVisible()
  await expect(phone.getByRole('main')).not.toContainText('Funkloch')
  await phone.context().setOffline(false)
  await expect(phone.getByRole('main')).toContainText('Funkloch')

  await phone.context().setOffline(true)
  await expect(connectionBar(phone)).toBeVisible()
  await withdrawKey(admin, 'mara')
  expect(await storedFiles(phone)).toHaveLength(2)
  await phone.context().setOffline(false)
  await expect.poll(() => storedFiles(phone)).toEqual([])
})

/** Makes the last contact with the server this much older. */
async function ageContact(page: Page, ms: number): Promise<void> {
  await page.evaluate(async (age) => {
    const opening = indexedDB.open('offline-copies')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const records = opening.result.transaction('account', 'readwrite').objectStore('account')
    const reading = records.get('account')
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    const account = reading.result
    const writing = records.put({ ...account, lastContactAt: account.lastContactAt - age })
    await new Promise((resolve) => writing.addEventListener('success', resolve))
    opening.result.close()
  }, ms)
}
