import { listMoments, type Moment } from '@tonarchiv/contract/moments'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { aMessage } from '#testing/a-message.ts'
import { aMoment } from '#testing/a-moment.ts'
import { startFakeServer } from '#testing/fake-server.ts'
import { startFakeSocket } from '#testing/fake-socket.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { MomentList } from './MomentList.tsx'
import { startMomentUpdates } from './api.ts'

test('new moments, replies, edits and deletions reach the shown list, and other messages request nothing', async () => {
  let moments: Moment[] = [aMoment('m1', { text: 'eins' })]
  let calls = 0
  startFakeServer().on(listMoments, () => {
    calls += 1
    return { moments }
  })
  signInAs(aUser())
  const { emit } = startFakeSocket()
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  onTestFinished(startMomentUpdates(cache))
  await render(
    <MemoryRouter>
      <QueryClientProvider client={cache}>
        <MomentList trackId="t1" onPlay={() => undefined} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await expect.element(page.getByText('eins')).toBeVisible()

  emit({ type: 'chatMessage', message: aMessage('x'), revision: 1 })
  emit({ type: 'chatMessage', message: aMessage('y', { card: { kind: 'track', id: 't1' } }), revision: 2 })
  moments = [...moments, aMoment('m2', { text: 'zwei', second: 70 })]
  const card = { kind: 'moment', id: 't1', second: 70 } as const
  emit({ type: 'chatMessage', message: aMessage('m2', { card }), revision: 3 })
  await expect.element(page.getByText('zwei')).toBeVisible()
  expect(calls).toBe(2)

  moments = [aMoment('m1', { text: 'bearbeitet' }), ...moments.slice(1)]
  emit({ type: 'chatChange', kind: 'edit', messageId: 'm1', payload: null, revision: 4 })
  await expect.element(page.getByText('bearbeitet')).toBeVisible()
  expect(calls).toBe(3)

  emit({ type: 'chatMessageDeleted', id: 'm2', revision: 5 })
  await expect.element(page.getByText('zwei')).not.toBeInTheDocument()
  expect(calls).toBe(3)
})
