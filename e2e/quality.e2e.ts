import { addTones, openAlbum, player, trackButton } from './albums.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { enterAsAdmin } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a lower quality is played from anywhere in a track, and the original where it fails', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson({ expects: /status of 404/ })
  await listenIn(page)
  await enterAsAdmin(page, archive)
  await addTones(page, 'Kurzwelle', { Anfang: 90, Ende: 90 })
  await page.goto('/settings?tab=sound')
  await page.getByRole('radio', { name: /^96 kbit\/s($| über WLAN)/ }).check()
  await expectAccessible(page)

  const requests: URL[] = []
  page.on('request', (request) => requests.push(new URL(request.url())))
  const asked = () => requests.filter(({ pathname }) => pathname.startsWith('/api/quality/'))
  await openAlbum(page, 'Kurzwelle')
  await trackButton(page, 'Anfang').click()
  await expectSound(page)
  expect(asked()[0]?.searchParams.get('kbps')).toBe('96')
  await expect(player(page)).toContainText('1:30')
  await page.getByRole('slider', { name: 'Position' }).focus()
  await page.keyboard.press('End')
  await expect(player(page)).toContainText('Ende')
  await expectSound(page)
  expect(asked().some(({ searchParams }) => Number(searchParams.get('from')) > 80)).toBe(true)

  await page.route('**/api/quality/**', (route) => route.fulfill({ status: 404 }))
  await trackButton(page, 'Anfang').click()
  await expect(
    page.getByText('Diese Qualität ist gerade nicht verfügbar, du hörst das Original'),
  ).toBeVisible()
  await expectSound(page)
  expect(requests.some(({ pathname }) => pathname.startsWith('/api/stream/'))).toBe(true)
})
