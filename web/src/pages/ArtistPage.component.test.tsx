import { updateArtist } from '@tonarchiv/contract/archive-editing'
import { getArtist, getArtistPlays, type Artist } from '@tonarchiv/contract/artists'
import type { Album } from '@tonarchiv/contract/catalog'
import { listFavorites } from '@tonarchiv/contract/favorites'
import { invalidInput, keyRequired } from '@tonarchiv/contract/refusal'
import { Navigate, Route, Routes } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getPlayer } from '#features/player/index.ts'
import { clearToast } from '#ui/dom/toast.ts'
import { refuse, startFakeServer } from '../testing/fake-server.ts'
import { aUser, signInAs } from '../testing/sign-in.ts'
import { TestApp } from '../testing/TestApp.tsx'
import { useAddToPlaylist } from '../features/playlists/add-to-playlist.ts'
import { ArtistPage } from './ArtistPage.tsx'

const SONGS = ['Anpfiff', 'Flutlicht', 'Abpfiff', 'Nachspielzeit', 'Kabine', 'Heimweg']

const album: Album = {
  albumId: 'nordkurve',
  albumTitel: 'Nordkurve',
  releaseJahr: 2024,
  type: 'album',
  albumCover: 'unknown',
  isExclusive: false,
  createdAt: '2026-01-10T12:00:00.000Z',
  artists: [{ id: 'ada', name: 'Ada Lindqvist' }],
  tracks: SONGS.map((title) => ({ id: title, title, file: `${title}.mp3`, duration: 60 })),
}

const artist: Artist = {
  id: 'ada',
  name: 'Ada Lindqvist',
  sortName: 'Ada Lindqvist',
  own: { albums: [album], total: 1 },
  appearances: { albums: [], total: 0 },
  tracks: SONGS.length,
}

const SOURCE = { title: 'Ada Lindqvist', path: '/artists/ada' }

async function renderPage({ hasKey = true, isAdmin = false, shown = artist } = {}) {
  const server = startFakeServer()
  server.on(getArtist, () => ({ artist: shown }))
  server.on(listFavorites, () => ({ favorites: [] }))
  server.on(getArtistPlays, () => ({
    tracks: SONGS.map((title, index) => ({
      id: title,
      title,
      file: `${title}.mp3`,
      duration: 60,
      artist: 'Ada Lindqvist',
      album: 'Nordkurve',
      coverUrl: '/default-album.jpg',
      count: 10 - index,
      exclusive: false,
    })),
    count: 45,
    ownCount: 3,
    lastPlayed: null,
  }))
  signInAs(aUser({ keyVerified: hasKey, isAdmin }))
  onTestFinished(() => {
    getPlayer().stop()
    getPlayer().clearUpcoming()
    clearToast()
  })
  await render(
    <TestApp>
      <Routes>
        <Route index element={<Navigate to="/artists/ada" />} />
        <Route path="artists/:id" element={<ArtistPage />} />
      </Routes>
    </TestApp>,
  )
  return server
}

const order = () => getPlayer().state.getState().order
const most = page.getByRole('region', { name: 'Meistgehört' })

test('an artist plays from the page as a source that the queue names, in order and shuffled', async () => {
  await renderPage()
  await page.getByRole('button', { name: 'Abspielen', exact: true }).first().click()
  expect(order().source).toEqual(SOURCE)
  expect(order().isShuffled).toBe(false)
  await page.getByRole('button', { name: 'Gemischt abspielen' }).click()
  expect(order().source).toEqual(SOURCE)
  expect(order().isShuffled).toBe(true)
})

test('"Meistgehört" shows five tracks, then all; one plays with the artist as its source, and several are selected', async () => {
  await renderPage()
  await expect.poll(() => most.getByRole('listitem').elements().length).toBe(5)
  await most.getByRole('button', { name: 'Alle 6 Titel' }).click()
  await expect.poll(() => most.getByRole('listitem').elements().length).toBe(6)
  await most
    .getByRole('button', { name: /Flutlicht/ })
    .first()
    .click()
  expect(order().source).toEqual(SOURCE)

  await most
    .getByRole('button', { name: /Anpfiff/ })
    .first()
    .click({ modifiers: ['Control'] })
  await most
    .getByRole('button', { name: /Abpfiff/ })
    .first()
    .click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: 'Auswahl' })
  await expect.element(bar.getByText('3 ausgewählt')).toBeVisible()
  await bar.getByRole('button', { name: 'Zur Warteschlange' }).click()
  expect(order().queue.map(({ track }) => track.title)).toEqual(['Anpfiff', 'Flutlicht', 'Abpfiff'])
})

test('rows of "Meistgehört" show album and length, and have a heart and a menu', async () => {
  await page.viewport(1280, 900)
  await renderPage()
  const first = most.getByRole('listitem').first()
  await expect.element(first.getByText('Nordkurve', { exact: true })).toBeVisible()
  await expect.element(first.getByText('1:00')).toBeVisible()
  await expect
    .element(first.getByRole('button', { name: 'Zu „Lieblingssongs“ hinzufügen: Anpfiff' }))
    .toBeVisible()
  await expect.element(first.getByRole('button', { name: 'Mehr zu Anpfiff' })).toBeVisible()
})

test('the menu of an artist queues all tracks, or adds them to a playlist', async () => {
  await renderPage()
  onTestFinished(() => useAddToPlaylist.setState({ tracks: undefined }))
  const more = page.getByRole('button', { name: 'Mehr zu Ada Lindqvist' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Zur Warteschlange' }).click()
  expect(order().queue.map(({ track }) => track.title)).toEqual(SONGS)
  await more.click()
  await page.getByRole('menuitem', { name: 'Zur Playlist hinzufügen…' }).click()
  expect(useAddToPlaylist.getState().tracks?.map(({ title }) => title)).toEqual(SONGS)
})

test('an admin changes the name by which an artist is sorted; a refused one stays in its field', async () => {
  const server = await renderPage({ isAdmin: true })
  const side = page.getByRole('region', { name: 'Im Archiv' })
  await expect.element(side.getByText('Sortiert als')).toBeVisible()
  const change = side.getByRole('button', { name: 'Sortiernamen ändern' })
  await change.click()
  const field = page.getByRole('textbox', { name: 'Sortiername von Ada Lindqvist' })
  await expect.element(field).toHaveValue('Ada Lindqvist')
  await field.fill('Lindqvist, Ada')
  const text = 'Der Sortiername darf höchstens 200 Zeichen lang sein'
  server.on(updateArtist, () => refuse(invalidInput, { fields: { sortName: text } }))
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(field).toHaveAccessibleDescription(text)
  await expect.element(field).toHaveValue('Lindqvist, Ada')

  const sent: unknown[] = []
  server.on(updateArtist, (body) => {
    sent.push(body)
    server.on(getArtist, () => ({ artist: { ...artist, sortName: 'Lindqvist, Ada' } }))
    return { success: true, sortName: 'Lindqvist, Ada' }
  })
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(side.getByText('Lindqvist, Ada')).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
  expect(sent).toEqual([{ sortName: 'Lindqvist, Ada' }])
  await expect.element(change).toHaveFocus()
})

test('an artist without albums has a shelf of those on which the artist is heard', async () => {
  await renderPage({
    shown: { ...artist, own: { albums: [], total: 0 }, appearances: { albums: [album], total: 1 } },
  })
  const heading = page.getByRole('heading', { name: 'Ada Lindqvist' })
  await expect.element(heading).toBeVisible()
  expect(heading.element().closest('section')?.querySelectorAll('div[aria-hidden] > span').length).toBe(1)
})

test('members see no name by which an artist is sorted', async () => {
  await renderPage()
  await expect.element(page.getByText('Im Archiv')).toBeVisible()
  await expect.element(page.getByText('Sortiert als')).not.toBeInTheDocument()
})

test('without a key an artist is locked', async () => {
  await renderPage({ hasKey: false })
  await expect.element(page.getByRole('heading', { name: keyRequired.text })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Zugangsschlüssel eingeben' })).toBeVisible()
  await expect.element(page.getByText('Ada Lindqvist')).not.toBeInTheDocument()
})
