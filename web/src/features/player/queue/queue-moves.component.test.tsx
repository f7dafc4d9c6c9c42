import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  button,
  panel,
  renderAlbum,
  renderQueue,
  row,
  shown,
  waiting,
} from '../../../testing/queue-panel.tsx'
import { getPlayer } from '../engine/player-instance.ts'
import { trackNamed } from '../engine/silent-player.ts'

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

test('a track of the list that is moved above it becomes a queued one, and Escape puts it back', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  getPlayer().enqueue(trackNamed('Zugabe'))
  const grip = button('Flutlicht verschieben')
  await expect.element(grip).toBeVisible()
  grip.element().focus()
  await userEvent.keyboard(' {ArrowUp}')
  await expect.element(panel.getByText('Platz 2 von 3')).toBeInTheDocument()
  await expect.poll(waiting).toEqual(['Zugabe', 'Flutlicht'])
  await expect.element(grip).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(waiting).toEqual(['Zugabe'])
  await expect.poll(shown).toEqual(['Anpfiff', 'Zugabe', 'Flutlicht', 'Abpfiff'])
  // The only queued track leaves its part, whose heading goes, and comes back.
  const zugabe = button('Zugabe verschieben')
  zugabe.element().focus()
  await userEvent.keyboard(' {ArrowDown}')
  await expect.poll(waiting).toEqual([])
  await expect.element(zugabe).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(waiting).toEqual(['Zugabe'])
  await expect.element(zugabe).toHaveFocus()
})

test('the selected rows of both parts are moved as a block by keys, and Escape puts each back to its place', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff', 'Heimweg')
  for (const title of ['Zugabe', 'Hymne']) getPlayer().enqueue(trackNamed(title))
  const before = ['Anpfiff', 'Zugabe', 'Hymne', 'Flutlicht', 'Abpfiff', 'Heimweg']
  await expect.poll(shown).toEqual(before)
  for (const title of ['Hymne', 'Abpfiff']) await row(title).click({ modifiers: ['Control'] })
  const grip = button('Abpfiff verschieben')
  grip.element().focus()
  await userEvent.keyboard(' ')
  await expect.element(panel.getByText(/^2 Titel angehoben/)).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(shown).toEqual(['Anpfiff', 'Zugabe', 'Hymne', 'Abpfiff', 'Flutlicht', 'Heimweg'])
  // The block is at the top of the lower part now: its first row does not stay in the upper one.
  expect(waiting()).toEqual(['Zugabe'])
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(waiting).toEqual(['Zugabe', 'Hymne', 'Abpfiff'])
  await expect.element(panel.getByText('Platz 2 von 4')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(waiting).toEqual(['Hymne', 'Abpfiff', 'Zugabe'])
  await expect.element(grip).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toEqual(before)
  expect(waiting()).toEqual(['Zugabe', 'Hymne'])
  await expect.element(grip).toHaveFocus()
})

test('a part of the queue that a block has left gets it back by Escape, and a dragged block lands where it is dropped', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff', 'Heimweg')
  for (const title of ['Zugabe', 'Hymne']) getPlayer().enqueue(trackNamed(title))
  await row('Zugabe').click({ modifiers: ['Control'] })
  await row('Hymne').click({ modifiers: ['Shift'] })
  const grip = button('Zugabe verschieben')
  grip.element().focus()
  await userEvent.keyboard(' {ArrowDown}{ArrowDown}')
  await expect.poll(shown).toEqual(['Anpfiff', 'Flutlicht', 'Zugabe', 'Hymne', 'Abpfiff', 'Heimweg'])
  expect(waiting()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.poll(waiting).toEqual(['Zugabe', 'Hymne'])
  await panel.getByRole('button', { name: 'Auswahl aufheben' }).click()

  await row('Flutlicht').click({ modifiers: ['Control'] })
  await row('Heimweg').click({ modifiers: ['Control'] })
  await userEvent.dragAndDrop(button('Heimweg verschieben'), button('Zugabe verschieben'))
  await expect.poll(waiting).toEqual(['Flutlicht', 'Heimweg', 'Zugabe', 'Hymne'])
  await expect.poll(shown).toEqual(['Anpfiff', 'Flutlicht', 'Heimweg', 'Zugabe', 'Hymne', 'Abpfiff'])
})

test('Escape puts a lifted selected row back, then ends the selection, and then closes the queue', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff', 'Heimweg')
  await row('Abpfiff').click({ modifiers: ['Control'] })
  button('Abpfiff verschieben').element().focus()
  await userEvent.keyboard(' {ArrowUp}')
  await expect.poll(shown).toEqual(['Anpfiff', 'Abpfiff', 'Flutlicht', 'Heimweg'])
  // The row has the focus while it is held.
  row('Abpfiff').element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toEqual(['Anpfiff', 'Flutlicht', 'Abpfiff', 'Heimweg'])
  const bar = panel.getByRole('toolbar', { name: 'Auswahl' })
  await expect.element(bar).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

test('Escape on one of the two arrows of a lifted row puts it back', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  await button('Abpfiff verschieben').click()
  const up = button('Abpfiff nach oben')
  await up.click()
  await expect.poll(shown).toEqual(['Anpfiff', 'Abpfiff', 'Flutlicht'])
  await expect.element(up).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toEqual(['Anpfiff', 'Flutlicht', 'Abpfiff'])
  await expect.element(panel).toBeVisible()
})
