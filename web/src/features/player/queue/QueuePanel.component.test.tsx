import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { getPlayer } from '../engine/player-instance.ts'
import { trackNamed } from '../engine/silent-player.ts'
import { useQueuePanel } from './queue-panel.ts'
import { QueueButton } from './QueueButton.tsx'
import { QueuePanel } from './QueuePanel.tsx'

function Player() {
  const isOpen = useQueuePanel((panel) => panel.isOpen)
  return (
    <TestApp>
      <QueueButton />
      {isOpen && <QueuePanel isPhone={false} isOverPlayer={false} />}
    </TestApp>
  )
}

const queue = () => getPlayer().state.getState().order.queue
const waiting = () => queue().map(({ track }) => track.title)

/** The open queue with these tracks. */
async function renderQueue(...titles: string[]) {
  startFakeServer()
  signInAs(aUser())
  const player = getPlayer()
  for (const title of titles) player.enqueue(trackNamed(title))
  onTestFinished(() => {
    player.stop()
    for (const { key } of queue()) player.removeQueued(key)
    useQueuePanel.setState({ isOpen: false })
  })
  await render(<Player />)
  await page.getByRole('button', { name: /^Warteschlange, / }).click()
  await expect.element(panel).toBeVisible()
}

const panel = page.getByRole('dialog', { name: 'Warteschlange' })
const button = (name: string) => panel.getByRole('button', { name })
const row = (title: string) => panel.getByRole('button', { name: new RegExp(`^${title}.* abspielen$`) })
/** The titles of the rows from top to bottom. */
const shown = () =>
  panel
    .getByRole('button', { name: / abspielen$/ })
    .elements()
    .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map((row) => row.querySelector('[title]')?.textContent)

test('a row that is moved by keys is played in its new place, and each step is announced', async () => {
  await renderQueue('Anpfiff', 'Flutlicht', 'Abpfiff')
  await expect.poll(shown).toEqual(['Anpfiff', 'Flutlicht', 'Abpfiff'])
  const grip = button('Anpfiff verschieben')
  await expect.element(grip).toBeVisible()
  grip.element().focus()
  await userEvent.keyboard(' ')
  await expect.element(grip).toHaveAttribute('aria-pressed', 'true')
  await expect.element(panel.getByText(/^Anpfiff angehoben, Platz 1 von 3\./)).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(panel.getByText(/Platz 3 von 3/)).toBeInTheDocument()
  await expect.element(grip).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(grip).toHaveAttribute('aria-pressed', 'false')
  await expect.element(panel.getByText(/^Anpfiff abgelegt, Platz 3 von 3/)).toBeInTheDocument()
  await expect.poll(shown).toEqual(['Flutlicht', 'Abpfiff', 'Anpfiff'])
  expect(waiting()).toEqual(['Flutlicht', 'Abpfiff', 'Anpfiff'])
})

test('Escape puts a lifted row back where it was and leaves the queue open', async () => {
  await renderQueue('Anpfiff', 'Flutlicht', 'Abpfiff')
  const grip = button('Abpfiff verschieben')
  await expect.element(grip).toBeVisible()
  grip.element().focus()
  await userEvent.keyboard(' {ArrowUp}{ArrowUp}')
  await expect.poll(waiting).toEqual(['Abpfiff', 'Anpfiff', 'Flutlicht'])
  await userEvent.keyboard('{Escape}')
  await expect.poll(waiting).toEqual(['Anpfiff', 'Flutlicht', 'Abpfiff'])
  await expect.element(panel).toBeVisible()
  await expect.element(grip).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

test('a removed row hands the focus to the next one, then to the one before, and at last to the button of the queue', async () => {
  await renderQueue('Anpfiff', 'Flutlicht', 'Abpfiff')
  await button('Flutlicht entfernen').click()
  await expect.element(button('Abpfiff entfernen')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Anpfiff entfernen')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByText('Warteschlange ist leer')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Warteschlange' })).toHaveFocus()
})

test('the same track twice is two rows, of which one can be removed', async () => {
  await renderQueue('Anpfiff', 'Flutlicht', 'Anpfiff')
  await panel.getByRole('button', { name: 'Anpfiff entfernen' }).last().click()
  await expect.poll(waiting).toEqual(['Anpfiff', 'Flutlicht'])
})

test('a pressed row plays, stands above the others and waits no longer', async () => {
  await renderQueue('Anpfiff', 'Flutlicht')
  await row('Flutlicht').click()
  await expect.poll(shown).toEqual(['Anpfiff'])
  const current = panel.getByText('Flutlicht')
  await expect.element(current).toBeVisible()
  const first = row('Anpfiff')
  expect(current.element().getBoundingClientRect().bottom).toBeLessThan(
    first.element().getBoundingClientRect().top,
  )
})
