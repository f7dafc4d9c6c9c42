import { getOwnAccess, type OwnAccess, type OwnKey } from '@tonarchiv/contract/own-access'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { aUser, signInAs } from '../../testing/sign-in.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { AccessChip, AccessNotices, ClosedShelf, useOwnAccess } from './index.ts'

const DAY_MS = 86_400_000

function aKey(id: string, more: Partial<OwnKey> = {}): OwnKey {
  const album = { id: `album-${id}`, title: 'Nordlicht Süd', coverUrl: null }
  return {
    id,
    key: 'B1-ZZ8P-44LD',
    scope: { kind: 'albums', hasVideos: false, types: [], albumCount: 1, albums: [album] },
    endsAt: null,
    ...more,
  }
}

function anAccess(more: Partial<OwnAccess> = {}): OwnAccess {
  return {
    scope: { kind: 'albums', hasVideos: false, types: [], albumCount: 5, albums: [] },
    archiveTotal: 77,
    keys: [aKey('one'), aKey('two', { key: 'K7-4M2Q-9XFA' })],
    ended: null,
    withdrawn: null,
    ...more,
  }
}

test('the access opens with its keys, leads to the form for another key, and gives the focus back', async () => {
  const onEnterKey = vi.fn<() => void>()
  await render(<AccessChip access={anAccess()} onEnterKey={onEnterKey} />)
  const chip = page.getByRole('button', { name: /^Dein Zugang/ })
  await expect.element(chip.getByText('2 Schlüssel')).toBeVisible()
  await chip.click()
  const panel = page.getByRole('dialog', { name: 'Dein Zugang' })
  await expect.element(panel.getByText('5 von 77 Alben')).toBeVisible()
  await expect.element(panel.getByText('ohne Videos')).toBeVisible()
  await expect.element(panel.getByText('K7-4M2Q-9XFA')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(chip).toHaveFocus()
  await expect.element(chip).toHaveAttribute('aria-expanded', 'false')
  await chip.click()
  await panel.getByRole('button', { name: 'Weiteren Schlüssel eingeben' }).click()
  expect(onEnterKey).toHaveBeenCalledOnce()
})

test('a key that ends soon is announced with its day', async () => {
  const endsAt = new Date(Date.now() + 3 * DAY_MS - 1000).toISOString()
  await render(<AccessNotices access={anAccess({ keys: [aKey('one', { endsAt }), aKey('two')] })} />)
  await expect.element(page.getByText('Noch 3 Tage „Nordlicht Süd“.')).toBeVisible()
  await expect.element(page.getByText(/ schließt dieser Schlüssel\.$/)).toBeVisible()
})

test('what has ended is counted and not named, and a withdrawn key is announced', async () => {
  const at = new Date().toISOString()
  await render(
    <AccessNotices
      access={anAccess({
        ended: { albumCount: 1, at },
        withdrawn: { key: 'B1-ZZ8P-44LD', albumCount: 4, at },
      })}
    />,
  )
  await expect
    .element(page.getByText(/^1 Album ist seit heute zu\. Deine Lieblingssongs daraus warten/))
    .toBeVisible()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Der Schlüssel „B1-ZZ8P-44LD“ wurde zurückgezogen. 4 Alben sind zu.')
})

test('without changes there is no notice', async () => {
  const { container } = await render(<AccessNotices access={anAccess()} />)
  expect(container).toBeEmptyDOMElement()
})

test('the closed shelf says a number only, and looks the same for every number', async () => {
  const spinesOf = async (count: number) => {
    const { container, unmount } = await render(
      <ClosedShelf count={count} action={<button type="button">Weiteren Schlüssel eingeben</button>} />,
    )
    const styles = [...container.querySelectorAll('i')].map((spine) => spine.getAttribute('style'))
    const text = container.textContent
    await unmount()
    return { styles, text }
  }
  const [many, one] = [await spinesOf(72), await spinesOf(1)]
  expect(many.text).toContain('72 weitere Alben öffnet dein Schlüssel nicht')
  expect(one.text).toContain('1 weiteres Album öffnet dein Schlüssel nicht')
  expect(many.styles).toEqual(one.styles)
})

test('for members with the whole archive nothing is requested', async () => {
  const server = startFakeServer()
  const read = vi.fn(() => anAccess())
  server.on(getOwnAccess, read)
  function Probe() {
    return <p>{useOwnAccess()?.archiveTotal ?? 'alles'}</p>
  }
  signInAs(aUser())
  await render(
    <TestApp>
      <Probe />
    </TestApp>,
  )
  await expect.element(page.getByText('alles')).toBeVisible()
  signInAs(aUser({ hasLimitedAccess: true }))
  await expect.element(page.getByText('77')).toBeVisible()
  expect(read).toHaveBeenCalledOnce()
})
