import { MemoryRouter } from 'react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { lazyPage } from './lazy-page.ts'
import { PageBoundary } from './PageBoundary.tsx'

beforeEach(() => {
  // React logs the errors that the boundary has caught; the log is suppressed.
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => reported.mockRestore())
})

/** Renders a page whose code cannot be loaded until the returned `connect` is called. */
async function renderUnreachablePage() {
  let isReachable = false
  const load = vi.fn(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module')
    return () => <h1>Archiv</h1>
  })
  const Page = lazyPage(load)
  await render(
    <MemoryRouter initialEntries={['/archive']}>
      <PageBoundary>
        <Page />
      </PageBoundary>
    </MemoryRouter>,
  )
  await expect.element(failure).toBeVisible()
  return { load, connect: () => (isReachable = true) }
}

function setOffline(): void {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => online.mockRestore())
}

const failure = page.getByText('Ein Teil der Seite konnte nicht geladen werden.')

test('a page that failed without a connection is loaded again by a press, and when there is one', async () => {
  setOffline()
  const { load, connect } = await renderUnreachablePage()
  const before = load.mock.calls.length
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.poll(() => load.mock.calls.length).toBeGreaterThan(before)
  await expect.element(failure).toBeVisible()
  connect()
  dispatchEvent(new Event('online'))
  await expect.element(page.getByRole('heading', { name: 'Archiv' })).toBeVisible()
})

test('a page that failed with a connection offers to reload the document', async () => {
  await renderUnreachablePage()
  await expect.element(page.getByRole('button', { name: 'Seite neu laden' })).toBeVisible()
})
