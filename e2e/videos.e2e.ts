import type { Page } from '@playwright/test'
import { addTones, openAlbum, player, sendForm, trackButton } from './albums.ts'
import { addVideoByCall, createKey } from './archive-calls.ts'
import { expectApart } from './geometry.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { addMember, enterAsAdmin, enterAsMember, loginByCall, OUTSIDE_APP, person, tabTo } from './people.ts'
import type { RunningArchive } from './running-archive.ts'
import { expect, expectAccessible, test } from './test.ts'

/** A video of twenty seconds whose image changes four times a second. */
const VIDEO = new URL('samples/film.webm', import.meta.url).pathname
const IMAGE_FILE = new URL('../web/public/default-album.jpg', import.meta.url).pathname

const form = (page: Page) => page.getByRole('form', { name: 'Video hochladen' })
const video = (page: Page) => page.getByRole('region', { name: /^Video: / })
const card = (page: Page, title: string) =>
  page.getByRole('main').locator('[data-video]').filter({ hasText: title })
const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

const seconds = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
const isPaused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)

/** Checks that the displayed frame changes. */
async function expectImages(page: Page): Promise<void> {
  const shown = () =>
    page
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
  await expect.poll(shown, { message: 'pictures are shown' }).toBeGreaterThan(0)
  const before = await shown()
  await expect.poll(shown, { message: 'more pictures follow' }).toBeGreaterThan(before + 2)
}

/** Records performance marks when a video is chosen, and at the event `play`. Call it before the first navigation. */
async function markChoices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const mark = (name: string, isMeant: (target: unknown) => boolean) => (event: Event) => {
      if (!isMeant(event.target)) return
      performance.clearMarks(name)
      performance.mark(name)
    }
    const isCard = (target: unknown) => target instanceof Element && target.closest('[data-video]') !== null
    document.addEventListener('click', mark('chosen', isCard), { capture: true })
    const isVideo = (target: unknown) => target instanceof HTMLVideoElement
    document.addEventListener('play', mark('played', isVideo), { capture: true })
  })
}

/** Milliseconds from choosing a video until the event `play`. */
const delay = (page: Page) =>
  page.evaluate(() => {
    const at = (name: string) => performance.getEntriesByName(name).at(-1)?.startTime ?? 0
    return at('played') - at('chosen')
  })

/** Records the timeout of each form that is sent. Call it before the first navigation. */
async function noteTimeouts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.XMLHttpRequest = class extends XMLHttpRequest {
      override send(body?: XMLHttpRequestBodyInit | null): void {
        sessionStorage.setItem('timeout', String(this.timeout))
        super.send(body)
      }
    }
  })
}

test('a video is uploaded, shown to another member at once, and deleted while it is open', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await noteTimeouts(admin)
  await enterAsAdmin(admin, archive, '/admin?tab=videos')
  const viewer = await newPerson()
  await enterAsMember(viewer, archive, person('mara'), '/videos')
  await expect(viewer.getByRole('heading', { name: 'Zugang verweigert' })).toBeVisible()
  await viewer.getByRole('main').getByRole('button', { name: 'Zugangsschlüssel eingeben' }).click()
  await viewer
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(await createKey(admin))
  await expect(viewer.getByRole('heading', { name: 'Keine Videos verfügbar' })).toBeVisible()

  // A file that is not a video is rejected in the form, before it is sent.
  await expect(admin.getByText('Keine Videos vorhanden')).toBeVisible()
  const file = form(admin).getByLabel('Videodatei auswählen')
  await file.setInputFiles({ name: 'brief.mp4', mimeType: 'video/mp4', buffer: Buffer.from('Nur ein Brief') })
  await expect(form(admin)).toContainText('Das ist keine Videodatei (mp4, webm, mov)')
  await file.setInputFiles({ name: 'leer.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(0) })
  await expect(form(admin)).toContainText('Das Video ist beschädigt')
  await expect(form(admin).getByRole('button', { name: 'Video hochladen' })).toBeDisabled()

  await form(admin).getByLabel('Titel').fill('Testbild bei Nacht')
  await form(admin).getByLabel('Beschreibung').fill('Zwanzig Sekunden')
  await form(admin).getByLabel('Datum').fill('2024-11-14')
  await form(admin).getByLabel('Vorschaubild auswählen').setInputFiles(IMAGE_FILE)
  await file.setInputFiles(VIDEO)
  await expectAccessible(admin)
  await sendForm(admin, form(admin).getByRole('button', { name: 'Video hochladen' }))
  const list = admin.getByRole('region', { name: 'Videos' })
  await expect(list.getByRole('listitem')).toContainText(['Testbild bei Nacht14.11.2024, 27,4 KB'])
  await expect(form(admin).getByLabel('Titel')).toHaveValue('')
  expect(await admin.evaluate(() => sessionStorage.getItem('timeout'))).toBe('300000')

  // A member on the videos page sees the new video without a reload.
  await expect(card(viewer, 'Testbild bei Nacht')).toContainText('0:20')
  await expect(card(viewer, 'Testbild bei Nacht')).toContainText('14.11.2024')
  await card(viewer, 'Testbild bei Nacht').click()
  await expectImages(viewer)

  // A card of the video goes into the chat.
  await viewer.getByRole('button', { name: 'Im Chat teilen' }).click()
  const share = viewer.getByRole('dialog', { name: 'Im Chat teilen' })
  await expect(share).toContainText('Testbild bei Nacht')
  await share.getByRole('button', { name: 'Teilen', exact: true }).click()
  await expect(viewer.getByText('Im Chat geteilt')).toBeAttached()
  await expect(share).toBeHidden()

  const remove = async () => {
    await list.getByRole('button', { name: 'Testbild bei Nacht löschen' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  }
  const refusal = { error: 'Keine Berechtigung', code: 'FORBIDDEN', requestId: '1' }
  await admin.route('**/api/videos/*', (route) => route.fulfill({ status: 403, json: refusal }))
  await remove()
  await expect(list.getByRole('alert')).toContainText(
    'Fehler beim Löschen des Videos: Keine Berechtigung zum Löschen',
  )
  await list.getByRole('button', { name: 'Verstanden' }).click()
  await expect(list.getByRole('alert')).toHaveCount(0)
  await admin.unroute('**/api/videos/*')
  await remove()
  await expect(admin.getByText('Video gelöscht')).toBeVisible()
  await expect(admin.getByText('Keine Videos vorhanden')).toBeVisible()
  await expect(viewer.getByText('Dieses Video gibt es nicht mehr')).toBeVisible()
  await expect(viewer.getByRole('heading', { name: 'Keine Videos verfügbar' })).toBeVisible()
})

/** A member with a key, and an album and a video to play. */
async function viewerOf(archive: RunningArchive, newPerson: () => Promise<Page>): Promise<Page> {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive, OUTSIDE_APP)
  await addTones(admin, 'Töne', { Ton: 60 })
  await addVideoByCall(admin, 'Testbild bei Nacht', VIDEO)
  await addMember(archive, person('mara'), await createKey(admin))
  const viewer = await newPerson()
  await listenIn(viewer)
  await markChoices(viewer)
  await loginByCall(viewer, archive, person('mara'))
  return viewer
}

test('a video is watched between tracks by the keyboard, resumes at its position, and pauses for the music', async ({
  archive,
  newPerson,
}) => {
  const viewer = await viewerOf(archive, newPerson)
  await openAlbum(viewer, 'Töne')
  await trackButton(viewer, 'Ton').click()
  await expectSound(viewer)
  await viewer.getByRole('navigation').getByRole('link', { name: 'Videos' }).click()

  // The video is chosen with the keyboard alone.
  await tabTo(viewer, card(viewer, 'Testbild bei Nacht'))
  await viewer.keyboard.press('Enter')
  await expect(video(viewer)).toBeFocused()
  await expectImages(viewer)
  await expect.poll(() => delay(viewer)).toBeGreaterThanOrEqual(499)
  await expect(player(viewer).getByRole('button', { name: 'Abspielen', exact: true })).toBeVisible()
  await viewer.keyboard.press('k')
  await expect.poll(() => isPaused(viewer)).toBe(true)
  await viewer.keyboard.press('4')
  await viewer.keyboard.press('ArrowRight')
  await expect.poll(() => seconds(viewer)).toBeCloseTo(13, 0)
  await viewer.keyboard.press('ArrowLeft')
  await expect.poll(() => seconds(viewer)).toBeCloseTo(8, 0)
  await viewer.keyboard.press('ArrowDown')
  await expect(video(viewer).getByRole('slider', { name: 'Lautstärke' })).toHaveAttribute(
    'aria-valuetext',
    '70 %',
  )
  await viewer.keyboard.press('m')
  await expect(video(viewer).getByRole('button', { name: 'Ton einschalten' })).toBeVisible()
  await viewer.keyboard.press('f')
  await expect(video(viewer).getByRole('button', { name: 'Vollbild beenden' })).toBeVisible()
  await viewer.keyboard.press('f')
  await expect(video(viewer).getByRole('button', { name: 'Vollbild', exact: true })).toBeVisible()
  const image = video(viewer).getByRole('button', { name: 'Bild im Bild', pressed: true })
  await viewer.keyboard.press('p')
  await expect(image).toBeVisible()
  await viewer.keyboard.press('p')
  await expect(image).toBeHidden()
  await expectAccessible(viewer)

  // The video resumes at its position after it was closed, and after a reload.
  await viewer.getByRole('button', { name: 'Player schließen' }).click()
  await expect(card(viewer, 'Testbild bei Nacht')).toBeFocused()
  await viewer.setViewportSize({ ...phone, height: 360 })
  await viewer.evaluate(() => globalThis.scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => viewer.evaluate(() => globalThis.scrollY)).toBeGreaterThan(0)
  await card(viewer, 'Testbild bei Nacht').click()
  await expect.poll(() => viewer.evaluate(() => globalThis.scrollY)).toBe(0)
  await viewer.setViewportSize(phone)
  await expect.poll(() => seconds(viewer)).toBeGreaterThanOrEqual(8)
  await expectImages(viewer)
  await expectAccessible(viewer)
  await viewer.setViewportSize({ ...phone, width: 320 })
  const loudness = video(viewer).getByRole('slider', { name: 'Lautstärke' })
  await loudness.fill('0.4')
  await expect(loudness).toHaveAttribute('aria-valuetext', '40 %')
  await expect(loudness).toBeInViewport({ ratio: 1 })
  await expect(video(viewer).getByRole('button', { name: 'Vollbild', exact: true })).toBeInViewport({
    ratio: 1,
  })
  await viewer.setViewportSize({ width: 844, height: 390 })
  const fullscreen = video(viewer).getByRole('button', { name: 'Vollbild', exact: true })
  await expect(fullscreen).toBeInViewport({ ratio: 1 })
  await expectApart(fullscreen, player(viewer))
  await viewer.setViewportSize(desk)
  await viewer.reload()
  await expect.poll(() => seconds(viewer)).toBeGreaterThanOrEqual(8)

  // Errors are shown, and the request can be repeated.
  await viewer.route('**/api/videos?**', (route) => route.fulfill({ status: 400, json: {} }))
  await viewer.route('**/api/videos/stream/**', (route) => route.fulfill({ body: 'Nur Text' }))
  await viewer.reload()
  await expect(viewer.getByRole('heading', { name: 'Ungültige Antwort vom Server' })).toBeVisible()
  await viewer.unroute('**/api/videos?**')
  await viewer.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(video(viewer).getByRole('alert')).toContainText('(Code 4)')
  await viewer.unroute('**/api/videos/stream/**')
  const { promise: hasSeenSpinner, resolve: letThrough } = Promise.withResolvers<void>()
  await viewer.route('**/api/videos/stream/**', async (route) => {
    await hasSeenSpinner
    await route.continue()
  })
  await video(viewer).getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(video(viewer).getByText('Das Video lädt')).toBeVisible()
  letThrough()
  await expectImages(viewer)
  await expect(video(viewer).getByText('Das Video lädt')).toHaveCount(0)
  await viewer.unroute('**/api/videos/stream/**')

  // Starting the music pauses the video.
  await viewer.getByRole('button', { name: 'Player schließen' }).click()
  await card(viewer, 'Testbild bei Nacht').click()
  await viewer.keyboard.press('0')
  await expectImages(viewer)
  await player(viewer).getByRole('button', { name: 'Abspielen', exact: true }).click()
  await expect.poll(() => isPaused(viewer)).toBe(true)
  expect(await seconds(viewer)).toBeLessThan(19)

  // A video in another tab pauses the music, and the music then pauses that video.
  const otherTab = await viewer.context().newPage()
  await otherTab.goto('/videos')
  await card(otherTab, 'Testbild bei Nacht').click()
  await otherTab.keyboard.press('0')
  await expectImages(otherTab)
  await expect(player(viewer).getByRole('button', { name: 'Abspielen', exact: true })).toBeVisible()
  await player(viewer).getByRole('button', { name: 'Abspielen', exact: true }).click()
  await expect.poll(() => isPaused(otherTab)).toBe(true)
  expect(await seconds(otherTab)).toBeLessThan(19)
  await otherTab.close()
})
