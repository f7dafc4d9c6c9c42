import {
  getPlaylist,
  listChanges,
  type PlaylistEntry,
  removeEntries,
  restoreEntries,
} from '@tonarchiv/contract/playlist-entries'
import { listMembersHere } from '@tonarchiv/contract/playlist-sharing'
import type { PlaylistRole } from '@tonarchiv/contract/playlists'
import { Navigate, Route, Routes } from 'react-router'
import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { clearToast } from '#ui/dom/toast.ts'
import { PlaylistPage } from '../pages/PlaylistPage.tsx'
import { aPlaylist, aPlaylistEntry, mila } from './a-playlist.ts'
import { startFakeServer } from './fake-server.ts'
import { aUser, signInAs } from './sign-in.ts'
import { TestApp } from './TestApp.tsx'

const okan = { id: 'okan', username: 'okan_s', displayName: 'Okan S.', photoURL: null }

function entry(id: string, sortKey: number, title: string): PlaylistEntry {
  return aPlaylistEntry(id, {
    sortKey,
    addedBy: okan.id,
    title,
    ...(title === 'Standspur' && { track: null }),
  })
}

/** A fake server with one playlist. It also answers requests for the changes since a revision. */
export function servePlaylist(firstRole: PlaylistRole = 'owner') {
  let role = firstRole
  const server = startFakeServer()
  const stored = new Map(
    ['Schotter', 'Letzte Bahn', 'Standspur', 'Abpfiff'].map((title, index) => [
      `e${index}`,
      { entry: entry(`e${index}`, (index + 1) * 10, title), isRemoved: false },
    ]),
  )
  let revision = 1
  const head = () =>
    aPlaylist('p1', {
      title: 'Nachtfahrten',
      description: 'Nichts über 130.',
      visibility: 'friends',
      collaborators: [okan],
      role,
      entryCount: 4,
      duration: 600,
      revision,
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
  server.on(getPlaylist, () => ({ playlist: head(), entries: present(), people: [mila, okan] }))
  server.on(listChanges, () => ({
    playlist: head(),
    entries: present(),
    people: [mila, okan],
    removed: [...stored.values()].filter((each) => each.isRemoved).map((each) => each.entry.id),
    isTooOld: false,
  }))
  server.on(listMembersHere, () => ({ userIds: [] }))
  server.on(removeEntries, (sent) => mark(sent, true))
  server.on(restoreEntries, (sent) => mark(sent, false))
  return {
    server,
    head,
    setRole: (next: PlaylistRole) => {
      role = next
    },
    /** Adds an entry at the end, as if another member had done so. */
    add: (id: string, title: string) => {
      revision += 1
      stored.set(id, { entry: entry(id, 1000, title), isRemoved: false })
    },
    /** Moves an entry to the beginning, as if another member had done so. */
    moveToFront: (id: string) => {
      const each = stored.get(id)
      revision += 1
      if (each) stored.set(id, { ...each, entry: { ...each.entry, sortKey: 1 } })
    },
  }
}

/** Renders the page of the served playlist for a member with archive access. */
export async function renderPage() {
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

export const rows = page.getByRole('list', { name: 'Titel der Playlist' })

/** The titles of the rows, from top to bottom. */
export const shown = () =>
  rows
    .getByRole('listitem')
    .elements()
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map((row) => row.querySelector('[title]')?.textContent)

/** The play button of a row. */
export const play = (title: string) => rows.getByRole('button', { name: new RegExp(`^${title}.* abspielen`) })
