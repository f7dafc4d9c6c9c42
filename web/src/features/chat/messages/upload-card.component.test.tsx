import type { CardContent } from '@tonarchiv/contract/cards'
import { deleteMessage } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aMessage } from '../../../testing/a-message.ts'
import { renderChatRoom } from '../../../testing/chat-room.tsx'
import { expectAccessible } from '../../../testing/expect-accessible.ts'

const album: CardContent = {
  state: 'shown',
  album: {
    id: 'a1',
    title: 'Umlaufbahn',
    artist: 'Nordlicht Süd',
    coverUrl: '/default-album.jpg',
    releaseYear: 2026,
    type: 'album',
    trackCount: 9,
    duration: 2460,
  },
}
const upload = (more: Parameters<typeof aMessage>[1] = {}) =>
  aMessage('u1', {
    content: '',
    messageType: 'system',
    card: { kind: 'album', id: 'a1' },
    userId: 'frieda',
    username: 'frieda',
    displayName: 'Frieda Ölmann',
    createdAt: new Date(Date.now() - 60_000).toISOString(),
    ...more,
  })

const list = page.getByRole('list', { name: 'Nachrichten', exact: true })
const article = list.getByRole('article', { name: /^Frieda Ölmann, / })
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })

async function openMenu(): Promise<void> {
  await expect.element(article).toBeVisible()
  const element = article.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await expect.element(item('Antworten')).toHaveFocus()
}

test('the card of an upload says who has uploaded what, is played, and is no part of a group', async () => {
  const text = aMessage('t1', {
    userId: 'frieda',
    displayName: 'Frieda Ölmann',
    content: 'Gleich!',
    createdAt: new Date(Date.now() - 90_000).toISOString(),
  })
  await renderChatRoom({ messages: [text, upload()], card: album })
  await expect.element(page.getByText('Frieda Ölmann hat „Umlaufbahn“ hochgeladen')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Umlaufbahn abspielen', exact: true })).toBeVisible()
  const line = article.filter({ hasText: 'hochgeladen' })
  await expect.element(line.getByRole('button', { name: 'Frieda Ölmann', exact: true })).toBeVisible()
  await expectAccessible()
})

test('the card of an upload names nothing to a member without a key', async () => {
  await renderChatRoom({ messages: [upload()], card: { state: 'locked' }, user: { keyVerified: false } })
  await expect.element(page.getByText('Frieda Ölmann hat ein Album hochgeladen')).toBeVisible()
  await expect.element(page.getByRole('article', { name: 'Gesperrtes Album', exact: true })).toBeVisible()
})

test('the card of an own upload is answered and reacted to, but neither edited nor deleted by members', async () => {
  const frieda = { id: 'frieda', uid: 'frieda', username: 'frieda', displayName: 'Frieda Ölmann' }
  await renderChatRoom({ messages: [upload()], card: album, user: frieda })
  await openMenu()
  for (const name of ['Bearbeiten', 'Löschen', 'Melden…'])
    await expect.element(item(name)).not.toBeInTheDocument()
})

test('an admin deletes the card of the own upload after a question', async () => {
  const frieda = { id: 'frieda', uid: 'frieda', username: 'frieda', displayName: 'Frieda Ölmann' }
  const { server } = await renderChatRoom({
    messages: [upload()],
    card: album,
    user: { ...frieda, isAdmin: true },
  })
  let deletions = 0
  server.on(deleteMessage, () => {
    deletions += 1
    return { success: true }
  })
  await openMenu()
  await item('Löschen').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect.poll(() => deletions).toBe(1)
  await expect.element(article).not.toBeInTheDocument()
})

test('a member may not report the card of an upload', async () => {
  await renderChatRoom({ messages: [upload()], card: album })
  await openMenu()
  await expect.element(item('Melden…')).not.toBeInTheDocument()
})

const announced = () => upload({ card: { kind: 'premiere', id: 'a1' } })

test('the card of an announced premiere has its title and date, and leads to its room', async () => {
  const premiere = {
    id: 'a1',
    title: 'Zweite Halbzeit',
    coverUrl: null,
    opensAt: '2026-11-30T19:00:00.000Z',
    isOpen: false,
  }
  await renderChatRoom({ messages: [announced()], card: { state: 'shown', premiere } })
  await expect
    .element(page.getByText('Frieda Ölmann hat die Premiere von „Zweite Halbzeit“ angekündigt'))
    .toBeVisible()
  const card = page.getByRole('article', { name: 'Premiere: Zweite Halbzeit', exact: true })
  await expect.element(card).toBeVisible()
  expect(card.element().querySelector('time')?.textContent).toMatch(/^(30\.11|01\.12)\.2026, \d\d:00$/)
  const link = card.getByRole('link', { name: 'Zum Warteraum', exact: true })
  await expect.element(link).toHaveAttribute('href', '/premieres/a1')
  await expectAccessible()
})

test('the card of a premiere that was called off names nothing, and leads nowhere', async () => {
  await renderChatRoom({ messages: [announced()], card: { state: 'gone' } })
  await expect.element(page.getByText('Frieda Ölmann hat eine Premiere angekündigt')).toBeVisible()
  const card = page.getByRole('article', { name: 'Premiere', exact: true })
  await expect.element(card.getByText('Diese Premiere wurde abgesagt oder gelöscht.')).toBeVisible()
  expect(card.element().querySelector('a')).toBeNull()
})
