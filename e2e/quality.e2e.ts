import type { Page } from '@playwright/test'
import { addTones, openAlbum, player, trackButton } from './albums.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { enterAsAdmin, OUTSIDE_APP } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

/** Makes the browser say that it does not play WAV. */
function denyWav(): void {
  const canPlayType = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'canPlayType')
  HTMLMediaElement.prototype.canPlayType = function canPlayAllButWav(type) {
    return type === 'audio/wav' ? '' : Reflect.apply(canPlayType?.value, this, [type])
  }
}

/** Limits the bytes that the page receives per second; returns a function that ends the limit. */
async function limitDownloads(page: Page, bytes: number): Promise<() => Promise<void>> {
  const network = await page.context().newCDPSession(page)
  const limit = async (downloadThroughput: number) => {
    const limits = { offline: false, latency: 0, downloadThroughput, uploadThroughput: -1 }
    await network.send('Network.emulateNetworkConditions', limits)
  }
  await limit(bytes)
  return async () => limit(-1)
}

test('a lower quality is played from anywhere in a track, and the original where it fails', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson({ expects: /status of 503/ })
  await listenIn(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Kurzwelle', { Anfang: 600, Ende: 90 })
  await page.goto('/settings?tab=sound')
  await page.getByRole('radio', { name: /^96 kbit\/s($| über WLAN)/ }).check()
  await expectAccessible(page)

  const requests: URL[] = []
  page.on('request', (request) => requests.push(new URL(request.url())))
  const asked = () => requests.filter(({ pathname }) => pathname.startsWith('/api/quality/'))
  await openAlbum(page, 'Kurzwelle')
  // At this rate ten minutes of music take minutes to arrive. So the end of the track is requested as another encoding,
  // however fast the server encodes.
  const endLimit = await limitDownloads(page, 40_000)
  await trackButton(page, 'Anfang').click()
  await expectSound(page)
  expect(asked()[0]?.searchParams.get('kbps')).toBe('96')
  await expect(player(page)).toContainText('10:00')
  await page.getByRole('slider', { name: 'Position' }).focus()
  await page.keyboard.press('End')
  await expect(player(page)).toContainText('Ende')
  await expectSound(page)
  expect(asked().some(({ searchParams }) => Number(searchParams.get('from')) > 590)).toBe(true)
  await endLimit()

  // The server has no capacity for another encoding.
  await page.route('**/api/quality/**', (route) => route.fulfill({ status: 503 }))
  await trackButton(page, 'Anfang').click()
  await expect(
    page.getByText('Diese Qualität ist gerade nicht verfügbar, du hörst das Original'),
  ).toBeVisible()
  await expectSound(page)
  expect(requests.some(({ pathname }) => pathname.startsWith('/api/stream/'))).toBe(true)
})

test('a format that the browser does not play is encoded while it plays', async ({ archive, newPerson }) => {
  const page = await newPerson()
  await listenIn(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Langwelle', { Anfang: 90, Mitte: 90 })
  const requests: URL[] = []
  page.on('request', (request) => requests.push(new URL(request.url())))
  const asked = (path: string) => requests.filter(({ pathname }) => pathname.startsWith(path))

  // The file is no sound, although the browser reports that it can play the format.
  await page.route('**/api/stream/**', (route) =>
    route.fulfill({ contentType: 'audio/wav', body: 'this is not a sound' }),
  )
  await openAlbum(page, 'Langwelle')
  await trackButton(page, 'Anfang').click()
  await expect(
    page.getByText('Dieser Browser kann das Original nicht abspielen, du hörst es umgewandelt'),
  ).toBeVisible()
  await expectSound(page)
  expect(asked('/api/quality/')[0]?.searchParams.get('kbps')).toBe('192')

  // A browser that reports in advance that it cannot play the format does not request the original.
  await page.addInitScript(denyWav)
  const qualities = page.waitForResponse('**/api/qualities')
  await page.reload()
  await expect(trackButton(page, 'Mitte')).toBeVisible()
  // The page knows the encodings of the server once it has read this answer.
  await (await qualities).finished()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  requests.length = 0
  await trackButton(page, 'Mitte').click()
  await expectSound(page)
  expect(asked('/api/quality/')[0]?.searchParams.get('kbps')).toBe('192')
  expect(asked('/api/stream/')).toEqual([])
})
