import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { InstallHint } from './InstallHint.tsx'
import { InstallMenuItem } from './InstallMenuItem.tsx'

const hint = page.getByRole('region', { name: 'Das Archiv als App', exact: true })

/** Stores that there were two visits, the last one yesterday. */
function visitTwice() {
  setStored('visits', `2 ${Date.now() - 24 * 3_600_000}`)
}

/** Dispatches the event with which browsers offer the installation of an app. */
function offer() {
  const prompt = vi.fn(() => Promise.resolve())
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  dispatchEvent(event)
  return { prompt, event }
}

async function show({ isBlocked = false } = {}) {
  const ui = (blocked: boolean) => (
    <TestApp>
      <InstallHint isBlocked={blocked} shownAfter={0} />
      <MenuButton label="Benutzermenü" trigger="jonas">
        <InstallMenuItem />
      </MenuButton>
    </TestApp>
  )
  const screen = await render(ui(isBlocked))
  return { free: () => screen.rerender(ui(false)) }
}

test('the third visit offers the app once, without taking the focus', async () => {
  visitTwice()
  await show()
  const { prompt, event } = offer()
  await expect.element(hint).toBeVisible()
  expect(event.defaultPrevented).toBe(true)
  expect(document.activeElement).toBe(document.body)
  expect(getStored('installHintSeen')).toBeDefined()
  await userEvent.click(page.getByRole('button', { name: 'Installieren', exact: true }))
  expect(prompt).toHaveBeenCalledOnce()
  await expect.element(hint).not.toBeInTheDocument()
  dispatchEvent(new Event('appinstalled'))
  await expect.element(page.getByText(/ ist installiert$/)).toBeVisible()
})

test('it waits for the queue and for dialogs', async () => {
  visitTwice()
  const { free } = await show({ isBlocked: true })
  offer()
  await expect.element(page.getByRole('button', { name: 'Benutzermenü', exact: true })).toBeVisible()
  await expect.element(hint).not.toBeInTheDocument()
  expect(getStored('installHintSeen')).toBeUndefined()
  await free()
  await expect.element(hint).toBeVisible()
})

test.each(['Nicht jetzt', 'Hinweis schließen'])(
  '"%s" ends it; the user menu still installs',
  async (name) => {
    visitTwice()
    await show()
    const { prompt } = offer()
    await userEvent.click(page.getByRole('button', { name, exact: true }))
    await expect.element(hint).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: 'Benutzermenü', exact: true }))
    await userEvent.click(page.getByRole('menuitem', { name: 'Als App installieren', exact: true }))
    expect(prompt).toHaveBeenCalledOnce()
  },
)

test.each([
  ['the second visit', 1, undefined],
  ['a later visit after the one that has shown the hint', 7, 'yes'],
])('%s offers nothing, but the user menu still installs', async (_visit, visitsBefore, seen) => {
  setStored('visits', `${visitsBefore} ${Date.now() - 24 * 3_600_000}`)
  setStored('installHintSeen', seen)
  await show()
  offer()
  await userEvent.click(page.getByRole('button', { name: 'Benutzermenü', exact: true }))
  await expect
    .element(page.getByRole('menuitem', { name: 'Als App installieren', exact: true }))
    .toBeVisible()
  await expect.element(hint).not.toBeInTheDocument()
  expect(getStored('visits')).toMatch(new RegExp(`^${visitsBefore + 1} `))
})

test('on an iPhone the menu explains the two steps', async () => {
  const userAgent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)')
  onTestFinished(() => userAgent.mockRestore())
  await show()
  await userEvent.click(page.getByRole('button', { name: 'Benutzermenü', exact: true }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Als App installieren', exact: true }))
  await expect.element(hint).toBeVisible()
  await expect.element(hint.getByRole('listitem').first()).toHaveTextContent('Tippe unten auf Teilen')
  await expect.element(hint.getByRole('listitem').nth(1)).toHaveTextContent('Wähle Zum Home-Bildschirm')
  await expect
    .element(page.getByRole('button', { name: 'Installieren', exact: true }))
    .not.toBeInTheDocument()
})
