import { unpinMessage } from '@tonarchiv/contract/chat-changes'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aMessage } from '../../../testing/a-message.ts'
import { renderChatRoom } from '../../../testing/chat-room.tsx'
import { expectAccessible } from '../../../testing/expect-accessible.ts'

const okan = { userId: 'okan', username: 'okan', displayName: 'Okan S.' }
const pinned = (id: string) => aMessage(id, { ...okan, pinnedAt: '2026-11-21T10:00:00.000Z' })
const bar = page.getByRole('region', { name: 'Angepinnte Nachrichten', exact: true })
const pin = (index: number, id: string) =>
  bar.getByRole('button', { name: new RegExp(`^Angepinnt, ${index} von 2: .*Nachricht ${id} Zur Nachricht`) })

test('without pinned messages there is no bar', async () => {
  await renderChatRoom({ messages: [aMessage('a', okan)] })
  await expect.element(page.getByText('Nachricht a', { exact: true })).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
})

test('a press jumps to the pinned message and shows the next one, in turn', async () => {
  const [a, b] = [pinned('a'), pinned('b')]
  await renderChatRoom({ messages: [a, b, aMessage('c', okan)], pins: [b, a] })
  await expect.element(pin(1, 'b')).toBeVisible()
  await expectAccessible()
  await pin(1, 'b').click()
  const article = page.getByRole('article').filter({ hasText: 'Nachricht b' })
  await expect.element(article).toHaveFocus()
  await pin(2, 'a').click()
  await expect.element(pin(1, 'b')).toBeVisible()
})

test('admins unpin a message in the list of all pinned ones', async () => {
  const [a, b] = [pinned('a'), pinned('b')]
  const { server } = await renderChatRoom({ messages: [a, b], pins: [b, a], user: { isAdmin: true } })
  let unpinned = 0
  server.on(unpinMessage, () => {
    unpinned += 1
    return { revision: 2 }
  })
  await bar.getByRole('button', { name: 'Alle angepinnten Nachrichten', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Angepinnte Nachrichten', exact: true })
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Nicht mehr anpinnen: Nachricht b', exact: true }).click()
  await expect.element(dialog.getByText('Nachricht b', { exact: true })).not.toBeInTheDocument()
  expect(unpinned).toBe(1)
  await dialog.getByRole('button', { name: 'Nicht mehr anpinnen: Nachricht a', exact: true }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(dialog).not.toBeInTheDocument()
})
