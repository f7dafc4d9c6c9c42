import { getKeyBatch, type BatchKey, type KeyBatch, type KeyStatus } from '@tonarchiv/contract/key-batches'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { KeySheet } from './KeySheet.tsx'

const BATCH: KeyBatch = {
  id: 'b1',
  note: 'Sommerfest',
  words: null,
  isInvitation: false,
  scope: { kind: 'all', hasVideos: true, types: [], albumCount: 77, albums: [] },
  maxUses: 1,
  expiresAt: null,
  stayDays: null,
  createdAt: '2024-11-03T10:00:00.000Z',
  madeBy: null,
  keyCount: 3,
  uses: 2,
  counts: { available: 1, used: 2, expired: 0, withdrawn: 0 },
  key: null,
}
const aKey = (key: string, status: KeyStatus): BatchKey => ({ id: key, key, status, uses: 0, lastUse: null })

test('only keys that can still be redeemed have a tag', async () => {
  const server = startFakeServer()
  server.on(getKeyBatch, () => ({
    batch: BATCH,
    keys: [aKey('A1-3KQN-55TE', 'used'), aKey('T2-5KJY-MM16', 'available'), aKey('H2-9KWE-61TC', 'used')],
  }))
  await render(
    <MemoryRouter initialEntries={['/admin/keys/b1']}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Routes>
          <Route path="admin/keys/:id" element={<KeySheet />} />
        </Routes>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const tags = page.getByRole('region', { name: 'Seite 1 von 1' }).getByRole('listitem')
  await expect.element(tags.getByText('T2-5KJY-MM16')).toBeVisible()
  expect(tags.elements()).toHaveLength(1)
  await expect
    .element(page.getByText('1 offener Schlüssel auf einer Seite, DIN A4. Die 2 eingelösten fehlen.'))
    .toBeVisible()
})
