import { listConversations } from '@tonarchiv/contract/conversations'
import { listFriends } from '@tonarchiv/contract/friends'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ShareTarget } from '#features/moments/index.ts'
import { aConversation } from '#testing/a-conversation.ts'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { startFakeServer } from '#testing/fake-server.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { ShareTargets } from './ShareTargets.tsx'

const friend = (id: string, displayName: string) => {
  const person = { id, username: id, displayName, photoURL: null }
  return { ...person, isOnline: false, isPlaying: false, currentTrack: null, customStatus: '' }
}
const FRIENDS = [
  friend('anna', 'Anna'),
  friend('bert', 'Bert'),
  friend('cleo', 'Cleo'),
  friend('dora', 'Dora'),
  friend('emil', 'Emil'),
]

function Chosen() {
  const [target, setTarget] = useState<ShareTarget>()
  return (
    <>
      <ShareTargets target={target} onChange={setTarget} />
      <p>Ziel: {target?.displayName ?? 'Chat Room'}</p>
    </>
  )
}

async function showTargets(friends = FRIENDS) {
  const server = startFakeServer()
  server.on(listFriends, () => ({ friends, friendRequests: [], sentRequests: [] }))
  server.on(listConversations, () => ({
    conversations: [aConversation('eins', { person: friend('emil', 'Emil') })],
  }))
  await render(
    <TestApp>
      <Chosen />
    </TestApp>,
  )
}

const names = () =>
  page
    .getByRole('radio')
    .all()
    .map((each) => each.element().closest('label')?.textContent)

test('the room is chosen at first, and the friends with the newest messages are offered', async () => {
  await showTargets()
  await expect.element(page.getByRole('group', { name: 'Teilen mit', exact: true })).toBeVisible()
  await expect.poll(names).toEqual(['Chat Room', 'Emil', 'Anna', 'Bert'])
  await expect.element(page.getByRole('radio', { name: 'Chat Room', exact: true })).toBeChecked()
  await expectAccessible()
  await userEvent.keyboard('{Tab}{ArrowRight}')
  await expect.element(page.getByText('Ziel: Emil', { exact: true })).toBeVisible()
})

test('all others are found by name', async () => {
  await showTargets()
  await page.getByRole('button', { name: 'Andere…', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Freund suchen', exact: true }).fill('dor')
  await page.getByRole('button', { name: 'Dora', exact: true }).click()
  await expect.element(page.getByText('Ziel: Dora', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Dora', exact: true })).toBeChecked()
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
  await expectAccessible()
})

test('without friends there is only the room, and nothing to choose', async () => {
  await showTargets([])
  await expect.element(page.getByText('Ziel: Chat Room', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument()
})
