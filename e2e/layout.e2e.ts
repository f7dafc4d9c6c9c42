import type { Page } from '@playwright/test'
import { addTones, player, trackButton } from './albums.ts'
import { addAlbumByCall, saveLyricsByCall } from './archive-calls.ts'
import {
  boxesOf,
  boxOf,
  coveredBySafeAreas,
  expectApart,
  flawsOf,
  overlapsOf,
  setSafeAreas,
} from './geometry.ts'
import { enterAsAdmin, enterAsMember, OUTSIDE_APP, person } from './people.ts'
import { expect, test } from './test.ts'

/** Desktops, tablets, phones in portrait and landscape, and a desktop at 200 % zoom. */
const SIZES = [
  [1440, 900],
  [1100, 720],
  [1024, 640],
  [768, 1024],
  [720, 450],
  [390, 844],
  [320, 640],
  [844, 390],
] as const

const PAGES = [
  '/',
  '/archive',
  '/videos',
  '/favorites',
  '/history',
  '/chat',
  '/messages',
  '/rooms',
  '/friends',
  '/settings',
  '/admin',
  '/gibt/es/nicht',
]

/** The safe areas of a phone with a notch and a home bar, in portrait and in landscape. */
const PHONES = [
  [390, 844, { top: 47, right: 0, bottom: 34, left: 0 }],
  [844, 390, { top: 0, right: 47, bottom: 21, left: 47 }],
] as const

/** Titles that narrow windows must neither break nor cut. */
const TITLES = ['Zimmerpflanzen', 'Feierabendverkehr', 'Umlaufbahn', 'Rohfassungen', 'Sonntagsruhe']
const LONG = 'Nordlicht über dem Nebelkanal an einem Sonntag im November'
const TRACKS = { 'Der Verstärker brummt': 60, 'Noch mal von vorn': 60, Eierkartons: 60, Einsingen: 60 }

async function eachSize(page: Page, look: (width: number, height: number) => Promise<void>): Promise<void> {
  for (const [width, height] of SIZES)
    await test.step(`${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height })
      await look(width, height)
    })
}

test('no page has cut, covered or misplaced elements, from 320 px to 1440 px', async ({
  archive,
  newPerson,
}) => {
  test.slow()
  const page = await newPerson()
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  // Enough albums for each window to scroll.
  for (const number of ['', ' 2', ' 3', ' 4', ' 5'])
    for (const title of TITLES) await addAlbumByCall(page, { title: title + number, tracks: ['Lied'] })
  await addTones(page, LONG, TRACKS)
  await page.goto('/archive')
  const main = page.getByRole('main')
  const play = main.getByRole('button', { name: /^(Abspielen|Pausieren)$/ })

  await test.step('an open album shows what plays it, and a track, above the player', async () => {
    await eachSize(page, async (width, height) => {
      await page.goto('/archive')
      await main.getByRole('button', { name: new RegExp(`^${LONG}`) }).click()
      for (const what of [play, trackButton(page, 'Der Verstärker brummt')])
        await expect
          .poll(async () => {
            const top = (await boxOf(page.getByRole('banner'))).height
            const end = (await boxOf(player(page))).y
            const box = await boxOf(what)
            return box.y >= top && box.y + box.height <= end
          })
          .toBe(true)
      await expect
        .poll(async () => (await boxOf(player(page))).height)
        .toBe(height < 480 || width < 768 ? 64 : 84)
      await expect.poll(() => flawsOf(page)).toEqual([])
    })
  })

  await test.step('a phone on its side has the layout of a phone', async () => {
    await expect(page.getByRole('button', { name: 'Menü öffnen' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeHidden()
  })

  await test.step('the way up is in the top bar and covers nothing', async () => {
    await eachSize(page, async () => {
      const bar = page.getByRole('banner')
      const toTop = bar.getByRole('button', { name: 'Nach oben' })
      // After a change of size the page scrolls to the open album again.
      await expect
        .poll(async () => {
          await page.evaluate(() =>
            globalThis.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }),
          )
          return toTop.isVisible()
        })
        .toBe(true)
      await expect
        .poll(async () => {
          const [up, end] = [await boxOf(toTop), await boxOf(bar)]
          return up.y + up.height <= end.y + end.height
        })
        .toBe(true)
      await expect.poll(() => overlapsOf(bar.locator('button, input'))).toEqual([])
    })
  })

  await test.step('the heart follows the title, and a message covers no control of the player', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/archive')
    await main.getByRole('button', { name: new RegExp(`^${LONG}`) }).click()
    await main.getByRole('button', { name: 'Zu „Lieblingssongs“ hinzufügen: Eierkartons' }).click()
    await trackButton(page, 'Eierkartons').click()
    const heart = player(page).getByRole('button', { name: /Lieblingssongs/ })
    await expect
      .poll(async () => {
        const text = await boxOf(player(page).getByRole('link', { name: 'Eierkartons' }))
        return (await boxOf(heart)).x - (text.x + text.width)
      })
      .toBeLessThanOrEqual(24)
    await eachSize(page, async () => {
      await page.keyboard.press('s')
      const toast = page.getByRole('status').filter({ hasText: /^Shuffle/ })
      await expectApart(toast, player(page))
    })
  })

  await test.step('on the chat page a message covers neither the text field nor the player', async () => {
    await page.goto('/chat')
    await player(page)
      .getByRole('button', { name: /^Weiterhören/ })
      .click()
    const field = page.getByRole('textbox', { name: /Nachricht/ })
    const heart = player(page).locator('button[aria-keyshortcuts="L"]').last()
    // The favorites are loaded: from now on a press changes one.
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await eachSize(page, async () => {
      // Dispatched, because the smallest phones show the button in the large player only.
      await heart.dispatchEvent('click')
      const toast = page.getByRole('status').filter({ hasText: /Lieblingssongs/ })
      await expectApart(toast, field)
      await expectApart(toast, player(page))
    })
    // The checks below need the favorite.
    if ((await heart.getAttribute('aria-pressed')) === 'false') await heart.dispatchEvent('click')
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
  })

  await page.setViewportSize({ width: 1440, height: 900 })
  for (const [path, thing] of [
    ['/', main.getByRole('link', { name: /Zum Archiv/ })],
    ['/archive', main.locator('[data-album]').first()],
    ['/favorites', main.getByRole('button', { name: /abspielen$/ }).last()],
    ['/chat', page.getByRole('textbox', { name: /Nachricht/ })],
    ['/settings', main.getByRole('textbox').first()],
    ['/admin', main.getByRole('tab', { selected: true })],
  ] as const)
    await test.step(`from the link past the navigation at most ten Tabs lead to the main thing of ${path}`, async () => {
      await page.goto(path)
      await expect(thing).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused()
      await page.keyboard.press('Enter')
      const isThere = () => thing.evaluate((element) => element === document.activeElement)
      for (let tabs = 0; tabs < 10 && !(await isThere()); tabs += 1) await page.keyboard.press('Tab')
      await expect(thing).toBeFocused()
      expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(path)
    })
  await page.goto('/archive')
  await expect(main.locator('[data-album]').first()).toBeVisible()
  for (const key of ['Tab', 'Tab', 'Enter', 'Tab']) await page.keyboard.press(key)
  await expect(player(page).locator(':focus')).toBeVisible()

  await test.step('the selected tab stays in view when the window gets narrower', async () => {
    await page.goto('/admin')
    const tab = main.getByRole('tab', { name: 'Track Management' })
    await tab.click()
    await eachSize(page, async (width) => {
      await expect
        .poll(async () => {
          const box = await boxOf(tab)
          return box.x >= 0 && box.x + box.width <= width
        })
        .toBe(true)
    })
  })

  for (const path of PAGES)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(main.getByRole('heading').first()).toBeVisible()
      await eachSize(page, async () => {
        await expect.poll(() => flawsOf(page)).toEqual([])
      })
    })

  await test.step('the notch and the home bar of a phone cover no control', async () => {
    for (const [width, height, areas] of PHONES) {
      await page.setViewportSize({ width, height })
      await setSafeAreas(page, areas)
      const covered = () => coveredBySafeAreas(page, areas)
      for (const path of ['/', '/chat', '/settings']) {
        await page.goto(path)
        await expect(main.getByRole('heading').first()).toBeVisible()
        await expect.poll(covered).toEqual([])
      }
      for (const [key, name] of [
        ['f', 'Großansicht'],
        ['q', 'Warteschlange'],
        ['Control+k', 'Suche'],
      ] as const) {
        const sheet = page.getByRole('dialog', { name })
        // The page handles keys only after the player has loaded.
        await expect(async () => {
          if (!(await sheet.isVisible())) await page.keyboard.press(key)
          await expect(sheet).toBeVisible({ timeout: 1000 })
        }).toPass()
        await expect.poll(covered).toEqual([])
        await page.keyboard.press('Escape')
        await expect(sheet).toBeHidden()
      }
    }
    await setSafeAreas(page, { top: 0, right: 0, bottom: 0, left: 0 })
  })

  await test.step('with reduced motion the closed drawer of phones takes no room either', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/favorites')
    await expect(page.locator('dialog[aria-label="Menü"]')).toBeAttached()
    expect(await flawsOf(page)).toEqual([])
    await page.emulateMedia({ reducedMotion: null })
  })

  await test.step('the page for lyrics, with the deck for tapping', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await saveLyricsByCall(page, LONG, 'Eierkartons', `[00:10.00]${LONG}\nZwei\n[00:20.00]Drei`)
    await page.goto(`/archive?album=${LONG}`)
    await main.getByRole('button', { name: 'Mehr zu Eierkartons', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Songtext bearbeiten' }).click()
    await expect(main.getByRole('textbox', { name: 'Text von Zeile 3' })).toHaveValue('Drei')
    await expect(main.getByRole('group', { name: 'Tempo' })).toBeVisible()
    await eachSize(page, async () => {
      await expect.poll(() => flawsOf(page)).toEqual([])
    })
  })

  await test.step('without a key nothing in the top bar covers anything', async () => {
    const member = await newPerson()
    await enterAsMember(member, archive, person('mara'), '/settings')
    await expect(member.getByRole('main').getByRole('heading').first()).toBeVisible()
    await eachSize(member, async (width) => {
      const controls = member.getByRole('banner').locator('a, button, input')
      // Controls that are loaded later take their places one after the other.
      await expect.poll(() => overlapsOf(controls)).toEqual([])
      for (const box of await boxesOf(controls)) expect(box.x + box.width).toBeLessThanOrEqual(width)
    })
  })
})
