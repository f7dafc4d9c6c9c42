import { listFriends } from '@tonarchiv/contract/friends'
import { inviteToRoom } from '@tonarchiv/contract/room-invitations'
import { leaveRoom, openRoom } from '@tonarchiv/contract/rooms'
import { useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { startFakeServer } from '#testing/fake-server.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { roomOf } from '../state/made-room.ts'
import { leaveListeningRoom } from '../tab/actions.ts'
import { askToOpenRoom, closeOpenRoom } from './open-room.ts'
import { OpenRoomDialog } from './OpenRoomDialog.tsx'

const friend = (id: string, displayName: string, isOnline = false) => ({
  id,
  username: id,
  displayName,
  photoURL: null,
  isOnline,
  customStatus: '',
})
const FRIENDS = [
  friend('anna', 'Anna B.'),
  friend('bert', 'Bert'),
  friend('lene', 'Lene M.'),
  friend('mila', 'Mila Kramer', true),
  friend('okan', 'Okan S.', true),
]

const Where = () => <p>{`Seite ${useLocation().pathname}`}</p>

afterEach(() => {
  closeOpenRoom()
  leaveListeningRoom()
})

/** Opens the dialog for an album, as a member with these friends. */
async function openDialog(friends = FRIENDS) {
  const server = startFakeServer()
  const opened: unknown[] = []
  const invited: unknown[] = []
  server.on(listFriends, () => ({ friends, friendRequests: [], sentRequests: [] }))
  server.on(openRoom, (sent) => {
    opened.push(sent)
    const playback = { entryId: 'a', isPlaying: false, positionMs: 0, at: 0 }
    return { room: roomOf({ playback }) }
  })
  server.on(leaveRoom, () => ({ success: true }))
  server.on(inviteToRoom, (sent) => {
    invited.push(sent)
    return { success: true }
  })
  signInAs(aUser())
  await render(
    <TestApp>
      <OpenRoomDialog />
      <Where />
    </TestApp>,
  )
  askToOpenRoom({
    added: { albumId: 'a1' },
    title: 'Nordlicht Süd',
    below: '14 Titel, 58 Minuten, ab dem ersten',
    cover: undefined,
    positionMs: 0,
  })
  await expect.element(dialog).toBeVisible()
  return { opened, invited }
}

const dialog = page.getByRole('dialog', { name: 'Hörraum öffnen', exact: true })
const inside = (name: string) => dialog.getByRole('button', { name, exact: true })
const group = dialog.getByRole('group', { name: 'Einladen (freiwillig)', exact: true })

test('friends are invited when the room is open: those online first, others by a search', async () => {
  const { opened, invited } = await openDialog()
  await expect.element(group).toBeVisible()
  const names = () =>
    group
      .getByRole('button')
      .elements()
      .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)
  expect(names()).toEqual(['Mila Kramer', 'Okan S.', 'Anna B.', 'Andere…'])
  await inside('Mila Kramer').click()
  await inside('Okan S.').click()
  await inside('Okan S.').click()
  await expect.element(inside('Mila Kramer')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(inside('Okan S.')).toHaveAttribute('aria-pressed', 'false')
  await inside('Andere…').click()
  await dialog.getByRole('searchbox', { name: 'Freund suchen', exact: true }).fill('lene')
  // Enter in the search does not open the room.
  await userEvent.keyboard('{Enter}')
  await inside('Lene M. auswählen').click()
  await expect.element(inside('Andere…')).toHaveFocus()
  await expect.element(inside('Lene M.')).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible()
  expect(opened).toEqual([])
  await inside('Hörraum öffnen').click()
  await expect.element(page.getByText('Seite /rooms/room-1', { exact: true })).toBeVisible()
  await expect.poll(() => invited).toEqual([{ userId: 'mila' }, { userId: 'lene' }])
})

test('a room opens without invitations, and who has no friends is not asked', async () => {
  const { opened, invited } = await openDialog([])
  await inside('Hörraum öffnen').click()
  await expect.element(page.getByText('Seite /rooms/room-1', { exact: true })).toBeVisible()
  await expect.element(group).not.toBeInTheDocument()
  expect([opened.length, invited]).toEqual([1, []])
})
