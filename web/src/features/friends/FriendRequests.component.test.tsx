import { rejectRequest } from '@tonarchiv/contract/friends'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { mila } from '../../testing/a-playlist.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { FriendRequests } from './FriendRequests.tsx'

const request = (id: string, displayName: string) => ({
  id,
  fromUser: { ...mila, id, displayName },
  toUser: mila,
  createdAt: '2024-11-28T10:00:00',
})

const list = (...received: ReturnType<typeof request>[]) => (
  <TestApp>
    <FriendRequests received={received} sent={[]} />
  </TestApp>
)

test('when a request is answered, the focus moves to the next one', async () => {
  startFakeServer().on(rejectRequest, () => ({ success: true }))
  const [ada, ben] = [request('r1', 'Ada'), request('r2', 'Ben')]
  const { rerender } = await render(list(ada, ben))
  await page.getByRole('button', { name: 'Ablehnen: Anfrage von Ada', exact: true }).click()
  await rerender(list(ben))
  await expect
    .element(page.getByRole('button', { name: 'Ablehnen: Anfrage von Ben', exact: true }))
    .toHaveFocus()
})
