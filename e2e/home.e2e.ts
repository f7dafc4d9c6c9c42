import { trackButton } from './albums.ts'
import { addAlbumByCall } from './archive-calls.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { enterAsAdmin, enterAsMember, OUTSIDE_APP, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'
import { toneFile } from './tones.ts'

test('home shows the five newest albums and the playing track; without a key it is locked', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  for (const title of ['Eins', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs'])
    await addAlbumByCall(page, { title, tracks: ['Lied'], sound: toneFile(30), cover: title === 'Sechs' })
  await page.goto('/')
  const newest = page
    .getByRole('main')
    .locator('section', { hasText: 'Zuletzt Hochgeladen' })
    .locator('a[href^="/archive?album="]')
  await expect(newest).toHaveText([/^Sechs/, /^Fünf/, /^Vier/, /^Drei/, /^Zwei/])
  await expect(page.getByRole('main').getByText('6 Alben')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Zum Archiv' })).toHaveAttribute('href', '/archive')

  // A spine has the colour of its cover and a title, and opens its album; Back returns to the shelf.
  const spines = page.getByRole('navigation', { name: 'Regal' }).getByRole('link')
  await expect(spines).toHaveText(['Sechs', 'Fünf', 'Vier', 'Drei', 'Zwei', 'Eins'])
  await expect
    .poll(() => spines.first().evaluate((spine) => spine.style.getPropertyValue('--paper')))
    .toMatch(/^oklch/)
  await spines.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(spines.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Fünf/, expanded: true })).toBeVisible()
  await expect(page).toHaveTitle(/^Fünf – Archive – /)
  await page.goBack()
  await expect(spines.first()).toBeVisible()
  await newest.nth(1).click()
  await expect(page).toHaveURL(/\/archive\?album=F/)
  await trackButton(page, 'Lied').click()
  await expectSound(page)

  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  const card = page.getByRole('region', { name: 'Aktueller Track' })
  await expect(card).toContainText('Spielt ab')
  await card.getByRole('button', { name: 'Pause' }).click()
  await expect(card).toContainText('Pausiert')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Details anzeigen' }).click()
  await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('Lied')

  const outsider = await newPerson()
  await outsider.clock.install()
  const favorites = outsider.waitForRequest('**/api/favorites')
  await enterAsMember(outsider, archive, person('mara'), '/chat')
  // From here on requests for covers never end. The page is loaded before, because its load event would wait for them.
  await outsider.context().route('**/api/cover/**', () => undefined)
  await outsider.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  const main = outsider.getByRole('main')
  const covered = main.getByText('Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen')
  await expect(covered).toHaveCount(4)
  await expect(main.getByRole('link')).toHaveCount(0)
  await expectAccessible(outsider)
  await favorites
  await expect(outsider.getByRole('banner').getByText('Home')).toBeVisible()
  const covers = main.locator('img[src*="/api/cover/"]')
  await expect(covers.first()).toBeAttached()
  await expect
    .poll(async () => {
      await outsider.clock.fastForward(10_500)
      return covers.count()
    })
    .toBe(0)
  await outsider.context().unrouteAll({ behavior: 'ignoreErrors' })
})
