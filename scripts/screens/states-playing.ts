import type { Page } from 'playwright-core'
import type { ScreenState } from './shoot.ts'
import { ALBUM, FIRST, SUNG, SUNG_ALBUM, button, inAlbum } from './states-steps.ts'

const player = (page: Page) => page.getByRole('region', { name: 'Player' })
const dialog = (page: Page) => page.locator('dialog[open]').last()
/** Plays a track and pauses it at its beginning. */
async function pauseAtStart(page: Page): Promise<void> {
  await button(page, new RegExp(`^${FIRST} abspielen`)).click()
  const pause = player(page).getByRole('button', { name: 'Pause', exact: true })
  await pause.click()
  // Each press of the key seeks five seconds back.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  for (const _ of ['once', 'again']) await page.keyboard.press('ArrowLeft')
}

async function fillQueue(page: Page): Promise<void> {
  for (const title of [FIRST, 'Chromdioxid', 'Bandsalat', 'Bleistift']) {
    await button(page, `Mehr zu ${title}`).click()
    await page.getByRole('menuitem', { name: 'Zur Warteschlange' }).click()
  }
  await pauseAtStart(page)
}

async function openLargeView(page: Page, isPhone: boolean): Promise<void> {
  await pauseAtStart(page)
  await player(page)
    .getByRole('button', { name: isPhone ? /^Großansicht öffnen/ : /^Großansicht$/ })
    .click()
  await page.getByRole('dialog', { name: 'Großansicht' }).waitFor()
}

async function openLargeTab(page: Page, isPhone: boolean, name: string): Promise<void> {
  await openLargeView(page, isPhone)
  await dialog(page).getByRole('tab', { name }).click()
}

async function openQueue(page: Page): Promise<void> {
  await player(page)
    .getByRole('button', { name: /^Warteschlange/ })
    .click()
  await page.getByRole('dialog', { name: 'Warteschlange' }).waitFor()
}

/**
 * Opens the menu „Mehr“ of the player bar. On phones it opens the menu of the large view, because the bar has none
 * there.
 */
async function openMore(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) await openLargeView(page, isPhone)
  else await pauseAtStart(page)
  const frame = isPhone ? dialog(page) : player(page)
  await frame.getByRole('button', { name: 'Mehr', exact: true }).click()
}

async function openInMore(page: Page, isPhone: boolean, name: string): Promise<void> {
  await openMore(page, isPhone)
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('heading', { name }).waitFor()
}

/** Opens the large view of a track with lyrics, paused in its middle. */
async function openLyrics(page: Page, isPhone: boolean): Promise<void> {
  await button(page, new RegExp(`^${SUNG} abspielen`)).click()
  await player(page).getByRole('button', { name: 'Pause', exact: true }).click()
  await player(page)
    .getByRole('button', { name: isPhone ? /^Großansicht öffnen/ : /^Großansicht$/ })
    .click()
  if (isPhone) await dialog(page).getByRole('tab', { name: 'Songtext' }).click()
  await dialog(page).getByRole('slider', { name: 'Position' }).fill('40')
}

async function dock(page: Page): Promise<void> {
  await openLyrics(page, false)
  await dialog(page).getByRole('button', { name: 'Neben der Seite zeigen' }).click()
  await page.getByRole('region', { name: 'Großansicht' }).waitFor()
}

export const playing: readonly ScreenState[] = [
  { name: 'player', role: 'admin', path: ALBUM, reach: inAlbum(pauseAtStart) },
  { name: 'player-large', role: 'admin', path: ALBUM, reach: inAlbum(openLargeView) },
  {
    name: 'player-large-queue',
    role: 'admin',
    path: ALBUM,
    reach: inAlbum((page, isPhone) => openLargeTab(page, isPhone, 'Als Nächstes')),
  },
  {
    name: 'player-large-notes',
    role: 'admin',
    path: ALBUM,
    reach: inAlbum((page, isPhone) => openLargeTab(page, isPhone, 'Notizen')),
  },
  {
    name: 'player-large-lyrics',
    role: 'admin',
    path: SUNG_ALBUM,
    reach: inAlbum(openLyrics),
  },
  { name: 'player-docked', role: 'admin', path: SUNG_ALBUM, on: 'desktop', reach: inAlbum(dock) },
  {
    name: 'player-docked-chat',
    role: 'admin',
    path: SUNG_ALBUM,
    on: 'desktop',
    reach: inAlbum(async (page) => {
      await dock(page)
      await page.getByRole('link', { name: 'Chat Room' }).click()
      await page.getByRole('heading', { name: 'Chat Room' }).waitFor()
    }),
  },
  { name: 'player-more', role: 'admin', path: ALBUM, reach: inAlbum(openMore) },
  {
    name: 'player-sleep',
    role: 'admin',
    path: ALBUM,
    reach: inAlbum((page, isPhone) => openInMore(page, isPhone, 'Schlummer-Timer')),
  },
  {
    name: 'player-speed',
    role: 'admin',
    path: ALBUM,
    reach: inAlbum((page, isPhone) => openInMore(page, isPhone, 'Tempo')),
  },
  {
    name: 'player-home',
    role: 'admin',
    path: ALBUM,
    isWhole: true,
    reach: inAlbum(async (page, isPhone) => {
      await pauseAtStart(page)
      if (isPhone) await button(page, 'Menü öffnen').click()
      await page.getByRole('link', { name: 'Home' }).filter({ visible: true }).click()
      await page.getByRole('heading', { name: 'Top Tracks' }).waitFor()
    }),
  },
  {
    name: 'player-popup',
    role: 'admin',
    path: ALBUM,
    on: 'desktop',
    reach: inAlbum(async (page) => {
      await pauseAtStart(page)
      await button(page, 'Großansicht öffnen').first().click({ button: 'right' })
    }),
  },
  {
    name: 'player-queue',
    role: 'admin',
    path: ALBUM,
    reach: inAlbum(async (page) => {
      await fillQueue(page)
      await openQueue(page)
    }),
  },
  { name: 'player-queue-empty', role: 'admin', path: '/archive', reach: openQueue },
  {
    name: 'player-details',
    role: 'admin',
    path: ALBUM,
    reach: inAlbum(async (page) => {
      await button(page, `Mehr zu ${FIRST}`).click()
      await page.getByRole('menuitem', { name: 'Details anzeigen' }).click()
    }),
  },
  {
    name: 'player-shortcuts',
    role: 'admin',
    path: '/archive',
    on: 'desktop',
    reach: async (page) => page.keyboard.press('?'),
  },
  {
    name: 'toast',
    role: 'admin',
    path: ALBUM,
    reach: inAlbum(async (page) => {
      await button(page, `Mehr zu ${FIRST}`).click()
      await page.getByRole('menuitem', { name: 'Zur Warteschlange' }).click()
    }),
  },
]
