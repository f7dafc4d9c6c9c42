import { listAlbums, type Album } from '@tonarchiv/contract/catalog'
import { getOwnAccess } from '@tonarchiv/contract/own-access'
import { MemoryRouter, Route, Routes } from 'react-router'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import { aUser, signInAs } from '../testing/sign-in.ts'
import { ArchivePage } from './ArchivePage.tsx'
import { VideosPage } from './VideosPage.tsx'

const ALBUM: Album = {
  albumId: 'messing',
  albumTitel: 'Messing',
  albumCover: 'unknown',
  releaseJahr: 2021,
  type: 'single',
  isExclusive: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  tracks: [],
}

async function open(path: string) {
  const server = startFakeServer()
  const counts = { album: 0, single: 1, ep: 0, feature: 0, unreleased: 0, loosies: 0 }
  server.on(listAlbums, () => ({ albums: [ALBUM], total: 1, counts, years: [2021], archiveTotal: 77 }))
  const scope = { kind: 'albums' as const, hasVideos: false, types: [], albumCount: 1, albums: [] }
  server.on(getOwnAccess, () => ({
    scope,
    archiveTotal: 77,
    keys: [{ id: 'grant', key: 'B1-ZZ8P-44LD', scope, endsAt: null }],
    ended: null,
    withdrawn: null,
  }))
  signInAs(aUser({ hasLimitedAccess: true }))
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await render(
    <MemoryRouter initialEntries={[path]}>
      <QueryClientProvider client={cache}>
        <Routes>
          <Route path="archive" element={<ArchivePage />} />
          <Route path="videos" element={<VideosPage />} />
        </Routes>
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

test('the archive counts what is closed, and shows it as one shelf at the end', async () => {
  await open('/archive')
  await expect.element(page.getByRole('paragraph').getByText('1 von 77 Alben')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Dein Zugang/ })).toBeVisible()
  const shelf = page.getByRole('region', { name: '76 weitere Alben öffnet dein Schlüssel nicht' })
  await expect.element(shelf.getByRole('button', { name: 'Weiteren Schlüssel eingeben' })).toBeVisible()
  await expectAccessible()
})

test('without videos the page says so', async () => {
  await open('/videos')
  await expect.element(page.getByRole('heading', { name: 'Videos sind nicht dabei' })).toBeVisible()
  await expect
    .element(page.getByText('Dein Schlüssel öffnet 1 Album. Für Videos brauchst du einen weiteren.'))
    .toBeVisible()
})
