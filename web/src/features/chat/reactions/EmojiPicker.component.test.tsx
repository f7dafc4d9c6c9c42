import { addReaction } from '@tonarchiv/contract/chat-changes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aMessage } from '../../../testing/a-message.ts'
import { renderChatRoom } from '../../../testing/chat-room.tsx'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { holdFrames } from '../../../testing/hold-frames.ts'

const picker = page.getByRole('dialog', { name: 'Reaktion wählen', exact: true })
const search = picker.getByRole('searchbox', { name: 'Emoji suchen', exact: true })
const cell = (name: string) => picker.getByRole('gridcell', { name, exact: true })
const message = page.getByRole('article').filter({ hasText: 'Nachricht a' })

/** Opens the picker of a message by its key. */
async function openPicker() {
  const { server } = await renderChatRoom({
    messages: [aMessage('a', { userId: 'okan', displayName: 'Okan S.' })],
  })
  server.on(addReaction, () => ({ revision: 2 }))
  await expect.element(message).toBeVisible()
  const element = message.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('+')
  await expect.element(search).toHaveFocus()
}

test('emojis are found by their German names, and Enter takes the first hit', async () => {
  await openPicker()
  await expect.element(cell('Musiknote')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('trommel')
  await expect.element(cell('Trommel')).toBeVisible()
  await expect.element(cell('Musiknote')).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(picker).not.toBeInTheDocument()
  await expect.element(message.getByRole('button', { name: '🥁 1', exact: true })).toBeVisible()
  await expect.element(message).toHaveFocus()
})

test('arrow keys move in the grid, and what was used last comes first next time', async () => {
  await openPicker()
  await expect.element(cell('Feuer')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(cell('Feuer')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(cell('Musiknote')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/^Flagge: /)
  await userEvent.keyboard('{Home}')
  await expect.element(cell('Feuer')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}')
  await expect.element(message.getByRole('button', { name: '🎶 1', exact: true })).toBeVisible()
  await userEvent.keyboard('+')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(cell('Musiknoten').first()).toHaveFocus()
})

test('the buttons of the groups scroll to them, and nonsense finds nothing', async () => {
  await openPicker()
  await expect.element(cell('Feuer')).toBeVisible()
  await picker.getByRole('button', { name: 'Essen', exact: true }).click()
  await expect.element(picker.getByRole('rowheader', { name: 'Essen', exact: true })).toBeVisible()
  await search.fill('xyzzy')
  await expect.element(picker.getByText('Kein Emoji gefunden', { exact: true })).toBeVisible()
  // The first Escape empties the field.
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(picker).not.toBeInTheDocument()
  await expect.element(message).toHaveFocus()
})

test('a tone is chosen for all emojis of persons, kept, and named among those that were used', async () => {
  await openPicker()
  const tones = picker.getByRole('button', { name: 'Hautfarbe: ohne Hautton. Ändern', exact: true })
  await tones.click()
  await expectAccessible()
  await picker.getByRole('radio', { name: 'mittlere Hautfarbe', exact: true }).click()
  const chosen = picker.getByRole('button', { name: 'Hautfarbe: mittlere Hautfarbe. Ändern', exact: true })
  await expect.element(chosen).toHaveFocus()
  await expect.element(picker.getByRole('radio')).not.toBeInTheDocument()
  await search.fill('daumen hoch')
  await userEvent.keyboard('{Enter}')
  await expect.element(message.getByRole('button', { name: '👍🏽 1', exact: true })).toBeVisible()
  message.element().focus()
  await userEvent.keyboard('+')
  await expect.element(chosen).toBeVisible()
  await expect.element(cell('Daumen hoch, mittlere Hautfarbe')).toBeVisible()
})

test('the composer takes emojis at the caret, and what is typed before the next frame follows them', async () => {
  await renderChatRoom({ messages: [aMessage('a')] })
  const field = page.getByRole('textbox', { name: 'Nachricht', exact: true })
  await field.fill('ab')
  await userEvent.keyboard('{ArrowLeft}')
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  const popup = page.getByRole('dialog', { name: 'Emoji wählen', exact: true })
  const fire = popup.getByRole('gridcell', { name: 'Feuer', exact: true })
  await expect.element(fire).toBeVisible()
  const runFrames = holdFrames()
  await fire.click()
  await expect.element(field).toHaveValue('a🔥b')
  await userEvent.keyboard('?')
  runFrames()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('!')
  await expect.element(field).toHaveValue('a🔥?!b')
})
