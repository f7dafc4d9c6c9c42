import { SEARCH_MAX_LENGTH } from '@tonarchiv/contract/search'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SharedPage } from './SharedPage.tsx'

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

/** Renders the page that another app opens by sharing, and returns the path to which it leads. */
async function share(shared: Record<string, string>) {
  await render(
    <MemoryRouter initialEntries={[`/share?${new URLSearchParams(shared).toString()}`]}>
      <Routes>
        <Route path="share" element={<SharedPage />} />
        <Route path="*" element={<Address />} />
      </Routes>
    </MemoryRouter>,
  )
  const address = page.getByRole('status')
  await expect.element(address).toBeInTheDocument()
  return new URL(address.element().textContent, location.origin)
}

test('a text that another app shares is searched for, as much of it as a search takes', async () => {
  const text = 'Nordlicht '.repeat(SEARCH_MAX_LENGTH)
  const { pathname, searchParams } = await share({ title: 'Ein Lied', text })
  expect(pathname).toBe('/search')
  expect(searchParams.get('q')).toBe(text.slice(0, SEARCH_MAX_LENGTH))
})

test('a link into the archive that another app shares is opened', async () => {
  const url = `${location.origin}/playlists/p1`
  expect((await share({ text: `Hör mal ${url}` })).href).toBe(url)
})
