import type { Page } from 'playwright-core'
import { UNVERIFIED } from './archives.ts'
import type { ScreenState } from './shoot.ts'

const ALBUM = '/archive?album=Kassettendeck'
const FIRST = 'Vorlauf'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page) => page.locator('dialog[open]').last()
const player = (page: Page) => page.getByRole('region', { name: 'Player' })

/** Before a step in an open album: where the page has scrolled depends on what was loaded first. */
const inAlbum =
  (step?: (page: Page, isPhone: boolean) => Promise<unknown>) => async (page: Page, isPhone: boolean) => {
    await page.locator('[data-album][aria-expanded="true"]').evaluate((card) => card.scrollIntoView())
    await step?.(page, isPhone)
  }

/** Calls of the app that are answered with an error, or never. */
const failing = (address: string) => (page: Page) =>
  page.route(address, (route) => route.fulfill({ status: 500, json: { error: 'Interner Serverfehler' } }))
const waiting = (address: string) => (page: Page) => page.route(address, () => undefined)

/** Plays a track and pauses it at its beginning. */
async function pauseAtStart(page: Page): Promise<void> {
  await button(page, new RegExp(`^${FIRST} abspielen`)).click()
  const pause = player(page).getByRole('button', { name: 'Pause', exact: true })
  await pause.click()
  // Five seconds back.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  for (const _ of ['once', 'again']) await page.keyboard.press('ArrowLeft')
}

async function fillQueue(page: Page): Promise<void> {
  for (const title of [FIRST, 'Chromdioxid', 'Bandsalat', 'Bleistift']) {
    await button(page, `Mehr zu ${title}`).click()
    await page.getByRole('menuitem', { name: 'Zur Warteschlange hinzufügen' }).click()
  }
  await pauseAtStart(page)
}

async function openWholePlayer(page: Page, isPhone: boolean): Promise<void> {
  await pauseAtStart(page)
  if (!isPhone) await button(page, 'Titelkarte').click()
  await button(page, /^Player öffnen/).click()
  await page.getByRole('dialog', { name: 'Spielt ab' }).waitFor()
}

async function openQueue(page: Page): Promise<void> {
  await player(page)
    .getByRole('button', { name: /^Warteschlange/ })
    .click()
  await page.getByRole('dialog', { name: 'Warteschlange' }).waitFor()
}
const openUserMenu = (page: Page) => button(page, /Benutzermenü/).click()

const beforeLogin: readonly ScreenState[] = [
  { name: 'auth-login', role: 'visitor', path: '/login' },
  {
    name: 'auth-login-error',
    role: 'visitor',
    path: '/login',
    reach: async (page) => {
      await page.getByLabel('E-Mail-Adresse').fill('niemand@demo.example')
      await page.getByLabel('Passwort', { exact: true }).fill('falsch')
      await button(page, 'Anmelden').click()
      await page.getByText('E-Mail oder Passwort ist falsch').waitFor()
    },
  },
  { name: 'auth-register', role: 'visitor', path: '/register' },
  {
    name: 'auth-register-errors',
    role: 'visitor',
    path: '/register',
    reach: async (page) => button(page, 'Account erstellen').click(),
  },
  {
    name: 'auth-forgot',
    role: 'visitor',
    path: '/login',
    reach: async (page) => button(page, /Passwort vergessen/).click(),
  },
  { name: 'auth-reset', role: 'visitor', path: '/reset-password/abgelaufen' },
  { name: 'auth-verify', role: 'visitor', path: '/verify-email?token=abgelaufen' },
  {
    name: 'auth-unverified',
    role: 'visitor',
    path: '/login',
    reach: async (page) => {
      await page.getByLabel('E-Mail-Adresse').fill(UNVERIFIED.email)
      await page.getByLabel('Passwort', { exact: true }).fill(UNVERIFIED.password)
      await button(page, 'Anmelden').click()
      await page.getByRole('heading', { name: 'E-Mail nicht verifiziert' }).waitFor()
    },
  },
]

const listening: readonly ScreenState[] = [
  { name: 'home', role: 'admin', path: '/', isWhole: true },
  { name: 'home-empty', role: 'owner', path: '/', isWhole: true },
  { name: 'home-locked', role: 'newcomer', path: '/', isWhole: true },
  { name: 'home-error', role: 'admin', path: '/', isWhole: true, before: failing('**/api/plays/top*') },
  { name: 'archive', role: 'admin', path: '/archive' },
  {
    name: 'archive-end',
    role: 'admin',
    path: '/archive',
    reach: (page) => page.evaluate(() => scrollTo(0, 2000)),
  },
  { name: 'archive-open', role: 'admin', path: ALBUM, reach: inAlbum() },
  {
    name: 'archive-found',
    role: 'admin',
    path: '/archive',
    reach: (page) => page.getByLabel('Suche nach Songs').fill('band'),
  },
  {
    name: 'archive-not-found',
    role: 'admin',
    path: '/archive',
    reach: async (page) => {
      await page.getByLabel('Suche nach Songs').fill('gibt es nicht')
      await page.getByText('Keine Alben gefunden').waitFor()
    },
  },
  { name: 'archive-empty', role: 'owner', path: '/archive' },
  { name: 'archive-loading', role: 'admin', path: '/archive', before: waiting('**/albums?*') },
  { name: 'archive-error', role: 'admin', path: '/archive', before: failing('**/albums?*') },
  { name: 'archive-locked', role: 'newcomer', path: '/archive' },
  {
    name: 'archive-context-menu',
    role: 'admin',
    path: ALBUM,
    reach: inAlbum((page) => button(page, `Mehr zu ${FIRST}`).click()),
  },
  {
    name: 'key-dialog',
    role: 'newcomer',
    path: '/archive',
    reach: async (page) => {
      await button(page, 'Zugangsschlüssel eingeben').first().click()
      await page.getByRole('dialog').getByLabel('Zugangsschlüssel').fill('AB-12')
    },
  },
  {
    name: 'key-dialog-error',
    role: 'newcomer',
    path: '/archive',
    reach: async (page) => {
      await button(page, 'Zugangsschlüssel eingeben').first().click()
      await page.getByRole('dialog').getByLabel('Zugangsschlüssel').fill('AB-CDEF-GHJK')
      await page.getByRole('dialog').locator('[aria-invalid]').waitFor()
    },
  },
  { name: 'favorites', role: 'admin', path: '/favorites' },
  { name: 'favorites-empty', role: 'owner', path: '/favorites' },
  { name: 'favorites-locked', role: 'newcomer', path: '/favorites' },
  { name: 'favorites-error', role: 'admin', path: '/favorites', before: failing('**/api/favorites*') },
  { name: 'videos', role: 'admin', path: '/videos', isWhole: true },
  { name: 'videos-empty', role: 'owner', path: '/videos' },
  { name: 'videos-locked', role: 'newcomer', path: '/videos' },
  { name: 'videos-loading', role: 'admin', path: '/videos', before: waiting('**/api/videos?*') },
  {
    name: 'videos-error',
    role: 'admin',
    path: '/videos',
    before: failing('**/api/videos/stream/**'),
    reach: async (page) => {
      await page.locator('[data-video]').first().click()
      await page.locator('video').locator('..').getByRole('button').first().waitFor()
    },
  },
]

const playing: readonly ScreenState[] = [
  { name: 'player', role: 'admin', path: ALBUM, reach: inAlbum(pauseAtStart) },
  { name: 'player-whole', role: 'admin', path: ALBUM, reach: inAlbum(openWholePlayer) },
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
      await button(page, 'Titelkarte').click()
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
    name: 'player-queue-over-player',
    role: 'admin',
    path: ALBUM,
    reach: inAlbum(async (page, isPhone) => {
      await openWholePlayer(page, isPhone)
      await dialog(page)
        .getByRole('button', { name: /^Warteschlange/ })
        .click()
      await page.getByRole('dialog', { name: 'Warteschlange' }).waitFor()
    }),
  },
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
      await page.getByRole('menuitem', { name: 'Zur Warteschlange hinzufügen' }).click()
    }),
  },
]

const members: readonly ScreenState[] = [
  { name: 'chat', role: 'admin', path: '/chat' },
  { name: 'chat-empty', role: 'owner', path: '/chat' },
  {
    name: 'chat-people',
    role: 'admin',
    path: '/chat',
    on: 'phone',
    reach: (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: /online|Benutzer/i })
        .first()
        .click(),
  },
  {
    name: 'chat-profile',
    role: 'admin',
    path: '/chat',
    reach: (page) =>
      button(page, /^Profil von .* öffnen/)
        .first()
        .click(),
  },
  {
    name: 'chat-mention',
    role: 'admin',
    path: '/chat',
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'Nachricht' }).fill('Hallo ')
      await page.getByRole('textbox', { name: 'Nachricht' }).pressSequentially('@')
      await page.getByRole('listbox', { name: 'Personen' }).waitFor()
    },
  },
  {
    name: 'chat-long',
    role: 'admin',
    path: '/chat',
    reach: (page) => page.getByRole('textbox', { name: 'Nachricht' }).fill('lang '.repeat(90)),
  },
  { name: 'friends', role: 'admin', path: '/friends', isWhole: true },
  { name: 'friends-empty', role: 'owner', path: '/friends' },
  { name: 'friends-error', role: 'admin', path: '/friends', before: failing('**/api/friends') },
  {
    name: 'friends-remove',
    role: 'admin',
    path: '/friends',
    reach: (page) =>
      button(page, / entfernen$/)
        .first()
        .click(),
  },
  {
    name: 'friends-search',
    role: 'admin',
    path: '/friends',
    reach: async (page) => {
      await page.getByRole('main').getByRole('searchbox', { name: 'Freunde suchen' }).fill('ton')
      await page.getByText('1 Person gefunden').waitFor({ state: 'attached' })
    },
  },
  { name: 'user-menu', role: 'admin', path: '/archive', reach: openUserMenu },
  {
    name: 'avatar-dialog',
    role: 'admin',
    path: '/archive',
    reach: async (page) => {
      await openUserMenu(page)
      await page.getByRole('menuitem', { name: 'Avatar ändern' }).click()
      await page.getByRole('dialog', { name: 'Avatar ändern' }).waitFor()
    },
  },
  {
    name: 'drawer',
    role: 'admin',
    path: '/archive',
    on: 'phone',
    reach: (page) => button(page, 'Menü öffnen').click(),
  },
  { name: 'settings-profile', role: 'admin', path: '/settings', isWhole: true },
  { name: 'settings-lastfm', role: 'admin', path: '/settings?tab=lastfm', isWhole: true },
  {
    name: 'settings-lastfm-connected',
    role: 'admin',
    path: '/settings?tab=lastfm',
    isWhole: true,
    before: (page) =>
      page.route('**/api/scrobbling', (route) =>
        route.fulfill({
          json: {
            services: ['lastfm', 'listenbrainz'].map((service, index) => ({
              service,
              isAvailable: true,
              sessionKey: `01940000-0000-7000-8000-00000000000${String(index)}`,
              isConnected: true,
              isPaused: false,
              isLost: index === 1,
              username: 'frieda_hört',
              scrobbleCount: 1284,
              waitingCount: 3,
              connectedAt: null,
            })),
            tellsUnreleased: false,
          },
        }),
      ),
  },
  { name: 'settings-security', role: 'admin', path: '/settings?tab=security', isWhole: true },
  { name: '403', role: 'admin', path: '/403' },
  { name: '404', role: 'admin', path: '/gibt/es/nicht' },
]

const tab = (name: string) => `/admin?tab=${name}`

const administration: readonly ScreenState[] = [
  { name: 'admin-users', role: 'admin', path: tab('users'), isWhole: true },
  {
    name: 'admin-users-delete',
    role: 'admin',
    path: tab('users'),
    reach: (page) =>
      button(page, / löschen$/)
        .last()
        .click(),
  },
  { name: 'admin-keys', role: 'admin', path: tab('keys'), isWhole: true },
  { name: 'admin-keys-empty', role: 'owner', path: tab('keys') },
  { name: 'admin-album', role: 'admin', path: tab('album'), isWhole: true },
  {
    name: 'admin-album-errors',
    role: 'admin',
    path: tab('album'),
    isWhole: true,
    reach: (page) => button(page, 'Album hinzufügen').click(),
  },
  { name: 'admin-videos', role: 'admin', path: tab('videos'), isWhole: true },
  {
    name: 'admin-videos-chosen',
    role: 'admin',
    path: tab('videos'),
    reach: async (page) => {
      const video = new URL('../../e2e/samples/film.webm', import.meta.url).pathname
      await page.getByLabel('Videodatei auswählen').setInputFiles(video)
      await page.getByText('film.webm').waitFor()
    },
  },
  { name: 'admin-order', role: 'admin', path: tab('tracks') },
  {
    name: 'admin-order-open',
    role: 'admin',
    path: tab('tracks'),
    reach: async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /Echo & Schotter/ })
        .nth(1)
        .click()
      await page
        .getByRole('button', { name: /^Aktionen für/ })
        .first()
        .waitFor()
    },
  },
  { name: 'admin-acts', role: 'owner', path: tab('acts') },
]

/** Every screen in the states that look different. */
export const STATES: readonly ScreenState[] = [
  ...beforeLogin,
  ...listening,
  ...playing,
  ...members,
  ...administration,
]
