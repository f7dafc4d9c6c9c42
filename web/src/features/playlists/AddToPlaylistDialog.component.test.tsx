import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import { serverFault } from '@tonarchiv/contract/refusal'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Track } from '#features/tracks/index.ts'
import { clearToast } from '#ui/dom/toast.ts'
import { aPlaylist } from '../../testing/a-playlist.ts'
import { refuse, startFakeServer } from '../../testing/fake-server.ts'
import { aUser, signInAs } from '../../testing/sign-in.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { addToPlaylist, useAddToPlaylist } from './add-to-playlist.ts'
import { AddToPlaylistDialog } from './AddToPlaylistDialog.tsx'

const playlist = (id: string, title: string, role: contract.PlaylistRole) =>
  aPlaylist(id, { title, role, isFollowed: role === 'reader', entryCount: 61 })

function track(title: string): Track {
  return {
    id: title,
    title,
    artist: 'Album',
    album: 'Album',
    file: `${title}.mp3`,
    coverUrl: '/default-album.jpg',
    durationSeconds: 100,
    isExclusive: false,
  }
}

type Contained = ResponseOf<typeof contract.findContaining>

/** Renders the dialog for three tracks, one of which is already in the playlist "Rohes Zeug". */
async function renderDialog({ contained }: { contained?: Promise<Contained> } = {}) {
  const server = startFakeServer()
  signInAs(aUser())
  server.on(contract.listPlaylists, () => ({
    playlists: [
      playlist('sunday', 'Sonntag, Fenster auf', 'owner'),
      playlist('raw', 'Rohes Zeug', 'collaborator'),
      playlist('kitchen', 'Milas Küchenradio', 'reader'),
    ],
  }))
  const inRaw = { playlists: [{ id: 'raw', trackIds: ['Rohentwurf 4'] }] }
  server.on(contract.findContaining, async () => contained ?? inRaw)
  const sent: unknown[] = []
  server.on(playlistEntries.addEntries, (body) => {
    sent.push(body)
    return { revision: 2, added: 2 }
  })
  server.on(contract.createPlaylist, (body) => {
    sent.push(body)
    return { playlist: { ...playlist('new', 'Frisch', 'owner'), entryCount: 3 } }
  })
  onTestFinished(() => {
    useAddToPlaylist.setState({ tracks: undefined })
    clearToast()
  })
  await render(
    <TestApp>
      <AddToPlaylistDialog />
    </TestApp>,
  )
  addToPlaylist(['Letzte Bahn', 'Rohentwurf 4', 'Kassettenfresser'].map(track))
  await expect.element(dialog).toBeVisible()
  return { sent, server }
}

const dialog = page.getByRole('dialog', { name: 'Zur Playlist hinzufügen' })

test('only playlists that one may change are offered, with what is already in them', async () => {
  const { sent } = await renderDialog()
  await expect.element(dialog.getByRole('searchbox')).toHaveFocus()
  await expect.element(dialog.getByText('1 schon drin')).toBeVisible()
  await expect.element(dialog.getByText('Milas Küchenradio')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: /^Rohes Zeug/ }).click()
  await expect.element(dialog.getByText('„Rohentwurf 4“ steht schon in dieser Playlist.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Nur die 2 neuen' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/2 Titel zu „Rohes Zeug“ hinzugefügt/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Ansehen' })).toBeVisible()
  expect(sent).toEqual([{ batch: expect.any(String), trackIds: ['Letzte Bahn', 'Kassettenfresser'] }])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a search without a match becomes the name of a new playlist', async () => {
  const { sent } = await renderDialog()
  await dialog.getByRole('searchbox').fill('Frisch')
  await expect.element(dialog.getByText('Rohes Zeug')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: /„Frisch“ anlegen/ }).click()
  await expect.element(page.getByText(/3 Titel zu „Frisch“ hinzugefügt/)).toBeVisible()
  expect(sent).toMatchObject([
    { title: 'Frisch', trackIds: ['Letzte Bahn', 'Rohentwurf 4', 'Kassettenfresser'] },
  ])
})

test('arrow keys lead from the search through the list and back, and Enter adds', async () => {
  const { sent } = await renderDialog()
  const search = dialog.getByRole('searchbox')
  await expect.element(search).toHaveFocus()
  await expect.element(dialog.getByText('1 schon drin')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(dialog.getByRole('button', { name: /^Neue Playlist/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  const sunday = dialog.getByRole('button', { name: /^Sonntag/ })
  await expect.element(sunday).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(page.getByText(/2 Titel zu „Sonntag, Fenster auf“ hinzugefügt/)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toHaveLength(1)
})

test('Enter in the search takes the first playlist that is found', async () => {
  const { sent } = await renderDialog()
  await expect.element(dialog.getByRole('button', { name: /^Sonntag/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('sonn')
  await expect.element(dialog.getByText('Rohes Zeug')).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/2 Titel zu „Sonntag, Fenster auf“ hinzugefügt/)).toBeVisible()
  expect(sent).toEqual([
    { batch: expect.any(String), trackIds: ['Letzte Bahn', 'Rohentwurf 4', 'Kassettenfresser'] },
  ])
})

test('a playlist that is chosen before it is known what it contains asks when it is known', async () => {
  const { promise: contained, resolve } = Promise.withResolvers<Contained>()
  const { sent } = await renderDialog({ contained })
  const row = dialog.getByRole('button', { name: /^Rohes Zeug/ })
  await row.click()
  await expect.element(row).toHaveAttribute('aria-busy', 'true')
  // Until the server has answered, no other playlist can be chosen.
  await dialog.getByRole('button', { name: /^Sonntag/ }).click()
  await dialog.getByRole('button', { name: /^Neue Playlist/ }).click()
  resolve({ playlists: [{ id: 'raw', trackIds: ['Rohentwurf 4'] }] })
  await expect.element(dialog.getByText('„Rohentwurf 4“ steht schon in dieser Playlist.')).toBeVisible()
  await expect.element(row).not.toHaveAttribute('aria-busy')
  expect(sent).toEqual([])
})

test('a choice in a dialog that is closed before anything was sent adds nothing', async () => {
  const { promise: contained, resolve } = Promise.withResolvers<Contained>()
  const { sent } = await renderDialog({ contained })
  await dialog.getByRole('button', { name: /^Sonntag/ }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  resolve({ playlists: [] })
  addToPlaylist([track('Schotter')])
  await dialog.getByRole('button', { name: /^Sonntag/ }).click()
  await expect.element(page.getByText(/2 Titel zu „Sonntag, Fenster auf“ hinzugefügt/)).toBeVisible()
  expect(sent).toMatchObject([{ trackIds: ['Schotter'] }])
})

test('tracks that were added after the dialog was closed are reported, and the one that was opened since stays', async () => {
  const { server } = await renderDialog()
  const { promise: added, resolve } = Promise.withResolvers<{ revision: number; added: number }>()
  server.on(playlistEntries.addEntries, async () => added)
  await expect.element(dialog.getByText('1 schon drin')).toBeVisible()
  const row = dialog.getByRole('button', { name: /^Sonntag/ })
  await row.click()
  await expect.element(row).toHaveAttribute('aria-busy', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  addToPlaylist([track('Schotter')])
  await expect.element(dialog).toBeVisible()
  resolve({ revision: 2, added: 3 })
  await expect.element(page.getByText(/3 Titel zu „Sonntag, Fenster auf“ hinzugefügt/)).toBeVisible()
  await expect.element(dialog.getByText('1 Titel')).toBeVisible()
})

test('an addition whose answer was lost is sent again as the same one; one that was refused as another', async () => {
  const { server } = await renderDialog()
  const batches: unknown[] = []
  const answers = ['lost', refuse(serverFault), { revision: 2, added: 3 }] as const
  let calls = 0
  server.on(playlistEntries.addEntries, (body) => {
    batches.push(typeof body === 'object' && body !== null && 'batch' in body ? body.batch : undefined)
    const answer = answers[calls] ?? 'lost'
    calls += 1
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    return answer
  })
  await expect.element(dialog.getByText('1 schon drin')).toBeVisible()
  const row = dialog.getByRole('button', { name: /^Sonntag/ })
  await row.click()
  await expect.element(page.getByText('server nicht erreichbar, versuche es später erneut')).toBeVisible()
  await row.click()
  await expect.element(page.getByText(serverFault.text)).toBeVisible()
  await row.click()
  await expect.element(page.getByText(/3 Titel zu „Sonntag, Fenster auf“ hinzugefügt/)).toBeVisible()
  expect(batches[1]).toBe(batches[0])
  expect(batches[2]).not.toBe(batches[0])
})
