import type { Page } from '@playwright/test'
import { enterAsMember, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test('unknown and forbidden pages offer a way back', async ({ archive, newPerson }) => {
  const page = await newPerson()
  await enterAsMember(page, archive, person('mara'), '/settings?tab=LastFM')
  await expect(page.getByRole('tab', { name: 'Scrobbling' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)

  // A chosen theme is applied before any script of the app runs, so that nothing flashes.
  const html = page.locator('html')
  const themes = page.getByRole('region', { name: 'Darstellung' })
  await page.getByRole('tab', { name: 'Profil' }).click()
  await themes.getByRole('button', { name: 'Hell' }).click()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await expectAccessible(page)
  await page.route('**/assets/*.js', () => undefined)
  await page.goto('/settings', { waitUntil: 'commit' })
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/settings')
  await themes.getByRole('button', { name: 'System' }).click()
  await expect(html).not.toHaveAttribute('data-theme')

  await page.goto('/gibt/es/nicht')
  await expect(page.getByRole('heading', { name: 'Seite nicht gefunden' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible()

  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Zugang verweigert' })).toBeVisible()
  await expect(page).toHaveURL('/403')
  await expectAccessible(page)
  // /admin is not in the history: Back leads to the page before it.
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expect(page).toHaveURL(/\/settings/)
  await page.goto('/403')
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(page).toHaveURL('/')

  // In a tab that was opened with such a page, the button leads to the start page.
  for (const path of ['/gibt/es/nicht', '/settings']) {
    const tab = await page.context().newPage()
    await tab.goto(path)
    if (path === '/settings') {
      await tab.getByRole('tab', { name: 'Sicherheit' }).click()
      await expect(tab).toHaveURL('/settings?tab=security')
    }
    await tab.getByRole('button', { name: 'Zurück' }).click()
    await expect(tab).toHaveURL('/')
    await tab.close()
  }
})

test('a loading page shows a skeleton, and one that fails to load leaves the others usable', async ({
  archive,
  newPerson,
}) => {
  const expects = /net::ERR_FAILED|Failed to fetch dynamically imported module/
  const page = await newPerson({ expects, savesData: false })
  // Chunks of pages are prefetched; these responses are delayed until the test releases them.
  const { promise: isLet, resolve: letIn } = Promise.withResolvers<undefined>()
  await page.route(/\/FriendsPage-[^/]+\.js$/, async (route) => {
    await isLet
    await route.continue()
  })
  await page.route(/\/SettingsPage-[^/]+\.js$/, (route) => route.abort())
  await enterAsMember(page, archive, person('mara'))
  const content = page.getByRole('main')
  const goTo = async (place: string) => {
    await page.getByRole('button', { name: /Benutzermenü/ }).click()
    await page.getByRole('menuitem', { name: place }).click()
  }

  await goTo('Freunde')
  await expect(content.getByRole('heading', { level: 1, name: 'Freunde' })).toBeVisible()
  await expect(content.getByRole('status').filter({ hasText: 'Lädt' })).toBeAttached()
  await expect(page).toHaveTitle(/^Freunde – /)
  await expectAccessible(page)
  letIn(undefined)
  await expect(content.getByText('Noch keine Freunde')).toBeVisible()

  // The server does not answer: the skeleton is shown, and the page states what it is waiting for.
  await page.route('**/albums?*', async (route) => {
    // The page also repeats its call by itself; only the request after the press is answered.
    const isPressed = await page.evaluate(() => Reflect.has(globalThis, 'hasPressed')).catch(() => false)
    if (isPressed) await route.continue()
  })
  await page.goto('/archive')
  await expect(page.getByText('Diese Seite wartet noch auf den Server.')).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() =>
    addEventListener('click', () => Reflect.set(globalThis, 'hasPressed', true), { capture: true }),
  )
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(content.locator('[inert]').getByText('0 Resultate gefunden')).toBeAttached()
  await expect(page.getByText('Diese Seite wartet noch auf den Server.')).toBeHidden()
  await page.unroute('**/albums?*')

  // Without a connection a page without data says so at once, and loads after reconnecting.
  await page.context().setOffline(true)
  await expect(page.getByText(/^Du bist offline\./)).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Lieblingssongs' }).click()
  await expect(content.getByRole('heading', { level: 1, name: 'Lieblingssongs' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText(/^Du bist offline\./)).toBeHidden()

  await goTo('Einstellungen')
  await expect(content.getByRole('heading', { name: 'Da ist etwas schiefgegangen' })).toBeVisible()
  await expect(content.getByRole('button', { name: 'Seite neu laden' })).toBeVisible()
  await expectAccessible(page)
  await goTo('Freunde')
  await expect(content.getByText('Noch keine Freunde')).toBeVisible()
  await page.unroute(/\/SettingsPage-[^/]+\.js$/)
  await goTo('Einstellungen')
  await expect(content.getByRole('heading', { name: 'Einstellungen' })).toBeVisible()
})

/**
 * Slows down animations that are longer than a second a hundredfold, so that no notice disappears before it is checked.
 */
const slowDown = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener('animationstart', ({ target }) => {
      if (!(target instanceof Element)) return
      for (const animation of target.getAnimations({ subtree: true })) {
        const { endTime } = animation.effect?.getComputedTiming() ?? {}
        if (typeof endTime === 'number' && endTime > 1000) animation.updatePlaybackRate(0.01)
      }
    })
  })

/** Checks how many milliseconds a notice is shown, and that the time stops while the pointer is on it. */
async function expectShownFor(page: Page, text: string, milliseconds: number): Promise<void> {
  const notice = page.getByRole('status').filter({ hasText: text })
  await expect(notice).toBeVisible()
  const line = () =>
    notice.evaluate((element) =>
      element.getAnimations({ subtree: true }).map((animation) => ({
        duration: animation.effect?.getComputedTiming().duration,
        state: animation.playState,
      })),
    )
  await expect.poll(line).toContainEqual({ duration: milliseconds, state: 'running' })
  await notice.hover()
  await expect.poll(line).toContainEqual({ duration: milliseconds, state: 'paused' })
  await expectAccessible(page)
  await page.mouse.move(0, 0)
  await expect.poll(line).toContainEqual({ duration: milliseconds, state: 'running' })
  await notice.evaluate((element, whole) => {
    for (const animation of element.getAnimations({ subtree: true }))
      if (animation.effect?.getComputedTiming().duration === whole) animation.finish()
  }, milliseconds)
  await expect(notice).toBeHidden()
}

/** The boxes of all elements except notices and the connection status, once they have come to rest. */
async function layoutOf(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 })
  const read = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('header *, nav *, main *')]
        .filter((element) => element.checkVisibility() && element.closest('[role="status"], output') === null)
        .map(({ tagName, offsetLeft, offsetTop, offsetWidth, offsetHeight }) =>
          [tagName, offsetLeft, offsetTop, offsetWidth, offsetHeight].join(' '),
        ),
    )
  let last: string[] = []
  await expect(async () => {
    const before = last
    last = await read()
    expect(last).toEqual(before)
  }).toPass()
  return last
}

test('the notice about the new design stays 30 s, the one about keys 7.5 s; neither reappears or moves anything', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await slowDown(page)
  await page.goto('/')
  await expectShownFor(page, 'Diese Seite wurde neu gestaltet.', 30_000)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  await expect(page.getByText('Diese Seite wurde neu gestaltet.')).toHaveCount(0)

  await enterAsMember(page, archive, person('mara'))
  await expect(page.getByText('Noch keinen Zugangsschlüssel?')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect(page.getByText('Das Archiv ist noch leer.')).toBeVisible()
  // The playlists of the sidebar are loaded after the page.
  await expect(page.getByRole('heading', { name: 'Playlists', exact: true })).toBeVisible()
  const [narrow, wide] = [await layoutOf(page, 390), await layoutOf(page, 1440)]
  await expectShownFor(page, 'Noch keinen Zugangsschlüssel?', 7500)
  // The notice is an overlay: nothing moves when it disappears.
  await expect.poll(() => layoutOf(page, 1440)).toEqual(wide)
  await expect.poll(() => layoutOf(page, 390)).toEqual(narrow)
  await page.reload()
  await expect(page.getByRole('button', { name: /Benutzermenü/ })).toBeVisible()
  await expect(page.getByText('Noch keinen Zugangsschlüssel?')).toHaveCount(0)
})

test('the code of all pages is loaded in advance, but not when the browser saves data', async ({
  archive,
  newPerson,
}) => {
  /** Enters, and returns the names of the scripts that the browser has requested so far. */
  const enter = async (page: Page, username: string) => {
    const names = new Set<string>()
    // The hash of eight characters behind the name can contain a hyphen.
    page.on('request', (request) => names.add(/\/([^/]+)-[\w-]{8}\.js$/.exec(request.url())?.[1] ?? ''))
    await enterAsMember(page, archive, person(username))
    await expect.poll(() => [...names]).toContain('prefetch-pages')
    return names
  }
  const loaded = await enter(await newPerson({ savesData: false }), 'mara')
  await expect.poll(() => [...loaded]).toEqual(expect.arrayContaining(['ChatPage', 'SettingsPage']))

  const page = await newPerson({ savesData: true })
  const names = await enter(page, 'tom')
  await page.waitForLoadState('networkidle')
  expect([...names]).toContain('HomePage')
  expect([...names].filter((name) => name.endsWith('Page'))).toEqual(['HomePage'])
  await page.getByRole('navigation').getByRole('link', { name: 'Lieblingssongs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lieblingssongs' })).toBeVisible()
  await expect
    .poll(() => [...names].filter((name) => name.endsWith('Page')))
    .toEqual(['HomePage', 'FavoritesPage'])
})
