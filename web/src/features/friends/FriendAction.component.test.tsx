import { acceptRequest, listFriends, requestFriend } from '@tonarchiv/contract/friends'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '../../testing/fake-server.ts'
import { mila } from '../../testing/a-playlist.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { FriendAction } from './FriendAction.tsx'

const own = { id: 'ada', username: 'ada', displayName: 'Ada', photoURL: null }
const between = { id: 'r1', createdAt: '2024-11-28T10:00:00' }
const NONE = { friends: [], friendRequests: [], sentRequests: [] }

async function open(lists: Partial<Parameters<typeof answer>[0]> = {}) {
  const server = startFakeServer()
  server.on(listFriends, () => answer(lists))
  await render(
    <TestApp>
      <FriendAction personId="mila" />
    </TestApp>,
  )
  return server
}

interface Lists {
  friendRequests: { id: string; fromUser: typeof mila; toUser: typeof mila; createdAt: string }[]
  sentRequests: { id: string; fromUser: typeof mila; toUser: typeof mila; createdAt: string }[]
}

function answer(lists: Partial<Lists>) {
  return { ...NONE, ...lists }
}

test('a member who is no friend is asked with one press', async () => {
  const server = await open()
  server.on(requestFriend, () => ({ success: true, request: { ...between, fromUser: own, toUser: mila } }))
  await page.getByRole('button', { name: 'Freund hinzufügen', exact: true }).click()
  await expect.element(page.getByText('Anfrage gesendet, wartet auf Antwort')).toHaveFocus()
})

test('the request of a member is accepted with one press', async () => {
  const server = await open({ friendRequests: [{ ...between, fromUser: mila, toUser: own }] })
  server.on(acceptRequest, () => ({
    success: true,
    friend: { ...mila, isOnline: true, customStatus: '' },
  }))
  await page.getByRole('button', { name: 'Anfrage annehmen', exact: true }).click()
  await expect.element(page.getByText('Ihr seid befreundet')).toBeVisible()
})
