import {
  createPlaylist,
  findContaining,
  listPlaylists,
  tooManyPlaylists,
} from '@tonarchiv/contract/playlists'
import { addEntries } from '@tonarchiv/contract/playlist-entries'
import { listPlays } from '@tonarchiv/contract/plays'
import type { ReactElement } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import {
  addToPlaylist,
  AddToPlaylistDialog,
  AddToPlaylistItem,
  saveAsPlaylist,
  SaveAsPlaylistDialog,
  SelectionBar,
} from '#features/playlists/index.ts'
import {
  TrackMenu,
  type Go,
  type PlayableTrack,
  type RenderSelected,
  type Track,
} from '#features/tracks/index.ts'
import { clearToast, dismissToast, useToast } from '#ui/dom/toast.ts'
import { aPlaylist } from '../../../testing/a-playlist.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { trackNamed } from '../engine/silent-player.ts'
import { TracksMenuItems } from '../track-menu/TracksMenuItems.tsx'
import { TrackMenuItems } from '../track-menu/TrackMenuItems.tsx'
import { MoreMenu } from '../controls/MoreMenu.tsx'
import { useQueuePanel } from './queue-panel.ts'
import { QueueButton } from './QueueButton.tsx'
import { QueuePanel } from './QueuePanel.tsx'

const trackActions = (track: Track, go: Go) => <TrackMenuItems track={track} go={go} />

const tracksActions = (tracks: readonly PlayableTrack[]) => <TracksMenuItems tracks={tracks} />

const renderSelected: RenderSelected = ({ tracks, ...selected }) => (
  <SelectionBar
    count={tracks.length}
    seconds={0}
    onPlayNext={() => getPlayer().enqueueAll(tracks, 'next')}
    onEnqueue={() => getPlayer().enqueueAll(tracks)}
    onAdd={() => addToPlaylist(tracks)}
    {...selected}
  />
)

function PlayerMenu() {
  const track = usePlayer((state) => state.track)
  return <MoreMenu items={track && <AddToPlaylistItem tracks={[track]} />} />
}

function Player({ isPhone = false }: { isPhone?: boolean }) {
  const isOpen = useQueuePanel((panel) => panel.isOpen)
  return (
    <TestApp>
      <QueueButton />
      <PlayerMenu />
      {isOpen && (
        <QueuePanel
          isPhone={isPhone}
          onFollow={() => undefined}
          onSave={(tracks) => saveAsPlaylist(tracks, () => undefined)}
          onAdd={addToPlaylist}
          renderSelected={renderSelected}
        />
      )}
      <SaveAsPlaylistDialog />
      <AddToPlaylistDialog />
      <TrackMenu trackActions={trackActions} tracksActions={tracksActions} albumActions={() => null} />
    </TestApp>
  )
}

const queue = () => getPlayer().state.getState().order.queue
const waiting = () => queue().map(({ track }) => track.title)

/** The open queue with these tracks. */
async function renderQueue(...titles: string[]) {
  const server = startFakeServer()
  server.on(listPlays, () => ({ plays: [] }))
  await renderOpenQueue(...titles)
  return server
}

async function renderOpenQueue(...titles: string[]) {
  await renderPlayer(<Player />, ...titles)
}

async function renderPlayer(player: ReactElement, ...titles: string[]) {
  signInAs(aUser())
  for (const title of titles) getPlayer().enqueue(trackNamed(title))
  onTestFinished(() => {
    getPlayer().stop()
    getPlayer().clearUpcoming()
    useQueuePanel.setState({ isOpen: false })
    clearToast()
  })
  await render(player)
  await page.getByRole('button', { name: /^Warteschlange(,|$)/ }).click()
  await expect.element(panel).toBeVisible()
}

const panel = page.getByRole('dialog', { name: 'Warteschlange' })
const button = (name: string) => panel.getByRole('button', { name })
const row = (title: string) => panel.getByRole('button', { name: new RegExp(`^${title}.* abspielen$`) })
/** The titles of the rows from top to bottom. */
const shown = () =>
  panel
    .getByRole('button', { name: / abspielen( ?, ausgewählt)?$/ })
    .elements()
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map((row) => row.querySelector('[title]')?.textContent)

test('a row that is moved by keys is played in its new place, and each step is announced', async () => {
  await renderQueue('Anpfiff', 'Flutlicht', 'Abpfiff')
  await expect.poll(shown).toEqual(['Anpfiff', 'Flutlicht', 'Abpfiff'])
  const grip = button('Anpfiff verschieben')
  await expect.element(grip).toBeVisible()
  grip.element().focus()
  await userEvent.keyboard(' ')
  await expect.element(grip).toHaveAttribute('aria-pressed', 'true')
  await expect.element(panel.getByText(/^Anpfiff angehoben, Platz 1 von 3\./)).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(panel.getByText(/Platz 3 von 3/)).toBeInTheDocument()
  await expect.element(grip).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(grip).toHaveAttribute('aria-pressed', 'false')
  await expect.element(panel.getByText(/^Anpfiff abgelegt, Platz 3 von 3/)).toBeInTheDocument()
  await expect.poll(shown).toEqual(['Flutlicht', 'Abpfiff', 'Anpfiff'])
  expect(waiting()).toEqual(['Flutlicht', 'Abpfiff', 'Anpfiff'])
})

test('Escape puts a lifted row back where it was and leaves the queue open', async () => {
  await renderQueue('Anpfiff', 'Flutlicht', 'Abpfiff')
  const grip = button('Abpfiff verschieben')
  await expect.element(grip).toBeVisible()
  grip.element().focus()
  await userEvent.keyboard(' {ArrowUp}{ArrowUp}')
  await expect.poll(waiting).toEqual(['Abpfiff', 'Anpfiff', 'Flutlicht'])
  await userEvent.keyboard('{Escape}')
  await expect.poll(waiting).toEqual(['Anpfiff', 'Flutlicht', 'Abpfiff'])
  await expect.element(panel).toBeVisible()
  await expect.element(grip).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

test('a removed row hands the focus to the next one, then to the one before, and at last to the button of the queue', async () => {
  await renderQueue('Anpfiff', 'Flutlicht', 'Abpfiff')
  await button('Flutlicht entfernen').click()
  await expect.element(button('Abpfiff entfernen')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Anpfiff entfernen')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByText('Warteschlange ist leer')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Warteschlange' })).toHaveFocus()
})

test('the same track twice is two rows, of which one can be removed', async () => {
  await renderQueue('Anpfiff', 'Flutlicht', 'Anpfiff')
  await panel.getByRole('button', { name: 'Anpfiff entfernen' }).last().click()
  await expect.poll(waiting).toEqual(['Anpfiff', 'Flutlicht'])
})

test('a pressed row plays, stands above the others and waits no longer', async () => {
  await renderQueue('Anpfiff', 'Flutlicht')
  await row('Flutlicht').click()
  await expect.poll(shown).toEqual(['Anpfiff'])
  const current = panel.getByText('Flutlicht')
  await expect.element(current).toBeVisible()
  const first = row('Anpfiff')
  expect(current.element().getBoundingClientRect().bottom).toBeLessThan(
    first.element().getBoundingClientRect().top,
  )
})

/** The rows and headings from top to bottom. */
const lines = () =>
  panel
    .getByRole('listitem')
    .elements()
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map((line) => line.querySelector('[title]')?.textContent ?? line.textContent)

/** The open queue with the first track of an album. */
async function renderAlbum(...titles: string[]) {
  const server = await renderQueue()
  const tracks = titles.map((title) => trackNamed(title))
  const [first] = tracks
  if (first) getPlayer().choose(tracks, first, { title: 'Nachtfahrten', path: '/playlists/7' })
  // A track that does not load would be skipped.
  getPlayer().pause()
  return server
}

test('the queue shows what really comes: queued by hand first, then the rest of the list', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  getPlayer().enqueue(trackNamed('Zugabe'))
  getPlayer().enqueue(trackNamed('Vorspiel'), 'next')
  await expect
    .poll(lines)
    .toEqual([
      'Läuft gerade',
      'Anpfiff',
      'Von dir eingereiht 2',
      'Vorspiel',
      'Zugabe',
      'Als Nächstes aus: Nachtfahrten',
      'Flutlicht',
      'Abpfiff',
    ])
  await expect
    .element(panel.getByRole('link', { name: 'Nachtfahrten' }))
    .toHaveAttribute('href', '/playlists/7')
  await expect.element(panel.getByText(/^4 Titel, bis \d\d:\d\d Uhr$/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Warteschlange, 4 Titel' })).toBeVisible()
  getPlayer().toggleShuffle()
  await expect.element(panel.getByText('gemischt')).toBeVisible()
  getPlayer().toggleShuffle()
  await expect.element(panel.getByText('gemischt')).not.toBeInTheDocument()
})

test('a track of the list that is moved above it becomes a queued one, and Escape puts it back', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  getPlayer().enqueue(trackNamed('Zugabe'))
  const grip = button('Flutlicht verschieben')
  await expect.element(grip).toBeVisible()
  grip.element().focus()
  await userEvent.keyboard(' {ArrowUp}')
  await expect.element(panel.getByText('Platz 2 von 3')).toBeInTheDocument()
  await expect.poll(waiting).toEqual(['Zugabe', 'Flutlicht'])
  await expect.element(grip).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(waiting).toEqual(['Zugabe'])
  await expect.poll(shown).toEqual(['Anpfiff', 'Zugabe', 'Flutlicht', 'Abpfiff'])
  // The only queued track leaves its part, whose heading goes, and comes back.
  const zugabe = button('Zugabe verschieben')
  zugabe.element().focus()
  await userEvent.keyboard(' {ArrowDown}')
  await expect.poll(waiting).toEqual([])
  await expect.element(zugabe).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(waiting).toEqual(['Zugabe'])
  await expect.element(zugabe).toHaveFocus()
})

test('clearing leaves what plays, and can be taken back', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  getPlayer().enqueue(trackNamed('Zugabe'))
  await button('Leeren').click()
  await expect.poll(lines).toEqual(['Läuft gerade', 'Anpfiff'])
  await expect.element(button('Leeren')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Warteschlange', exact: true })).toHaveFocus()
  // docs/product.md §8.3: it can be taken back for 8 s.
  expect(useToast.getState().toast?.duration).toBe(8000)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.poll(shown).toEqual(['Anpfiff', 'Zugabe', 'Flutlicht', 'Abpfiff'])
})

test('what plays and what comes is saved as a playlist under a name, and a failure keeps the name', async () => {
  const server = await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  getPlayer().enqueue(trackNamed('Zugabe'))
  const sent: unknown[] = []
  server.on(createPlaylist, () => refuse(tooManyPlaylists))
  await button('Als Playlist speichern').click()
  const dialog = page.getByRole('dialog', { name: 'Neue Playlist' })
  const name = dialog.getByLabelText('Name')
  await expect.element(name).toHaveFocus()
  await name.fill('Heimspiel')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^Du hast schon 500 Playlists/)).toBeVisible()
  await expect.element(name).toHaveValue('Heimspiel')

  server.on(createPlaylist, (body) => {
    sent.push(body)
    return { playlist: savedPlaylist }
  })
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  await expect.element(page.getByText(/4 Titel zu „Heimspiel“ hinzugefügt/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Ansehen' })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Als Playlist speichern')).toHaveFocus()
  expect(sent).toEqual([
    {
      title: 'Heimspiel',
      description: '',
      visibility: 'private',
      trackIds: ['Anpfiff', 'Zugabe', 'Flutlicht', 'Abpfiff'],
    },
  ])
  // The queue stays, and the next one begins without a name.
  expect(waiting()).toEqual(['Zugabe'])
  await button('Als Playlist speichern').click()
  await expect.element(name).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
})

const savedPlaylist = aPlaylist('p1', { title: 'Heimspiel', entryCount: 4 })

test('what was played stands above, newest last, and plays again in between', async () => {
  const server = startFakeServer()
  const played = ['Später', 'Früher'].map((title, index) => ({
    id: `p${index}`,
    track_id: title,
    track_name: title,
    artist: 'Album',
    album: 'Album',
    cover_url: '/default-album.jpg',
    duration: 60,
    completed: false,
    played_at: '2026-11-01T22:15:00.000Z',
    track: { id: title, file: `${title}.mp3`, duration: 60, exclusive: false },
  }))
  server.on(listPlays, () => ({ plays: played }))
  await renderOpenQueue()
  const tracks = ['Anpfiff', 'Flutlicht'].map((title) => trackNamed(title))
  getPlayer().choose(tracks, trackNamed('Anpfiff'))
  getPlayer().pause()
  await expect
    .poll(lines)
    .toEqual([
      'VerlaufGanzer Verlauf',
      'Früher',
      'Später',
      'Läuft gerade',
      'Anpfiff',
      'Als Nächstes',
      'Flutlicht',
    ])
  await row('Früher').click()
  await expect.poll(() => getPlayer().state.getState().track?.title).toBe('Früher')
  expect(shown().at(-1)).toBe('Flutlicht')
})

test('a queue of a thousand tracks has only the rows in sight in the document', async () => {
  await renderAlbum(...Array.from({ length: 1000 }, (_, index) => `Stück ${index}`))
  await expect.element(row('Stück 7 ')).toBeVisible()
  expect(panel.getByRole('listitem').elements().length).toBeLessThan(60)
  await expect.element(panel.getByText(/^999 Titel/)).toBeVisible()
})

test('every row has the menu of its track, which also removes what has not played; on phones nothing else does', async () => {
  const server = startFakeServer()
  server.on(listPlays, () => ({ plays: [] }))
  await renderPlayer(<Player isPhone />, 'Anpfiff', 'Flutlicht', 'Abpfiff')
  getPlayer().next()
  const more = panel.getByRole('button', { name: /^Mehr zu / })
  await expect
    .poll(() => more.elements().map((each) => each.getAttribute('aria-label')))
    .toEqual(['Mehr zu Anpfiff', 'Mehr zu Flutlicht', 'Mehr zu Abpfiff'])
  await expect.element(button('Flutlicht entfernen')).not.toBeInTheDocument()
  const removal = page.getByRole('menuitem', { name: 'Aus der Warteschlange entfernen' })
  await button('Mehr zu Anpfiff').click()
  await expect.element(page.getByRole('menuitem', { name: 'Details anzeigen' })).toBeVisible()
  await expect.element(removal).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await button('Mehr zu Flutlicht').click()
  await removal.click()
  await expect.poll(waiting).toEqual(['Abpfiff'])
  await expect.element(button('Mehr zu Abpfiff')).toHaveFocus()
})

test('what plays and what comes is added to a playlist that exists, and so is the current track by its menu', async () => {
  const server = await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  getPlayer().enqueue(trackNamed('Zugabe'))
  server.on(listPlaylists, () => ({ playlists: [savedPlaylist] }))
  server.on(findContaining, () => ({ playlists: [] }))
  const sent: unknown[] = []
  server.on(addEntries, (body) => {
    sent.push(body)
    return { revision: 2, added: 4 }
  })
  const dialog = page.getByRole('dialog', { name: 'Zur Playlist hinzufügen' })
  await button('Zur Playlist hinzufügen…').click()
  await dialog.getByRole('button', { name: /^Heimspiel/ }).click()
  await expect.element(page.getByText(/4 Titel zu „Heimspiel“ hinzugefügt/)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Mehr', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Zur Playlist hinzufügen…' }).click()
  await dialog.getByRole('button', { name: /^Heimspiel/ }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const titles = ['Anpfiff', 'Zugabe', 'Flutlicht', 'Abpfiff']
  const idsOf = (wanted: string[]) => wanted.map((title) => trackNamed(title).id)
  expect(sent).toMatchObject([{ trackIds: idsOf(titles) }, { trackIds: idsOf(['Anpfiff']) }])
})

test('several rows are selected; their menu and their bar act on all, and remove what has not played', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff', 'Heimweg')
  getPlayer().enqueue(trackNamed('Zugabe'))
  await expect.poll(shown).toEqual(['Anpfiff', 'Zugabe', 'Flutlicht', 'Abpfiff', 'Heimweg'])
  await row('Zugabe').click({ modifiers: ['Control'] })
  await row('Abpfiff').click({ modifiers: ['Shift'] })
  const bar = panel.getByRole('toolbar', { name: 'Auswahl' })
  await expect.element(bar.getByText('3 ausgewählt')).toBeVisible()
  // Nothing was played by it, and the bar stands in the place of the foot.
  expect(getPlayer().state.getState().track?.title).toBe('Anpfiff')
  await expect.element(button('Leeren')).not.toBeInTheDocument()
  await button('Mehr zu Flutlicht').click()
  const several = page.getByRole('menu', { name: '3 Titel' })
  await several.getByRole('menuitem', { name: 'Als Nächstes spielen' }).click()
  await expect.poll(waiting).toEqual(['Zugabe', 'Flutlicht', 'Abpfiff', 'Zugabe'])
  await button('Mehr zu Flutlicht').last().click()
  await several.getByRole('menuitem', { name: 'Aus der Warteschlange entfernen' }).click()
  await expect
    .poll(lines)
    .toEqual([
      'Läuft gerade',
      'Anpfiff',
      'Von dir eingereiht 3',
      'Zugabe',
      'Flutlicht',
      'Abpfiff',
      'Als Nächstes aus: Nachtfahrten',
      'Heimweg',
    ])
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
})

test('„Auswählen“ lets plain presses select in the queue, what plays cannot be removed, and Escape ends it', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  const select = panel.getByRole('button', { name: 'Auswählen', exact: true })
  const rowOf = (title: string) => panel.getByRole('button', { name: new RegExp(`${title}.* auswählen$`) })
  const remove = panel.getByRole('button', { name: 'Entfernen', exact: true })
  await select.click()
  await rowOf('Anpfiff').click()
  await expect.element(rowOf('Anpfiff')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(remove).not.toBeInTheDocument()
  await rowOf('Flutlicht').click()
  await remove.click()
  await expect.poll(shown).toEqual(['Anpfiff', 'Abpfiff'])
  expect(panel.element().contains(document.activeElement)).toBe(true)
  await select.click()
  await rowOf('Abpfiff').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(row('Abpfiff')).toHaveFocus()
  await expect.element(remove).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

test('the selected rows of both parts are moved as a block by keys, and Escape puts each back to its place', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff', 'Heimweg')
  for (const title of ['Zugabe', 'Hymne']) getPlayer().enqueue(trackNamed(title))
  const before = ['Anpfiff', 'Zugabe', 'Hymne', 'Flutlicht', 'Abpfiff', 'Heimweg']
  await expect.poll(shown).toEqual(before)
  for (const title of ['Hymne', 'Abpfiff']) await row(title).click({ modifiers: ['Control'] })
  const grip = button('Abpfiff verschieben')
  grip.element().focus()
  await userEvent.keyboard(' ')
  await expect.element(panel.getByText(/^2 Titel angehoben/)).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(shown).toEqual(['Anpfiff', 'Zugabe', 'Hymne', 'Abpfiff', 'Flutlicht', 'Heimweg'])
  // The block is at the top of the lower part now: its first row does not stay in the upper one.
  expect(waiting()).toEqual(['Zugabe'])
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(waiting).toEqual(['Zugabe', 'Hymne', 'Abpfiff'])
  await expect.element(panel.getByText('Platz 2 von 4')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(waiting).toEqual(['Hymne', 'Abpfiff', 'Zugabe'])
  await expect.element(grip).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toEqual(before)
  expect(waiting()).toEqual(['Zugabe', 'Hymne'])
  await expect.element(grip).toHaveFocus()
})

test('a part of the queue that a block has left gets it back by Escape, and a dragged block lands where it is dropped', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff', 'Heimweg')
  for (const title of ['Zugabe', 'Hymne']) getPlayer().enqueue(trackNamed(title))
  await row('Zugabe').click({ modifiers: ['Control'] })
  await row('Hymne').click({ modifiers: ['Shift'] })
  const grip = button('Zugabe verschieben')
  grip.element().focus()
  await userEvent.keyboard(' {ArrowDown}{ArrowDown}')
  await expect.poll(shown).toEqual(['Anpfiff', 'Flutlicht', 'Zugabe', 'Hymne', 'Abpfiff', 'Heimweg'])
  expect(waiting()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.poll(waiting).toEqual(['Zugabe', 'Hymne'])
  await panel.getByRole('button', { name: 'Auswahl aufheben' }).click()

  await row('Flutlicht').click({ modifiers: ['Control'] })
  await row('Heimweg').click({ modifiers: ['Control'] })
  await userEvent.dragAndDrop(button('Heimweg verschieben'), button('Zugabe verschieben'))
  await expect.poll(waiting).toEqual(['Flutlicht', 'Heimweg', 'Zugabe', 'Hymne'])
  await expect.poll(shown).toEqual(['Anpfiff', 'Flutlicht', 'Heimweg', 'Zugabe', 'Hymne', 'Abpfiff'])
})

test('what is removed from the queue comes back to its places by „Rückgängig“, several removals at once', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff', 'Heimweg')
  for (const title of ['Zugabe', 'Hymne']) getPlayer().enqueue(trackNamed(title))
  await row('Zugabe').click({ modifiers: ['Control'] })
  await row('Abpfiff').click({ modifiers: ['Control'] })
  await panel.getByRole('button', { name: 'Entfernen', exact: true }).click()
  await expect.poll(shown).toEqual(['Anpfiff', 'Hymne', 'Flutlicht', 'Heimweg'])
  await expect.poll(toastText).toBe('2 Titel entfernt')
  await button('Flutlicht entfernen').click()
  await expect.poll(shown).toEqual(['Anpfiff', 'Hymne', 'Heimweg'])
  await expect.poll(toastText).toBe('3 Titel entfernt')
  expect(useToast.getState().toast?.duration).toBe(8000)
  getPlayer().enqueue(trackNamed('Später'))
  // The note about what was queued gives way to the offer again.
  clearShownToast()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect
    .poll(shown)
    .toEqual(['Anpfiff', 'Zugabe', 'Hymne', 'Später', 'Flutlicht', 'Abpfiff', 'Heimweg'])
  expect(waiting()).toEqual(['Zugabe', 'Hymne', 'Später'])
})

const toastText = () => useToast.getState().toast?.text

function clearShownToast() {
  const { toast } = useToast.getState()
  if (toast?.text.startsWith('Warteschlange')) dismissToast(toast.id)
}
