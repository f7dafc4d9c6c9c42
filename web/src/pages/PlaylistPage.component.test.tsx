import { addFavorite, alreadyFavorite, type Favorite, listFavorites } from '@tonarchiv/contract/favorites'
import { listFriends } from '@tonarchiv/contract/friends'
import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import * as playlistFiles from '@tonarchiv/contract/playlist-files'
import { serverFault } from '@tonarchiv/contract/refusal'
import { Navigate, Route, Routes } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getPlayer } from '#features/player/index.ts'
import { clearToast, dismissToast, useToast } from '#ui/dom/toast.ts'
import { refuse, startFakeServer } from '../testing/fake-server.ts'
import { aUser, signInAs } from '../testing/sign-in.ts'
import { TestApp } from '../testing/TestApp.tsx'
import { PlaylistPage } from './PlaylistPage.tsx'

const mila = { id: 'mila', username: 'mila_k', displayName: 'Mila Kramer', photoURL: null }
const okan = { id: 'okan', username: 'okan_s', displayName: 'Okan S.', photoURL: null }

function entry(id: string, sortKey: number, title: string): playlistEntries.PlaylistEntry {
  return {
    id,
    sortKey,
    addedBy: 'okan',
    addedAt: '2026-11-21T09:38:00.000Z',
    title,
    artist: 'Kassettendeck',
    album: 'Kassettendeck',
    coverUrl: '/default-album.jpg',
    duration: 192,
    exclusive: false,
    track: title === 'Standspur' ? null : { id: `t-${id}`, file: `${id}.mp3` },
  }
}

/** A server that holds one playlist and answers with what changed since a revision. */
function servePlaylist(firstRole: contract.PlaylistRole = 'owner') {
  let role = firstRole
  const server = startFakeServer()
  const stored = new Map(
    ['Schotter', 'Letzte Bahn', 'Standspur', 'Abpfiff'].map((title, index) => [
      `e${index}`,
      { entry: entry(`e${index}`, (index + 1) * 10, title), isRemoved: false },
    ]),
  )
  let revision = 1
  const head = (): contract.Playlist => ({
    id: 'p1',
    title: 'Nachtfahrten',
    description: 'Nichts über 130.',
    visibility: 'friends',
    owner: mila,
    collaborators: [okan],
    role,
    isFollowed: false,
    entryCount: 4,
    duration: 600,
    hasOwnCover: false,
    covers: [],
    revision,
    createdAt: '2026-11-21T09:38:00.000Z',
    changedAt: '2026-11-21T09:38:00.000Z',
  })
  const present = () => [...stored.values()].filter(({ isRemoved }) => !isRemoved).map((each) => each.entry)
  const idsIn = (sent: unknown): string[] =>
    typeof sent === 'object' && sent !== null && 'entryIds' in sent && Array.isArray(sent.entryIds)
      ? sent.entryIds.map(String)
      : []
  const mark = (sent: unknown, isRemoved: boolean) => {
    revision += 1
    for (const id of idsIn(sent)) {
      const each = stored.get(id)
      if (each) each.isRemoved = isRemoved
    }
    return { revision, gone: [] }
  }
  server.on(playlistEntries.getPlaylist, () => ({
    playlist: head(),
    entries: present(),
    people: [mila, okan],
  }))
  server.on(playlistEntries.listChanges, () => ({
    playlist: head(),
    entries: present(),
    people: [mila, okan],
    removed: [...stored.values()].filter((each) => each.isRemoved).map((each) => each.entry.id),
    isTooOld: false,
  }))
  server.on(playlistEntries.removeEntries, (sent) => mark(sent, true))
  server.on(playlistEntries.restoreEntries, (sent) => mark(sent, false))
  return {
    server,
    head,
    setRole: (next: contract.PlaylistRole) => {
      role = next
    },
    /** Adds an entry at the end, as another member does. */
    add: (id: string, title: string) => {
      revision += 1
      stored.set(id, { entry: entry(id, 1000, title), isRemoved: false })
    },
    /** Places an entry at the beginning, as a move does. */
    moveToFront: (id: string) => {
      const each = stored.get(id)
      revision += 1
      if (each) stored.set(id, { ...each, entry: { ...each.entry, sortKey: 1 } })
    },
  }
}

async function renderPage() {
  signInAs(aUser({ keyVerified: true }))
  onTestFinished(clearToast)
  await render(
    <TestApp>
      <Routes>
        <Route index element={<Navigate to="/playlists/p1" />} />
        <Route path="playlists/:id" element={<PlaylistPage />} />
      </Routes>
    </TestApp>,
  )
}

const rows = page.getByRole('list', { name: 'Titel der Playlist' })
const shown = () =>
  rows
    .getByRole('listitem')
    .elements()
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map((row) => row.querySelector('[title]')?.textContent)

test('a playlist shows its members and tracks; one that is gone is grey and cannot be played', async () => {
  servePlaylist()
  await renderPage()
  await expect.element(page.getByRole('heading', { name: 'Nachtfahrten' })).toBeVisible()
  await expect.element(page.getByText('von dir mit Okan S.')).toBeVisible()
  await expect.poll(shown).toEqual(['Schotter', 'Letzte Bahn', 'Standspur', 'Abpfiff'])
  await expect.element(rows.getByText('Nicht mehr im Archiv')).toBeVisible()
  await expect.element(rows.getByRole('button', { name: /^Standspur.* abspielen/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Standspur entfernen' })).toBeVisible()
})

test('a removed entry goes before the server has answered, and the focus goes to the next row', async () => {
  const { server } = servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  const { promise, resolve } = Promise.withResolvers<{ revision: number; gone: string[] }>()
  server.on(playlistEntries.removeEntries, async () => promise)
  await page.getByRole('button', { name: 'Letzte Bahn entfernen' }).click()
  await expect.poll(shown).toEqual(['Schotter', 'Standspur', 'Abpfiff'])
  // The focus goes to the next row.
  await expect.element(page.getByRole('button', { name: 'Standspur entfernen' })).toHaveFocus()
  await expect.element(page.getByText(/1 Titel entfernt/)).toBeVisible()
  resolve({ revision: 2, gone: [] })
})

test('"Rückgängig" brings a removed entry back to its place', async () => {
  servePlaylist()
  await renderPage()
  await page.getByRole('button', { name: 'Letzte Bahn entfernen' }).click()
  await expect.poll(shown).toEqual(['Schotter', 'Standspur', 'Abpfiff'])
  // docs/product.md §9.3: it can be taken back for 8 s.
  expect(useToast.getState().toast?.duration).toBe(8000)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.poll(shown).toEqual(['Schotter', 'Letzte Bahn', 'Standspur', 'Abpfiff'])
})

test('removals that follow each other are taken back together, also after another message', async () => {
  const { server } = servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  await page.getByRole('button', { name: 'Letzte Bahn entfernen' }).click()
  await expect.element(page.getByText(/1 Titel entfernt/)).toBeVisible()
  await page.getByRole('button', { name: 'Abpfiff entfernen' }).click()
  await expect.element(page.getByText(/2 Titel entfernt/)).toBeVisible()
  await expect.poll(shown).toEqual(['Schotter', 'Standspur'])

  // One that fails is not among those that are taken back.
  server.on(playlistEntries.removeEntries, () => refuse(serverFault))
  await page.getByRole('button', { name: 'Schotter entfernen' }).click()
  await expect.element(page.getByText(serverFault.text)).toBeVisible()
  await expect.poll(shown).toEqual(['Schotter', 'Standspur'])
  const restored: unknown[] = []
  server.on(playlistEntries.restoreEntries, (sent) => {
    restored.push(sent)
    return { revision: 9, gone: [] }
  })
  dismissCurrentToast()
  await expect.element(page.getByText(/2 Titel entfernt/)).toBeVisible()
  const clock = document.querySelector('output')?.getAnimations({ subtree: true })
  expect(clock?.map(({ effect }) => effect?.getComputedTiming().duration)).toContain(8000)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.poll(() => restored).toEqual([{ entryIds: ['e1', 'e3'] }])
})

/** Its time is over. */
function dismissCurrentToast(): void {
  const { toast } = useToast.getState()
  if (toast) dismissToast(toast.id)
}

test('a move by keys names the entry that it stands behind, and one that fails goes back', async () => {
  const { server, moveToFront } = servePlaylist()
  const sent: unknown[] = []
  server.on(playlistEntries.moveEntries, (body) => {
    sent.push(body)
    moveToFront('e1')
    return { revision: 2, gone: [] }
  })
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  rows
    .getByRole('button', { name: /^Letzte Bahn.* abspielen/ })
    .element()
    .focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.poll(shown).toEqual(['Letzte Bahn', 'Schotter', 'Standspur', 'Abpfiff'])
  await expect.poll(() => sent).toEqual([{ entryIds: ['e1'], after: null }])

  server.on(playlistEntries.moveEntries, () => refuse(serverFault))
  rows
    .getByRole('button', { name: /^Schotter.* abspielen/ })
    .element()
    .focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(page.getByText(/Reihenfolge konnte nicht gespeichert werden/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
  await expect.poll(shown).toEqual(['Letzte Bahn', 'Schotter', 'Standspur', 'Abpfiff'])
})

test('a row that has just arrived is marked, one that was moved is not', async () => {
  await page.viewport(1440, 900)
  onTestFinished(async () => page.viewport(414, 896))
  const { add, moveToFront } = servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  const marked = rows.getByRole('listitem').filter({ hasText: 'gerade eben' })
  await expect.element(marked).not.toBeInTheDocument()
  add('e9', 'Treppenabsatz')
  moveToFront('e2')
  // The answer to a change of one's own brings those of others along.
  await page.getByRole('button', { name: 'Letzte Bahn entfernen' }).click()
  await expect
    .poll(() => marked.elements().map((row) => row.querySelector('[title]')?.textContent))
    .toEqual(['Treppenabsatz'])
  await expect.poll(shown).toEqual(['Standspur', 'Schotter', 'Abpfiff', 'Treppenabsatz'])
})

test('an entry that another member has removed meanwhile: the text of the server shows', async () => {
  const { server } = servePlaylist()
  server.on(playlistEntries.removeEntries, () =>
    refuse(playlistEntries.entryRemoved, { error: '„Schotter“ wurde gerade von Mila entfernt' }),
  )
  await renderPage()
  await page.getByRole('button', { name: 'Schotter entfernen' }).click()
  await expect.element(page.getByText('„Schotter“ wurde gerade von Mila entfernt')).toBeVisible()
})

test('rows are selected with Ctrl and Shift, and removed together', async () => {
  servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  await rows.getByRole('button', { name: /^Schotter.* abspielen/ }).click({ modifiers: ['Control'] })
  await rows.getByRole('button', { name: /^Letzte Bahn.* abspielen/ }).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: 'Auswahl' })
  await expect.element(bar.getByText('2 ausgewählt')).toBeVisible()
  await bar.getByRole('button', { name: 'Entfernen' }).click()
  await expect.poll(shown).toEqual(['Standspur', 'Abpfiff'])
  await expect.element(page.getByText(/2 Titel entfernt/)).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
})

test('after „Auswählen“ a plain press selects rows, as fingers need it', async () => {
  servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  const toggle = page.getByRole('button', { name: 'Auswählen' })
  await toggle.click()
  await rows.getByRole('button', { name: /^Schotter.* auswählen/ }).click()
  await expect.element(rows.getByRole('button', { name: /^Schotter.* abwählen/ })).toBeVisible()
  await rows.getByRole('button', { name: /^Abpfiff.* auswählen/ }).click()
  const bar = page.getByRole('toolbar', { name: 'Auswahl' })
  await expect.element(bar.getByText('2 ausgewählt')).toBeVisible()
  await bar.getByRole('button', { name: 'Auswahl aufheben' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'false')
  await expect.element(rows.getByRole('button', { name: /^Schotter.* abspielen/ })).toBeVisible()
})

test('selected rows play next, and become favorites unless they are', async () => {
  const { server } = servePlaylist()
  onTestFinished(() => void getPlayer().clearUpcoming())
  const liked: unknown[] = []
  server.on(listFavorites, () => ({ favorites: [] }))
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  await rows.getByRole('button', { name: /^Schotter.* abspielen/ }).click({ modifiers: ['Control'] })
  await rows.getByRole('button', { name: /^Abpfiff.* abspielen/ }).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: 'Auswahl' })
  await bar.getByRole('button', { name: 'Als Nächstes spielen' }).click()
  await expect.element(page.getByText('Als Nächstes: 3 Tracks')).toBeVisible()
  const queue = getPlayer()
    .state.getState()
    .order.queue.map(({ track }) => track.title)
  expect(queue).toEqual(['Schotter', 'Letzte Bahn', 'Abpfiff'])

  // Meanwhile the first has become one on another device.
  server.on(addFavorite, (body) => {
    liked.push(body)
    if (liked.length === 1) return refuse(alreadyFavorite)
    return { favorite: { ...favorite, id: `f${liked.length}`, itemId: `/api/stream/e${liked.length}.mp3` } }
  })
  await bar.getByRole('button', { name: 'Zu Lieblingssongs' }).click()
  await expect.element(page.getByText('3 Titel zu "Lieblingssongs" hinzugefügt')).toBeVisible()
  expect(liked).toMatchObject(
    ['Schotter', 'Letzte Bahn', 'Abpfiff'].map((title) => ({ item_type: 'track', item_data: { title } })),
  )
  // A failure ends it with the text of the server.
  server.on(addFavorite, () => refuse(serverFault))
  await bar.getByRole('button', { name: 'Zu Lieblingssongs' }).click()
  await expect.element(page.getByText(serverFault.text)).toBeVisible()
  await expect.element(bar.getByText(/\d ausgewählt/)).toBeVisible()
})

const favorite: Favorite = {
  id: 'f',
  itemId: '/api/stream/e.mp3',
  item_id: '/api/stream/e.mp3',
  item_type: 'track',
  item_data: { url: '/api/stream/e.mp3', title: '', artist: '', album: '', coverUrl: '' },
  createdAt: '2026-11-21T09:38:00.000Z',
  track: null,
}

test('the head of a column sorts the view up, down and back; it says so, and nothing can be moved', async () => {
  await page.viewport(1440, 900)
  onTestFinished(async () => page.viewport(414, 896))
  servePlaylist()
  await renderPage()
  const own = ['Schotter', 'Letzte Bahn', 'Standspur', 'Abpfiff']
  const heads = page.getByRole('group', { name: 'Sortieren nach' })
  const head = heads.getByRole('button', { name: /^Titel/ })
  await head.click()
  await expect.poll(shown).toEqual(['Abpfiff', 'Letzte Bahn', 'Schotter', 'Standspur'])
  await expect.element(heads.getByRole('button', { name: /^Titel.*aufsteigend/ })).toBeVisible()
  await expect.element(page.getByText('Sortiert nach Titel. Die eigene Reihenfolge bleibt.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Schotter verschieben' })).not.toBeInTheDocument()
  await head.click()
  await expect.poll(shown).toEqual(['Standspur', 'Schotter', 'Letzte Bahn', 'Abpfiff'])
  await head.click()
  await expect.poll(shown).toEqual(own)
  await heads.getByRole('button', { name: 'Dauer' }).click()
  await page.getByRole('button', { name: 'Eigene Reihenfolge' }).click()
  await expect.element(page.getByRole('button', { name: 'Schotter verschieben' })).toBeInTheDocument()
})

test('on phones a list sorts the view', async () => {
  servePlaylist()
  await renderPage()
  await page.getByLabelText('Sortieren').selectOptions('Titel, absteigend')
  await expect.poll(shown).toEqual(['Standspur', 'Schotter', 'Letzte Bahn', 'Abpfiff'])
})

/** The play button of a row. */
const play = (title: string) => rows.getByRole('button', { name: new RegExp(`^${title}.* abspielen`) })

function keepMoves(server: ReturnType<typeof startFakeServer>) {
  const sent: unknown[] = []
  const { promise } = Promise.withResolvers<{ revision: number; gone: string[] }>()
  server.on(playlistEntries.moveEntries, async (body) => {
    sent.push(body)
    return promise
  })
  return sent
}

test('a selection moves as one block, in one call', async () => {
  const { server } = servePlaylist()
  const sent = keepMoves(server)
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  await play('Schotter').click({ modifiers: ['Control'] })
  await play('Abpfiff').click({ modifiers: ['Control'] })
  play('Abpfiff').element().focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.poll(shown).toEqual(['Letzte Bahn', 'Schotter', 'Abpfiff', 'Standspur'])
  await expect.poll(() => sent).toEqual([{ entryIds: ['e0', 'e3'], after: 'e1' }])
  await expect.element(page.getByText('Platz 2 von 3')).toBeInTheDocument()
})

test('a block that is lifted with Space and cancelled returns to its places', async () => {
  const { server } = servePlaylist()
  const own = ['Schotter', 'Letzte Bahn', 'Standspur', 'Abpfiff']
  server.on(playlistEntries.moveEntries, async () => new Promise(() => undefined))
  await renderPage()
  await expect.poll(shown).toEqual(own)
  await play('Schotter').click({ modifiers: ['Control'] })
  await play('Abpfiff').click({ modifiers: ['Control'] })
  page.getByRole('button', { name: 'Abpfiff verschieben' }).element().focus()
  await userEvent.keyboard(' {ArrowUp}')
  await expect.poll(shown).toEqual(['Letzte Bahn', 'Schotter', 'Abpfiff', 'Standspur'])
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toEqual(own)
})

test('a selection that is dragged by the grip of one row is dropped as a block', async () => {
  const { server } = servePlaylist()
  const sent = keepMoves(server)
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  await play('Schotter').click({ modifiers: ['Control'] })
  await play('Letzte Bahn').click({ modifiers: ['Control'] })
  const grip = (title: string) => page.getByRole('button', { name: `${title} verschieben` })
  await userEvent.dragAndDrop(grip('Schotter'), grip('Abpfiff'), { steps: 10 })
  await expect.poll(() => sent).toEqual([{ entryIds: ['e0', 'e1'], after: 'e3' }])
  await expect.poll(shown).toEqual(['Standspur', 'Abpfiff', 'Schotter', 'Letzte Bahn'])
})

test('a collaborator who is removed in the middle of a drag reads that the collaboration has ended, and the row is where it was', async () => {
  const { server, setRole } = servePlaylist('collaborator')
  server.on(playlistEntries.removeEntries, () => refuse(contract.playlistReadOnly))
  const sent = keepMoves(server)
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  const grip = page.getByRole('button', { name: 'Schotter verschieben' }).element()
  const place = grip.getBoundingClientRect()
  const point = (type: string, clientY: number) =>
    grip.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        pointerType: 'mouse',
        clientX: place.x,
        clientY,
      }),
    )
  // Only a real pointer can be captured.
  Element.prototype.setPointerCapture = () => undefined
  point('pointerdown', place.y)
  point('pointermove', place.y + 3 * place.height)
  const row = rows.getByRole('listitem').filter({ hasText: 'Schotter' })
  await expect.poll(() => row.element().getBoundingClientRect().top).toBeGreaterThan(place.bottom)
  setRole('reader')
  page
    .getByRole('button', { name: 'Abpfiff entfernen' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(page.getByText(contract.playlistReadOnly.text)).toBeVisible()
  await expect.poll(() => row.element().getBoundingClientRect().top).toBeLessThan(place.bottom)
  await expect.poll(shown).toEqual(['Schotter', 'Letzte Bahn', 'Standspur', 'Abpfiff'])
  expect(sent).toEqual([])
})

test('a long press of a finger starts the selection', async () => {
  servePlaylist()
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  const row = play('Letzte Bahn').element()
  const touch = (type: string) =>
    row.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerType: 'touch', clientX: 60, clientY: 60 }),
    )
  touch('pointerdown')
  await expect.element(page.getByText('1 ausgewählt')).toBeVisible()
  touch('pointerup')
  row.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(page.getByText('1 ausgewählt')).toBeVisible()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await rows.getByRole('button', { name: /^Abpfiff.* auswählen/ }).click()
  await expect.element(page.getByText('2 ausgewählt')).toBeVisible()
})

test('the owner gives a playlist a picture of its own; what is no picture is refused in place', async () => {
  const { server, head, moveToFront } = servePlaylist()
  const sent: unknown[] = []
  server.on(contract.updatePlaylist, (body) => {
    sent.push(body)
    return { playlist: head() }
  })
  server.on(contract.replacePlaylistCover, (form) => {
    sent.push(form instanceof FormData && form.get('cover') instanceof File)
    return { playlist: { ...head(), hasOwnCover: true } }
  })
  let chosen = new File(['a'], 'liste.txt', { type: 'text/plain' })
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
    this: HTMLInputElement,
  ) {
    const files = new DataTransfer()
    files.items.add(chosen)
    this.files = files.files
    this.dispatchEvent(new Event('change'))
  })
  onTestFinished(() => click.mockRestore())
  await renderPage()
  await page.getByRole('button', { name: 'Playlist bearbeiten' }).click()
  const form = page.getByRole('dialog', { name: 'Playlist bearbeiten' })
  await form.getByLabelText('Name').fill('Nachts')
  await form.getByRole('button', { name: 'Eigenes Bild' }).click()
  await expect.element(form.getByText(/muss ein Bild sein/)).toBeVisible()
  chosen = new File(['a'], 'bild.png', { type: 'image/png' })
  await form.getByRole('button', { name: 'Eigenes Bild' }).click()
  await expect.element(form.getByRole('button', { name: 'Bild entfernen' })).toBeVisible()

  // What others change meanwhile leaves the form as it is.
  moveToFront('e1')
  page
    .getByRole('button', { name: 'Abpfiff entfernen' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(shown).toEqual(['Letzte Bahn', 'Schotter', 'Standspur'])
  await expect.element(form.getByLabelText('Name')).toHaveValue('Nachts')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(sent).toEqual([{ title: 'Nachts', description: 'Nichts über 130.', visibility: 'friends' }, true])
})

test('readers follow, copy and export, and change nothing', async () => {
  const { server, head } = servePlaylist('reader')
  const sent: unknown[] = []
  server.on(playlistSharing.followPlaylist, () => {
    sent.push('follow')
    return { playlist: head() }
  })
  server.on(playlistSharing.copyPlaylist, () => {
    sent.push('copy')
    return { playlist: { ...head(), title: 'Nachtfahrten (Kopie)' } }
  })
  server.on(playlistFiles.exportPlaylist, (_, query) => {
    sent.push(query.get('format'))
    return undefined
  })
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  await renderPage()
  await expect.poll(shown).toHaveLength(4)
  await expect.element(page.getByRole('button', { name: 'Schotter entfernen' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Playlist bearbeiten' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Mitwirkende einladen' })).not.toBeInTheDocument()

  const follow = page.getByRole('button', { name: 'Folgen' })
  await expect.element(follow).toHaveAttribute('aria-pressed', 'false')
  await follow.click()
  await expect.poll(() => sent).toEqual(['follow'])
  const more = page.getByRole('button', { name: 'Mehr zu dieser Playlist' })
  await more.click()
  await expect.element(page.getByRole('menuitem', { name: 'Nicht mehr mitwirken' })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'Exportieren (JSPF)' }).click()
  await expect.poll(() => saved).toEqual(['Nachtfahrten.jspf'])
  await more.click()
  await page.getByRole('menuitem', { name: 'Kopieren' }).click()
  await expect.element(page.getByText('„Nachtfahrten (Kopie)“ kopiert')).toBeVisible()
  expect(sent).toEqual(['follow', 'jspf', 'copy'])
})

test('the owner invites friends and removes them; a collaborator ends the collaboration', async () => {
  const { server, head, setRole } = servePlaylist()
  const ines = { id: 'ines', username: 'ines_v', displayName: 'Ines V.', photoURL: null }
  const friend = { ...ines, isOnline: true, customStatus: '' }
  server.on(listFriends, () => ({ friends: [friend], friendRequests: [], sentRequests: [] }))
  const calls: string[] = []
  server.on(playlistSharing.addCollaborator, () => {
    calls.push('invited')
    return { playlist: head() }
  })
  server.on(playlistSharing.removeCollaborator, () => {
    calls.push('removed')
    return { success: true }
  })
  await renderPage()
  await page.getByRole('button', { name: 'Mitwirkende einladen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mitwirkende einladen' })
  await dialog.getByRole('button', { name: 'Ines V. einladen' }).click()
  await expect.poll(() => calls).toEqual(['invited'])
  await dialog.getByRole('button', { name: 'Okan S. entfernen' }).click()
  await expect.poll(() => calls).toEqual(['invited', 'removed'])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()

  setRole('collaborator')
  await page.getByRole('button', { name: 'Abpfiff entfernen' }).click()
  const more = page.getByRole('button', { name: 'Mehr zu dieser Playlist' })
  await expect.element(page.getByRole('button', { name: 'Mitwirkende einladen' })).not.toBeInTheDocument()
  await more.click()
  await page.getByRole('menuitem', { name: 'Nicht mehr mitwirken' }).click()
  await expect.poll(() => calls).toEqual(['invited', 'removed', 'removed'])
})

test('a playlist that does not exist, or is not visible, is said to be missing', async () => {
  const { server } = servePlaylist()
  server.on(playlistEntries.getPlaylist, () => refuse(contract.playlistNotFound))
  await renderPage()
  await expect.element(page.getByRole('heading', { name: 'Diese Playlist gibt es hier nicht' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Zu den Playlists' })).toBeVisible()
})
