import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { lazyPage } from './lazy-page.ts'

const Archive = () => <p>Zwei Alben</p>

const renderAt = (path: string, Page: ReturnType<typeof lazyPage>) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Page />
    </MemoryRouter>,
  )

test('a page shows its skeleton until its code is loaded', async () => {
  const code = Promise.withResolvers<typeof Archive>()
  await renderAt(
    '/archive',
    lazyPage(() => code.promise),
  )
  await expect.element(page.getByRole('heading', { name: 'Archive' })).toBeVisible()
  await expect.element(page.getByText('Lädt')).toBeInTheDocument()
  code.resolve(Archive)
  await expect.element(page.getByText('Zwei Alben')).toBeVisible()
  await expect.element(page.getByText('Lädt')).not.toBeInTheDocument()
})

test('a page whose code was loaded in advance never shows the skeleton', async () => {
  const Page = lazyPage(async () => Archive)
  await Page.fetch()
  const added: string[] = []
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) added.push(node.textContent ?? '')
  })
  observer.observe(document.body, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  await renderAt('/archive', Page)
  await expect.element(page.getByText('Zwei Alben')).toBeVisible()
  expect(added.join()).toContain('Zwei Alben')
  expect(added.join()).not.toContain('Lädt')
})
