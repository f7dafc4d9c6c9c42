import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Toaster } from '../components/overlays/Toaster.tsx'
import { clearToast } from '../dom/toast.ts'
import { lazyPart } from './lazy-part.ts'

function Panel({ text }: { text: string }) {
  return <p>{text}</p>
}

/** A lazily loaded component whose chunk cannot be loaded at first. */
function partWithout(connection: { isLost: boolean }, failure?: string) {
  const load = vi.fn(async () => {
    if (connection.isLost) throw new TypeError('Failed to fetch dynamically imported module')
    return Panel
  })
  return { load, Part: lazyPart(load, failure === undefined ? undefined : { failure }) }
}

test('a part that cannot be loaded when it is opened says so and closes, and the page around it stays', async () => {
  onTestFinished(clearToast)
  const connection = { isLost: true }
  const { Part } = partWithout(connection, 'Die Liste konnte nicht geladen werden')
  function Page() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
          Liste
        </button>
        {isOpen && <Part text="Zwei Titel" onLoadFailed={() => setIsOpen(false)} />}
        <Toaster />
      </>
    )
  }
  await render(<Page />)
  const button = page.getByRole('button', { name: 'Liste' })
  await button.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Die Liste konnte nicht geladen werden')
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  connection.isLost = false
  await button.click()
  await expect.element(page.getByText('Zwei Titel')).toBeVisible()
})

test('a part that nothing has opened is requested again when the connection is back', async () => {
  const connection = { isLost: true }
  const { load, Part } = partWithout(connection)
  await render(
    <>
      <h1>Seite</h1>
      <Part text="Playlists" />
    </>,
  )
  await expect.poll(() => load.mock.calls.length).toBe(1)
  await expect.element(page.getByRole('heading')).toBeVisible()
  connection.isLost = false
  dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Playlists')).toBeVisible()
})

test('a part that was loaded ahead renders at once', async () => {
  const { load, Part } = partWithout({ isLost: false })
  await Part.fetch()
  await render(<Part text="Sofort" />)
  await expect.element(page.getByText('Sofort')).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
})
