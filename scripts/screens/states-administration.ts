import type { ScreenState } from './shoot.ts'
import { SUNG, SUNG_ALBUM, button, inAlbum } from './states-steps.ts'

const tab = (name: string) => `/admin?tab=${name}`

export const administration: readonly ScreenState[] = [
  {
    name: 'lyrics-editor',
    role: 'admin',
    path: SUNG_ALBUM,
    reach: inAlbum(async (page) => {
      await page
        .getByRole('table')
        .getByRole('button', { name: `Mehr zu ${SUNG}`, exact: true })
        .click()
      await page.getByRole('menuitem', { name: 'Songtext bearbeiten' }).click()
      await page.getByRole('heading', { name: 'Songtext', exact: true }).waitFor()
    }),
  },
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
        .getByRole('button', { name: /Umlaufbahn/ })
        .nth(1)
        .click()
      await page
        .getByRole('button', { name: /^Aktionen für/ })
        .first()
        .waitFor()
    },
  },
  { name: 'admin-reports-empty', role: 'owner', path: tab('reports') },
  {
    name: 'admin-reports',
    role: 'admin',
    path: tab('reports'),
    isWhole: true,
    reach: (page) => button(page, /Tonkopf.*gemeldet von/).click(),
  },
  {
    name: 'admin-mute',
    role: 'admin',
    path: tab('reports'),
    reach: async (page) => {
      await button(page, /Tonkopf.*gemeldet von/).click()
      await button(page, 'Stummschalten…').click()
    },
  },
  {
    name: 'admin-slow-mode',
    role: 'admin',
    path: tab('reports'),
    reach: (page) => button(page, /^Langsamer Modus/).click(),
  },
  { name: 'admin-acts', role: 'owner', path: tab('acts') },
]
