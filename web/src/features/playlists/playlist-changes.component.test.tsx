import * as contract from '@tonarchiv/contract/playlists'
import { listChanges } from '@tonarchiv/contract/playlist-entries'
import { copyPlaylist, followPlaylist } from '@tonarchiv/contract/playlist-sharing'
import { serverFault } from '@tonarchiv/contract/refusal'
import { useState } from 'react'
import { Route, Routes } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { clearToast } from '#ui/dom/toast.ts'
import { aPlaylist } from '#testing/a-playlist.ts'
import { refuse, startFakeServer } from '#testing/fake-server.ts'
import { renderPage, servePlaylist } from '#testing/playlist-page.tsx'
import { TestApp } from '#testing/TestApp.tsx'
import { NewPlaylist } from './NewPlaylist.tsx'
import { useDeletePlaylist } from './playlist-changes.ts'
import { PlaylistNavigation } from './PlaylistNavigation.tsx'

type Answer = { playlist: contract.Playlist }

/** A fake server that answers only the first request for the list of playlists. */
function serveListOnce(...playlists: contract.Playlist[]) {
  const server = startFakeServer()
  let isRead = false
  server.on(contract.listPlaylists, async () => {
    if (isRead) return new Promise(() => undefined)
    isRead = true
    return { playlists }
  })
  onTestFinished(clearToast)
  return server
}

function NewPlaylistPage() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <PlaylistNavigation canCreate={false} />
      <NewPlaylist open={open} onClose={() => setOpen(false)} />
      <Routes>
        <Route index element={<h1>Archiv</h1>} />
        <Route path="playlists/:id" element={<h1>Offene Playlist</h1>} />
      </Routes>
    </>
  )
}

async function renderNewPlaylist() {
  const server = serveListOnce()
  const { promise, resolve } = Promise.withResolvers<Answer>()
  server.on(contract.createPlaylist, async () => promise)
  await render(
    <TestApp>
      <NewPlaylistPage />
    </TestApp>,
  )
  await page.getByLabelText('Name').fill('Frisch')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Anlegen' })).toHaveAttribute('aria-busy', 'true')
  return () => resolve({ playlist: aPlaylist('p9', { title: 'Frisch' }) })
}

const title = page.getByRole('heading', { level: 1 })
const link = (name: string) => page.getByRole('link', { name })

test('a new playlist is open and listed with the answer, before the list was read again', async () => {
  const answer = await renderNewPlaylist()
  answer()
  await expect.element(title).toHaveTextContent('Offene Playlist')
  await expect.element(link('Frisch')).toBeVisible()
})

test('a new playlist whose answer was lost is sent again as the same one; under another name as another', async () => {
  const server = serveListOnce()
  const ids: unknown[] = []
  server.on(contract.createPlaylist, (body) => {
    ids.push(typeof body === 'object' && body !== null && 'creationId' in body && body.creationId)
    throw new TypeError('Failed to fetch')
  })
  await render(
    <TestApp>
      <NewPlaylistPage />
    </TestApp>,
  )
  const name = page.getByLabelText('Name')
  await name.fill('Frisch')
  for (const calls of [1, 2]) {
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => ids.length).toBe(calls)
    await expect.element(page.getByRole('button', { name: 'Anlegen' })).not.toHaveAttribute('aria-busy')
  }
  // The title that was typed stays in the field.
  await expect.element(name).toHaveValue('Frisch')
  await name.fill('Anders')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => ids.length).toBe(3)
  expect(ids).toEqual([expect.any(String), ids[0], expect.not.stringMatching(String(ids[0]))])
})

test('a new playlist whose dialog was closed before the answer leaves the page, and says that it is there', async () => {
  const answer = await renderNewPlaylist()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  answer()
  await expect.element(page.getByText(/„Frisch“ angelegt/)).toBeVisible()
  await expect.element(title).toHaveTextContent('Archiv')
  await page.getByRole('button', { name: 'Ansehen' }).click()
  await expect.element(title).toHaveTextContent('Offene Playlist')
})

/** From now on, the fake server does not answer requests for the list or for changes of the playlist. */
function stopReading(server: ReturnType<typeof startFakeServer>) {
  server.on(contract.listPlaylists, async () => new Promise(() => undefined))
  server.on(listChanges, async () => new Promise(() => undefined))
}

test('a renamed playlist has its new name with the answer, and the form is closed', async () => {
  const { server, head } = servePlaylist()
  stopReading(server)
  server.on(contract.updatePlaylist, () => ({ playlist: { ...head(), title: 'Nachts', revision: 7 } }))
  await renderPage()
  await page.getByRole('button', { name: 'Playlist bearbeiten' }).click()
  const form = page.getByRole('dialog', { name: 'Playlist bearbeiten' })
  await form.getByLabelText('Name').fill('Nachts')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Nachts' })).toBeVisible()
})

test('a playlist is followed with the answer', async () => {
  const { server, head } = servePlaylist('reader')
  stopReading(server)
  server.on(followPlaylist, () => ({ playlist: { ...head(), isFollowed: true } }))
  await renderPage()
  await page.getByRole('button', { name: 'Folgen' }).click()
  await expect.element(page.getByRole('button', { name: 'Gefolgt' })).toHaveAttribute('aria-pressed', 'true')
})

test('the copy of a playlist is opened, unless another page was opened meanwhile', async () => {
  const { server, head } = servePlaylist()
  stopReading(server)
  const { promise, resolve } = Promise.withResolvers<Answer>()
  server.on(copyPlaylist, async () => promise)
  await renderPage()
  await page.getByRole('button', { name: 'Mehr zu dieser Playlist' }).click()
  await page.getByRole('menuitem', { name: 'Kopieren' }).click()
  const path = location.pathname
  history.replaceState(null, '', '/elsewhere')
  onTestFinished(() => history.replaceState(null, '', path))
  resolve({ playlist: { ...head(), id: 'p2', title: 'Nachtfahrten (Kopie)' } })
  await expect.element(page.getByText(/„Nachtfahrten \(Kopie\)“ kopiert/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Ansehen' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Nachtfahrten' })).toBeVisible()
})

function DeleteButton() {
  const { mutate } = useDeletePlaylist()
  return (
    <button type="button" onClick={() => mutate('p1')}>
      Löschen
    </button>
  )
}

test('a playlist is not listed from the moment it is deleted, and again if that fails', async () => {
  const server = startFakeServer()
  onTestFinished(clearToast)
  server.on(contract.listPlaylists, () => ({ playlists: [aPlaylist('p1', { title: 'Nachtfahrten' })] }))
  const { promise, resolve } = Promise.withResolvers<undefined>()
  server.on(contract.deletePlaylist, async () => {
    await promise
    return refuse(serverFault)
  })
  await render(
    <TestApp>
      <PlaylistNavigation canCreate />
      <DeleteButton />
    </TestApp>,
  )
  await expect.element(link('Nachtfahrten')).toBeVisible()
  await page.getByRole('button', { name: 'Löschen' }).click()
  await expect.element(link('Nachtfahrten')).not.toBeInTheDocument()
  resolve(undefined)
  await expect.element(link('Nachtfahrten')).toBeVisible()
  await expect.element(page.getByText(serverFault.text)).toBeVisible()
})
