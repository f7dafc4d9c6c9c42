import type { Page } from 'playwright-core'
import type { ScreenState } from './shoot.ts'
import { button, failing } from './states-steps.ts'

const openUserMenu = (page: Page) => button(page, /Benutzermenü/).click()

/** Presses a key on the last message. */
async function pressOnMessage(page: Page, key: string): Promise<void> {
  await page.getByRole('list', { name: 'Nachrichten' }).getByRole('article').last().focus()
  await page.keyboard.press(key)
}

export const members: readonly ScreenState[] = [
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
      await page.getByRole('textbox', { name: 'Nachricht' }).pressSequentially('@m')
      await page.getByRole('listbox', { name: 'Person erwähnen' }).waitFor()
    },
  },
  { name: 'chat-menu', role: 'admin', path: '/chat', reach: (page) => pressOnMessage(page, 'Shift+F10') },
  {
    name: 'chat-reactions',
    role: 'admin',
    path: '/chat',
    reach: async (page) => {
      await pressOnMessage(page, '+')
      await page.getByRole('gridcell').first().waitFor()
    },
  },
  {
    name: 'chat-tones',
    role: 'admin',
    path: '/chat',
    reach: async (page) => {
      await pressOnMessage(page, '+')
      await page.getByRole('gridcell').first().waitFor()
      await button(page, /^Hautfarbe:/).click()
    },
  },
  {
    name: 'chat-attach',
    role: 'admin',
    path: '/chat',
    reach: (page) => button(page, 'Anhängen: Bilder, Moment, Album').click(),
  },
  {
    name: 'chat-attach-album',
    role: 'admin',
    path: '/chat',
    reach: async (page) => {
      await button(page, 'Anhängen: Bilder, Moment, Album').click()
      await page.getByRole('menuitem', { name: 'Album, Playlist oder Video' }).click()
      await page.getByRole('searchbox', { name: 'Archiv durchsuchen' }).fill('kassette')
      await page.getByText(/^Treffer zu/).waitFor({ state: 'attached' })
    },
  },
  { name: 'chat-reply', role: 'admin', path: '/chat', reach: (page) => pressOnMessage(page, 'r') },
  {
    name: 'chat-long',
    role: 'admin',
    path: '/chat',
    reach: (page) => page.getByRole('textbox', { name: 'Nachricht' }).fill('lang '.repeat(90)),
  },
  {
    name: 'chat-search',
    role: 'admin',
    path: '/chat',
    reach: async (page) => {
      await button(page, 'Nachrichten durchsuchen').click()
      await page.getByRole('searchbox', { name: 'Nachrichten durchsuchen' }).fill('was')
      await page.getByText(/\d Treffer$/).waitFor()
    },
  },
  {
    name: 'chat-search-none',
    role: 'admin',
    path: '/chat',
    reach: async (page) => {
      await button(page, 'Nachrichten durchsuchen').click()
      await page.getByRole('searchbox', { name: 'Nachrichten durchsuchen' }).fill('Proebaufnahme')
      await page.getByRole('heading', { name: /^Nichts zu/ }).waitFor()
    },
  },
  {
    name: 'chat-report',
    role: 'newcomer',
    path: '/chat',
    reach: async (page) => {
      await button(page, /^Weitere Aktionen: Nachricht von Mila Kramer/)
        .last()
        .focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Melden…' }).click()
    },
  },
  { name: 'messages', role: 'admin', path: '/messages' },
  { name: 'messages-empty', role: 'owner', path: '/messages' },
  {
    name: 'messages-open',
    role: 'admin',
    path: '/messages',
    reach: (page) => page.getByRole('region', { name: 'Gespräche' }).getByRole('link').first().click(),
  },
  {
    name: 'messages-menu',
    role: 'admin',
    path: '/messages',
    reach: async (page) => {
      await page.getByRole('region', { name: 'Gespräche' }).getByRole('link').first().click()
      await button(page, 'Mehr: Profil, stumm, blockieren').click()
    },
  },
  {
    name: 'messages-search',
    role: 'admin',
    path: '/messages',
    reach: async (page) => {
      await page.getByRole('region', { name: 'Gespräche' }).getByRole('link').first().click()
      await page.getByRole('region', { name: /^Gespräch mit/ }).waitFor()
      await page.keyboard.press('Control+f')
      await page.getByRole('searchbox', { name: 'Nachrichten durchsuchen' }).fill('band')
      await page.getByText(/Treffer$/).waitFor()
    },
  },
  {
    name: 'messages-request',
    role: 'admin',
    path: '/messages',
    reach: (page) => page.getByRole('region', { name: 'Anfragen' }).getByRole('link').first().click(),
  },
  {
    name: 'messages-new',
    role: 'admin',
    path: '/messages',
    reach: (page) => button(page, 'Neue Nachricht').click(),
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
  { name: 'settings-sound', role: 'admin', path: '/settings?tab=sound', isWhole: true },
  {
    name: 'settings-sound-analysis',
    role: 'admin',
    path: '/settings?tab=sound',
    before: (page) =>
      page.route('**/api/analysis', (route) =>
        route.fulfill({ json: { progress: { analysed: 512, tracks: 804 } } }),
      ),
  },
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
