import { type Favorite, listFavorites, removeFavorite } from '@tonarchiv/contract/favorites'
import { keyRequired } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getPlayer } from '#features/player/index.ts'
import { clearToast } from '#ui/dom/toast.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import { aUser, signInAs } from '../testing/sign-in.ts'
import { TestApp } from '../testing/TestApp.tsx'
import { FavoritesPage } from './FavoritesPage.tsx'

const TITLES = ['Anpfiff', 'Flutlicht', 'Abpfiff']

function favorite(title: string, hasKey: boolean): Favorite {
  const url = `/api/stream/${title}.mp3`
  return {
    id: `f-${title}`,
    itemId: url,
    item_id: url,
    item_type: 'track',
    item_data: { url, title, artist: 'Ada', album: 'Nordkurve', coverUrl: '/default-album.jpg' },
    createdAt: '2026-11-21T09:38:00.000Z',
    track: hasKey ? { id: title, file: `${title}.mp3`, duration: 60, exclusive: false } : null,
  }
}

async function renderPage({ hasKey = true } = {}) {
  const server = startFakeServer()
  server.on(listFavorites, () => ({ favorites: TITLES.map((title) => favorite(title, hasKey)) }))
  let removed = 0
  server.on(removeFavorite, () => {
    removed += 1
    return { success: true }
  })
  signInAs(aUser({ keyVerified: hasKey }))
  onTestFinished(() => {
    getPlayer().clearUpcoming()
    clearToast()
  })
  await render(
    <TestApp>
      <FavoritesPage />
    </TestApp>,
  )
  await expect.element(page.getByText('Anpfiff')).toBeInTheDocument()
  return { removed: () => removed }
}

const rows = page.getByRole('list', { name: 'Lieblingssongs' })
const row = (title: string) => rows.getByRole('button', { name: new RegExp(`^${title}`) })
const bar = page.getByRole('toolbar', { name: 'Auswahl' })

test('selected favorites are queued, and removed together', async () => {
  const { removed } = await renderPage()
  await row('Anpfiff').click({ modifiers: ['Control'] })
  await row('Flutlicht').click({ modifiers: ['Shift'] })
  await expect.element(bar.getByText('2 ausgewählt')).toBeVisible()
  await bar.getByRole('button', { name: 'Zur Warteschlange' }).click()
  const queued = getPlayer().state.getState().order.queue
  expect(queued.map(({ track }) => track.title)).toEqual(['Anpfiff', 'Flutlicht'])
  await expect.element(bar.getByRole('button', { name: 'Zu Lieblingssongs' })).not.toBeInTheDocument()
  await bar.getByRole('button', { name: 'Entfernen' }).click()
  await expect.poll(() => rows.getByRole('listitem').elements().length).toBe(1)
  await expect.element(rows.getByText('Abpfiff')).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.poll(removed).toBe(2)
})

test('after „Auswählen“ plain presses select favorites', async () => {
  await renderPage()
  await page.getByRole('button', { name: 'Auswählen', exact: true }).click()
  await row('Anpfiff').click()
  await row('Abpfiff').click()
  await expect.element(bar.getByText('2 ausgewählt')).toBeVisible()
  await bar.getByRole('button', { name: 'Auswahl aufheben' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(row('Anpfiff')).toHaveAccessibleName(/abspielen$/)
})

test('without a key the favorites are listed behind a band, without actions', async () => {
  await renderPage({ hasKey: false })
  await expect.element(page.getByText(keyRequired.text)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Zugangsschlüssel eingeben' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Auswählen' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Alle abspielen' })).not.toBeInTheDocument()
  // The list behind the paper band is inert, so that neither pointer nor keyboard can reach it.
  expect(document.querySelector('[inert] ol[aria-label="Lieblingssongs"]')).not.toBeNull()
})

test('„Alle abspielen“ plays what is shown in the order that is shown', async () => {
  await renderPage()
  const titles = () =>
    getPlayer()
      .state.getState()
      .order.list.map(({ track }) => track.title)
  const all = page.getByRole('button', { name: 'Alle abspielen' })
  await all.click()
  expect(titles()).toEqual(TITLES)
  await page.getByLabelText('Sortieren nach').selectOptions('title')
  await expect.poll(() => rows.getByRole('listitem').elements()[0]?.textContent).toMatch(/^Abpfiff/)
  await all.click()
  expect(titles()).toEqual(['Abpfiff', 'Anpfiff', 'Flutlicht'])
  expect(getPlayer().state.getState().order.source).toEqual({ title: 'Lieblingssongs', path: '/favorites' })
  await page.getByRole('searchbox', { name: 'Lieblingssongs durchsuchen' }).fill('pfiff')
  await expect.element(page.getByText('2 gefunden')).toBeVisible()
  await all.click()
  expect(titles()).toEqual(['Abpfiff', 'Anpfiff'])
})
