import { listReactors } from '@tonarchiv/contract/chat-changes'
import { getPublicProfile, userNotFound, type OnlineUser } from '@tonarchiv/contract/presence'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { closeProfile, usePeople, useProfileDialog } from '#features/presence/index.ts'
import { aMessage } from '../../../testing/a-message.ts'
import { renderChatRoom } from '../../../testing/chat-room.tsx'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { refuse } from '../../../testing/fake-server.ts'

function member(
  id: string,
  username: string,
  displayName: string,
  more: Partial<OnlineUser> = {},
): OnlineUser {
  const activity = { isOnline: true, isPlaying: false, currentTrack: null, customStatus: '' }
  return { id, username, displayName, photoURL: null, ...activity, ...more }
}

const okan = { userId: 'okan', username: 'okan_s', displayName: 'Okan S.' }
const quote = { id: 'a', userId: 'okan', displayName: 'Okan S.', mediaType: null, thumbnailUrl: null }
const list = page.getByRole('list', { name: 'Nachrichten', exact: true })
const article = (text: string) => list.getByRole('article').filter({ hasText: text })
const dialog = page.getByRole('dialog', { name: 'Benutzerprofil', exact: true })

beforeEach(() => {
  const users = [
    member('okan', 'okan_s', 'Okan S.', { isAdmin: true }),
    member('lene', 'lene', 'Lene M.'),
    member('other', 'lene_2', 'Lene M.'),
  ]
  const byId = new Map(users.map((user) => [user.id, user]))
  usePeople.setState({ online: users, byId, sharedNames: new Set(['lene m.']), isKnown: true })
  onTestFinished(() => {
    closeProfile()
    usePeople.setState(usePeople.getInitialState(), true)
  })
})

async function showRoom(messages: readonly ReturnType<typeof aMessage>[]) {
  const { server } = await renderChatRoom({ messages })
  server.on(getPublicProfile, () => refuse(userNotFound))
  return server
}

/** The member whose profile is open. */
const opened = () => useProfileDialog.getState().userId

test('the name of an author opens the profile and marks admins; of two with the same name both have their username', async () => {
  await showRoom([
    aMessage('a', { ...okan, content: 'Wer kommt?' }),
    aMessage('b', { userId: 'lene', username: 'lene', displayName: 'Lene M.', content: 'Ich' }),
  ])
  await expect.element(article('Wer kommt?').getByText('Admin', { exact: true })).toBeVisible()
  await expect
    .element(article('Ich').getByRole('button', { name: 'Lene M. (@lene)', exact: true }))
    .toBeVisible()
  await expect.element(article('Ich').getByText('Admin', { exact: true })).not.toBeInTheDocument()
  await expectAccessible()
  await article('Wer kommt?').getByRole('button', { name: 'Okan S.', exact: true }).click()
  await expect.element(dialog).toBeVisible()
  expect(opened()).toBe('okan')
})

test('the name in a quote opens the profile, and all else of it shows the message', async () => {
  await showRoom([
    aMessage('a', { ...okan, content: 'Wer kommt?' }),
    aMessage('b', { content: 'Ich', replyTo: { ...quote, excerpt: 'Wer kommt?' } }),
  ])
  const reply = article('Ich')
  await reply.getByRole('button', { name: /^Antwort auf Okan S\./ }).click()
  await expect.element(list.getByRole('article').first()).toHaveFocus()
  expect(opened()).toBeUndefined()
  await reply.getByRole('button', { name: 'Okan S.', exact: true }).click()
  expect(opened()).toBe('okan')
})

test('the members of a reaction open their profiles', async () => {
  const reactions = [{ emoji: '🔥', count: 1, userIds: ['okan'], since: 1 }]
  const server = await showRoom([aMessage('a', { content: 'Neu', reactions })])
  server.on(listReactors, () => ({
    people: [{ id: 'okan', username: 'okan_s', displayName: 'Okan S.', photoURL: null }],
    hasMore: false,
  }))
  await page.getByRole('button', { name: '🔥 1', exact: true }).click({ button: 'right' })
  const reactors = page.getByRole('dialog', { name: 'Reaktionen mit 🔥', exact: true })
  await expect.element(reactors.getByText('Admin', { exact: true })).toBeVisible()
  await reactors.getByRole('button', { name: /^Okan S\./ }).click()
  await expect.element(dialog).toBeVisible()
  expect(opened()).toBe('okan')
  await expect.element(reactors).not.toBeInTheDocument()
})

test('pinned messages and the line of those who are typing have the mark and the distinct names', async () => {
  const pin = aMessage('a', { ...okan, content: 'Wer kommt?', pinnedAt: '2026-11-21T10:00:00.000Z' })
  const { socket } = await renderChatRoom({ messages: [pin], pins: [pin] })
  const bar = page.getByRole('region', { name: 'Angepinnte Nachrichten', exact: true })
  await expect.element(bar.getByText('Okan S.', { exact: true })).toBeVisible()
  await expect.element(bar.getByText('Admin', { exact: true })).toBeVisible()
  const typing = { type: 'typing', isTyping: true } as const
  // Sent repeatedly, as by members who go on typing: an event counts for three seconds only, which may pass before a
  // busy browser checks the text.
  await expect
    .poll(() => {
      socket.emit({ ...typing, userId: 'okan', username: 'okan_s', displayName: 'Okan S.' })
      socket.emit({ ...typing, userId: 'lene', username: 'lene', displayName: 'Lene M.' })
      return page.getByText(/schreiben\.\.\.$/).query()
    })
    .toHaveTextContent('Okan S.Admin, Lene M. (@lene) schreiben...')
  await expectAccessible()
})
