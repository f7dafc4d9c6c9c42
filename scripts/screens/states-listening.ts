import type { ScreenState } from './shoot.ts'
import { ALBUM, FIRST, button, failing, inAlbum, waiting } from './states-steps.ts'

export const listening: readonly ScreenState[] = [
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
  { name: 'history', role: 'admin', path: '/history' },
  { name: 'history-empty', role: 'owner', path: '/history' },
  {
    name: 'search',
    role: 'admin',
    path: '/archive',
    reach: async (page) => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^(Alles durchsuchen|Suchen)$/ })
        .click()
      await page.getByRole('combobox', { name: 'Alles durchsuchen' }).fill('nord')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'search-page', role: 'admin', path: '/search?q=nord&group=songs' },
  { name: 'archive-songs', role: 'admin', path: '/archive?search=nord' },
  { name: 'favorites-error', role: 'admin', path: '/favorites', before: failing('**/api/favorites*') },
  { name: 'playlists', role: 'admin', path: '/playlists' },
  { name: 'playlists-empty', role: 'owner', path: '/playlists' },
  { name: 'playlists-error', role: 'admin', path: '/playlists', before: failing('**/api/playlists') },
  { name: 'playlist-missing', role: 'admin', path: '/playlists/nichts' },
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
