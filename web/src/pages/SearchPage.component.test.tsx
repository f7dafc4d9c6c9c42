import { searchEverything, type SearchAnswer } from '@tonarchiv/contract/search'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '../testing/fake-server.ts'
import { HITS_WITH_PAGES, okan } from '../testing/search-hits.ts'
import { aUser, signInAs } from '../testing/sign-in.ts'
import { TestApp } from '../testing/TestApp.tsx'
import { SearchPage } from './SearchPage.tsx'

const HITS = [
  ...HITS_WITH_PAGES,
  {
    group: 'messages',
    hit: { id: 'm1', content: 'Bis gleich', createdAt: '2025-05-12T12:00:00.000Z', author: okan },
    path: '/chat?message=m1',
  },
] as const

function Address() {
  const { pathname, search } = useLocation()
  return <output data-address>{pathname + search}</output>
}

test.each(HITS)('the page of the search lists the group $group, whose hits lead to $path', async (given) => {
  const { group, hit, path } = given
  const server = startFakeServer()
  const requested: (string | null)[] = []
  server.on(searchEverything, (_body, query) => {
    requested.push(query.get('group'))
    const groups: SearchAnswer['groups'] = { [group]: { hits: [hit], total: 1 } }
    return { groups, corrected: null, terms: [] }
  })
  signInAs(aUser())
  await render(
    <TestApp>
      <Routes>
        <Route index element={<Navigate to={`/search?q=nord&group=${group}`} />} />
        <Route path="search" element={<SearchPage />} />
        <Route path="*" element={null} />
      </Routes>
      <Address />
    </TestApp>,
  )
  await expect.element(page.getByText('1 Treffer für „nord“')).toBeVisible()
  expect(new Set(requested)).toEqual(new Set([group]))
  const link = page.getByRole('listitem').getByRole('link')
  await expect.element(link).toHaveAttribute('href', path)
  await link.click()
  await expect.poll(() => document.querySelector('[data-address]')?.textContent).toBe(path)
})

test('without a key groups of the archive are locked, and others are searched', async () => {
  const server = startFakeServer()
  server.on(searchEverything, () => ({
    groups: { playlists: { hits: [], total: 0 } },
    corrected: null,
    terms: [],
  }))
  signInAs(aUser({ keyVerified: false }))
  await render(
    <TestApp>
      <Routes>
        <Route index element={<Navigate to="/search?q=nord&group=albums" />} />
        <Route path="search" element={<SearchPage />} />
      </Routes>
    </TestApp>,
  )
  await expect.element(page.getByRole('heading', { name: 'Zugang verweigert' })).toBeVisible()
  await page.getByRole('button', { name: 'Playlists' }).click()
  await expect.element(page.getByRole('heading', { name: 'Nichts gefunden' })).toBeVisible()
})
