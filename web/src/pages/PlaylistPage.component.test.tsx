import { listFriends } from '@tonarchiv/contract/friends'
import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import * as playlistFiles from '@tonarchiv/contract/playlist-files'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aPlaylistEntry } from '../testing/a-playlist.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { refuse } from '../testing/fake-server.ts'
import { startFakeSocket } from '../testing/fake-socket.ts'
import { renderPage, rows, servePlaylist, shown } from '../testing/playlist-page.tsx'

/** Serves a playlist with four entries, two of which are in the first answer. */
function serveLongPlaylist() {
  const { server, head: firstHead } = servePlaylist()
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id, index) => aPlaylistEntry(id, { sortKey: index }))
  const head = firstHead()
  const beginning = [a, b].filter((entry) => entry !== undefined)
  server.on(playlistEntries.getPlaylist, () => ({ playlist: head, entries: beginning, people: [] }))
  return { server, head, rest: [c, d].filter((entry) => entry !== undefined) }
}

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

test('who has the playlist open is shown beside the names and at the portraits, while it is so', async () => {
  const { server } = servePlaylist()
  const { emit } = startFakeSocket()
  let userIds = ['okan']
  server.on(playlistSharing.listMembersHere, () => ({ userIds }))
  await renderPage()
  await expect.element(page.getByText('Okan S. ist gerade hier')).toBeVisible()
  // The member's own account is not shown, and neither is one that was just removed from the playlist.
  userIds = ['mila', 'removed']
  emit({ type: 'playlistMembersHere', playlistId: 'p1' })
  await expect.element(page.getByText(/gerade hier/)).not.toBeInTheDocument()
  await expect.element(page.getByText('von dir mit Okan S.')).toBeVisible()
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

  // A change by another member does not affect the open form.
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

test.each([
  ['reader', ['3 weitere gesperrte Titel']],
  ['collaborator', ['Gesperrter Titel', 'Gesperrter Titel', 'Gesperrter Titel']],
] as const)('titles that the key does not open, for a %s', async (role, further) => {
  const { server, head } = servePlaylist(role)
  const locked = (id: string) =>
    aPlaylistEntry(id, { title: playlistEntries.LOCKED_TITLE, artist: '', track: null, isLocked: true })
  const entries = [aPlaylistEntry('a'), ...['b', 'c', 'd', 'e'].map(locked), aPlaylistEntry('f')]
  server.on(playlistEntries.getPlaylist, () => ({ playlist: head(), entries, people: [] }))
  await renderPage()
  await expect.poll(shown).toEqual(['Titel a', 'Gesperrter Titel', ...further, 'Titel f'])
  await expect.element(rows.getByText('Nicht in deinem Schlüssel').first()).toBeVisible()
  if (role === 'reader')
    await expect.element(rows.getByText('werden beim Abspielen übersprungen')).toBeVisible()
  else
    await expect
      .element(page.getByRole('button', { name: 'Gesperrter Titel entfernen' }).nth(3))
      .toBeVisible()
  await expectAccessible()
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

  const more = page.getByRole('button', { name: 'Mehr zu dieser Playlist' })
  const leave = page.getByRole('menuitem', { name: 'Nicht mehr mitwirken' })
  await more.click()
  await expect.element(page.getByRole('menuitem', { name: 'Kopieren' })).toBeVisible()
  await expect.element(leave).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')

  setRole('collaborator')
  await page.getByRole('button', { name: 'Abpfiff entfernen' }).click()
  await expect.element(page.getByRole('button', { name: 'Mitwirkende einladen' })).not.toBeInTheDocument()
  await more.click()
  await leave.click()
  await expect.poll(() => calls).toEqual(['invited', 'removed', 'removed'])
})

test('a playlist that does not exist, or is not visible, is said to be missing', async () => {
  const { server } = servePlaylist()
  server.on(playlistEntries.getPlaylist, () => refuse(contract.playlistNotFound))
  await renderPage()
  await expect.element(page.getByRole('heading', { name: 'Diese Playlist gibt es hier nicht' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Zu den Playlists' })).toBeVisible()
})

test('of a long playlist whose rest cannot be loaded the beginning stays, and the rest can be requested again', async () => {
  const { server, head, rest } = serveLongPlaylist()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  let isLost = true
  server.on(playlistEntries.listEntries, async () => {
    await promise
    if (isLost) throw new TypeError('Failed to fetch')
    return { entries: rest, people: [] }
  })
  server.on(playlistEntries.listChanges, () => ({
    playlist: head,
    entries: [],
    people: [],
    removed: [],
    isTooOld: false,
  }))
  await renderPage()
  await expect.element(page.getByText('2 weitere Titel werden geladen…')).toBeInTheDocument()
  // The button is disabled until all entries are loaded, because it would play only some of them.
  await expect.element(page.getByRole('button', { name: 'Alle abspielen' })).toBeDisabled()
  resolve(undefined)
  await expect.element(page.getByText('2 weitere Titel konnten nicht geladen werden.')).toBeInTheDocument()
  isLost = false
  // `first`, because there may also be a toast with such a button, from a move of the previous test that failed late.
  await page.getByRole('button', { name: 'Erneut versuchen' }).first().click()
  await expect.element(page.getByText(/weitere Titel/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Alle abspielen' })).toBeEnabled()
})
