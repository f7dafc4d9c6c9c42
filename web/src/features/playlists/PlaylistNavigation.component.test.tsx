import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TrackList, type Track } from '#features/tracks/index.ts'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { clearToast } from '#ui/dom/toast.ts'
import { aPlaylist } from '../../testing/a-playlist.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { loseConnection } from '../../testing/lose-connection.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { addToPlaylist, useAddToPlaylist } from './add-to-playlist.ts'
import { AddToPlaylistDialog } from './AddToPlaylistDialog.tsx'
import { PlaylistNavigation } from './PlaylistNavigation.tsx'

function entryNamed(id: string) {
  const track: Track = {
    id,
    title: id,
    artist: 'Kolja Brandt',
    album: 'Kassettendeck',
    file: `${id}.mp3`,
    coverUrl: '/default-album.jpg',
    durationSeconds: 60,
    isExclusive: false,
  }
  return { key: id, track }
}

/** Renders the sidebar beside a list of three tracks, of which two are selected. */
async function renderBeside() {
  await page.viewport(1280, 800)
  onTestFinished(() => {
    clearToast()
    useAddToPlaylist.setState({ tracks: undefined })
  })
  const server = startFakeServer()
  const sent: unknown[] = []
  server.on(contract.listPlaylists, () => ({
    playlists: [
      aPlaylist('Nachtfahrten'),
      aPlaylist('Abendrot'),
      aPlaylist('Fremde', { role: 'reader', isFollowed: true }),
    ],
  }))
  // The track „eins“ is already in the playlist „Abendrot“.
  server.on(contract.findContaining, () => ({ playlists: [{ id: 'Abendrot', trackIds: ['eins'] }] }))
  server.on(playlistEntries.addEntries, (body) => {
    sent.push(body)
    return { revision: 2, added: 2 }
  })
  server.on(contract.createPlaylist, (body) => {
    sent.push(body)
    return { playlist: aPlaylist('Neue') }
  })
  const onPlay = vi.fn<() => void>()
  const selection = { value: { keys: new Set(['eins', 'drei']), anchor: 'eins' }, onChange: () => undefined }
  await render(
    <TestApp>
      <PlaylistNavigation canCreate />
      <AddToPlaylistDialog />
      <TrackList
        entries={['eins', 'zwei', 'drei'].map(entryNamed)}
        rowHeight={3.5}
        selection={selection}
        onPlay={onPlay}
      />
    </TestApp>,
  )
  return { server, sent, onPlay }
}

const row = (title: string) => page.getByRole('button', { name: new RegExp(`^${title} Kolja`) })
const link = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })

test('tracks that are dropped on an own playlist are added to it, a selection as a whole', async () => {
  const { sent, onPlay } = await renderBeside()
  await userEvent.dragAndDrop(row('drei'), link('Nachtfahrten'), { steps: 8 })
  await expect.element(page.getByText(/2 Titel zu „Nachtfahrten“ hinzugefügt/)).toBeVisible()
  expect(sent).toMatchObject([{ trackIds: ['eins', 'drei'] }])
  await userEvent.dragAndDrop(row('zwei'), link('Nachtfahrten'), { steps: 8 })
  await expect.poll(() => sent).toMatchObject([{ trackIds: ['eins', 'drei'] }, { trackIds: ['zwei'] }])
  // Releasing the pointer after a drag does not count as a press on the row.
  await userEvent.dragAndDrop(row('zwei'), row('drei'), { steps: 8 })
  expect(onPlay).not.toHaveBeenCalled()
})

test('tracks that are already in the playlist are asked about before they are added', async () => {
  const { sent } = await renderBeside()
  await userEvent.dragAndDrop(row('drei'), link('Abendrot'), { steps: 8 })
  const dialog = page.getByRole('dialog', { name: 'Zur Playlist hinzufügen' })
  await expect.element(dialog.getByText('„eins“ steht schon in dieser Playlist.')).toBeVisible()
  await expect.element(dialog.getByText('1 schon drin')).toBeVisible()
  expect(sent).toEqual([])
  await expect.element(dialog.getByRole('button', { name: 'Nur den neuen' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toMatchObject([{ trackIds: ['drei'] }])
  await expect.element(dialog).not.toBeInTheDocument()
  // When the dialog is opened for other tracks, it no longer asks which tracks to add.
  addToPlaylist([entryNamed('zwei').track])
  await expect.element(dialog.getByRole('searchbox')).toHaveFocus()
  await expect.element(dialog.getByText(/steht schon/)).not.toBeInTheDocument()
})

test('the row of a playlist shows that dropped tracks are being added, until they are', async () => {
  const { server } = await renderBeside()
  const { promise: contained, resolve: know } = Promise.withResolvers<{ playlists: [] }>()
  const { promise: added, resolve: add } = Promise.withResolvers<{ revision: number; added: number }>()
  server.on(contract.findContaining, async () => contained)
  server.on(playlistEntries.addEntries, async () => added)
  await userEvent.dragAndDrop(row('zwei'), link('Nachtfahrten'), { steps: 8 })
  await expect.element(link('Nachtfahrten')).toHaveAttribute('aria-busy', 'true')
  know({ playlists: [] })
  await expect.element(link('Nachtfahrten')).toHaveAccessibleName('Nachtfahrten , Titel werden hinzugefügt')
  add({ revision: 2, added: 1 })
  await expect.element(page.getByText(/1 Titel zu „Nachtfahrten“ hinzugefügt/)).toBeVisible()
  await expect.element(link('Nachtfahrten')).not.toHaveAttribute('aria-busy')
})

test('playlists of others take nothing, and the button makes a new one of what is dropped there', async () => {
  const { sent } = await renderBeside()
  await userEvent.dragAndDrop(row('zwei'), link('Fremde'), { steps: 8 })
  await userEvent.dragAndDrop(row('zwei'), page.getByRole('button', { name: 'Neue Playlist' }), { steps: 8 })
  const form = page.getByRole('dialog', { name: 'Neue Playlist' })
  await form.getByLabelText('Name').fill('Neue')
  await form.getByRole('button', { name: 'Anlegen' }).click()
  await expect.poll(() => sent).toMatchObject([{ title: 'Neue', trackIds: ['zwei'] }])
})

test('up and down move between the playlists', async () => {
  await renderBeside()
  await expect.element(link('Fremde')).toBeVisible()
  link('Nachtfahrten').element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(link('Fremde')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(link('Nachtfahrten')).toHaveFocus()
})

test('the playlist that plays has the equaliser, and each has a menu by right click and by key', async () => {
  const server = startFakeServer()
  server.on(contract.listPlaylists, () => ({ playlists: [aPlaylist('Nachtfahrten'), aPlaylist('Ruhe')] }))
  const navigation = (isSounding: boolean) => (
    <TestApp>
      <PlaylistNavigation
        canCreate
        playing={{ path: '/playlists/Ruhe', isSounding }}
        menuItems={({ title }) => <MenuItem onSelect={() => undefined}>{title} kopieren</MenuItem>}
      />
    </TestApp>
  )
  const { rerender } = await render(navigation(true))
  await expect.element(link('Ruhe')).toHaveAccessibleName('Ruhe Spielt ab')
  await expect.element(link('Nachtfahrten')).toHaveAccessibleName('Nachtfahrten')
  await rerender(navigation(false))
  await expect.element(link('Ruhe')).toHaveAccessibleName('Ruhe Pausiert')

  const item = (name: string) => page.getByRole('menu', { name }).getByRole('menuitem')
  await link('Nachtfahrten').click({ button: 'right' })
  await expect.element(item('Nachtfahrten')).toHaveTextContent('Nachtfahrten kopieren')
  await userEvent.keyboard('{Escape}')
  await expect.element(item('Nachtfahrten')).not.toBeInTheDocument()
  link('Ruhe').element().focus()
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await expect.element(item('Ruhe')).toHaveTextContent('Ruhe kopieren')
  await userEvent.keyboard('{Escape}')
  await expect.element(link('Ruhe')).toHaveFocus()
})

test('without a connection only playlists that lie on this device can be opened', async () => {
  await renderBeside()
  await expect.element(link('Abendrot')).toBeVisible()
  loseConnection({ playlists: new Set(['Nachtfahrten']) })
  await expect.element(link('Abendrot')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('button', { name: 'Neue Playlist', exact: true })).toBeDisabled()
  await link('Abendrot').click({ force: true })
  expect(link('Abendrot').element().ariaCurrent).toBeNull()
  await link('Nachtfahrten').click()
  await expect.element(link('Nachtfahrten')).toHaveAttribute('aria-current', 'page')
})
