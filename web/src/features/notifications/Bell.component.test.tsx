import {
  changeNotificationSettings,
  getNotificationSettings,
} from '@tonarchiv/contract/notification-settings'
import { acceptRequest, rejectRequest } from '@tonarchiv/contract/friends'
import {
  countNotices,
  listNotices,
  type Notice,
  readAllNotices,
  readNotice,
} from '@tonarchiv/contract/notifications'
import { notFound } from '@tonarchiv/contract/refusal'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { mila } from '../../testing/a-playlist.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { refuse, startFakeServer } from '../../testing/fake-server.ts'
import { startFakeSocket } from '../../testing/fake-socket.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { aNotice, someSettings } from '../../testing/a-notice.ts'
import { startNoticeUpdates } from './state/api.ts'
import { Bell } from './Bell.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

function Live() {
  const cache = useQueryClient()
  useEffect(() => startNoticeUpdates(cache), [cache])
  return <Bell />
}

async function showBell(given: readonly Notice[], counted: Partial<ResponseOf<typeof countNotices>> = {}) {
  let notices = structuredClone([...given])
  const server = startFakeServer()
  const read: string[] = []
  server.on(countNotices, () => ({
    unread: notices.filter(({ isUnread }) => isUnread).length,
    quietUntil: null,
    ...counted,
  }))
  server.on(listNotices, (_sent, query) => ({
    notices: notices.filter(({ isUnread }) => query.get('filter') !== 'unread' || isUnread),
    next: null,
  }))
  server.on(readNotice, () => {
    read.push('one')
    return { success: true }
  })
  server.on(readAllNotices, () => {
    notices = notices.map((notice) => Object.assign(notice, { isUnread: false }))
    return { success: true }
  })
  server.on(getNotificationSettings, () => ({ settings: someSettings }))
  const socket = startFakeSocket()
  await render(
    <TestApp>
      <main id="main" tabIndex={-1}>
        <Live />
      </main>
    </TestApp>,
  )
  return {
    server,
    read,
    change: (next: readonly Notice[]) => {
      notices = [...next]
      const unread = notices.filter(({ isUnread }) => isUnread).length
      socket.emit({ type: 'noticesChanged', unread, quietUntil: null })
    },
  }
}

const bell = (name: string) => page.getByRole('button', { name, exact: true })
const links = () => page.getByRole('link')
const row = (id: string) => document.querySelector(`[data-notice="${id}"]`)

const request = aNotice({
  id: 'request',
  kind: 'friendRequest',
  text: 'Mila möchte mit dir befreundet sein',
  path: '/friends',
  action: { kind: 'answerFriendRequest', requestId: 'r1' },
})
const mention = aNotice({
  id: 'mention',
  kind: 'mention',
  text: 'Okan hat dich im Chat Room erwähnt',
  quote: 'hallo',
})
const old = aNotice({
  id: 'old',
  kind: 'mention',
  text: 'Lene hat dich im Chat Room erwähnt',
  isUnread: false,
})

test('the bell counts, opens the inbox with the focus on its heading, and gets the focus back', async () => {
  await showBell([request, mention, old])
  await bell('Mitteilungen, 2 ungelesen').click()
  await expect.element(page.getByRole('heading', { name: 'Mitteilungen' })).toHaveFocus()
  await expect.element(bell('Mitteilungen, 2 ungelesen')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByText('„hallo“')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(bell('Mitteilungen, 2 ungelesen')).toHaveFocus()
  await expect.element(bell('Mitteilungen, 2 ungelesen')).toHaveAttribute('aria-expanded', 'false')
})

test('the bell counts up to 99, and says until when it is quiet', async () => {
  await showBell([], { unread: 100, quietUntil: new Date(2024, 10, 28, 7, 30).toISOString() })
  const quiet = bell('Mitteilungen, 99+ ungelesen, Ruhezeit bis 7:30')
  await expect.element(quiet).toHaveTextContent('99+')
  await expectAccessible()
})

test('the arrow keys move between notices, Tab reaches the buttons inside, and opening one reads it', async () => {
  const { read } = await showBell([request, mention, old])
  await bell('Mitteilungen, 2 ungelesen').click()
  await expect.element(links().first()).toBeVisible()
  // Tabs from the heading past the buttons above the list to the first notice.
  while (document.activeElement?.hasAttribute('data-notice-link') !== true) await userEvent.tab()
  await expect.element(links().nth(0)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(links().nth(1)).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{Tab}')
  await expect.element(bell('Annehmen: Anfrage von Mila')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => read).toEqual(['one'])
  await expect.element(bell('Mitteilungen, 1 ungelesen')).toHaveAttribute('aria-expanded', 'false')
})

test('a friend request is answered in place, and the focus stays in the list', async () => {
  const { server, change } = await showBell([request, mention])
  server.on(acceptRequest, () => {
    change([
      aNotice({
        ...request,
        id: 'request',
        text: 'Mila und du seid jetzt befreundet',
        action: null,
        isUnread: false,
      }),
      mention,
    ])
    return { success: true, friend: { ...mila, isOnline: false, customStatus: '' } }
  })
  await bell('Mitteilungen, 2 ungelesen').click()
  await bell('Annehmen: Anfrage von Mila').click()
  await expect.poll(() => row('request')?.textContent).toContain('und du seid jetzt befreundet')
  await expect.element(bell('Annehmen: Anfrage von Mila')).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.closest('[data-notice]')).toBe(row('request'))
})

test('a rejected request is gone, and the focus moves to the next notice', async () => {
  const { server, change } = await showBell([request, mention])
  server.on(rejectRequest, () => {
    change([mention])
    return { success: true }
  })
  await bell('Mitteilungen, 2 ungelesen').click()
  await bell('Ablehnen: Anfrage von Mila').click()
  await expect.poll(() => row('request')).toBeNull()
  await expect.poll(() => document.activeElement?.closest('[data-notice]')).toBe(row('mention'))
})

test('new notices come in at the top, and further down they wait behind a button', async () => {
  const many = Array.from({ length: 25 }, (_, index) =>
    aNotice({ id: `n${index}`, kind: 'mention', text: `Nummer ${index}`, isUnread: false }),
  )
  const { change } = await showBell(many)
  await bell('Mitteilungen').click()
  await expect.element(page.getByText('Nummer 24').last()).toBeInTheDocument()
  change([mention, ...many])
  await expect.poll(() => row('mention')).not.toBeNull()
  const list = document.querySelector('[data-notice-list]')
  list?.scrollTo({ top: 300, behavior: 'instant' })
  change([
    aNotice({ ...mention, id: 'a', text: 'A' }),
    aNotice({ ...mention, id: 'b', text: 'B' }),
    mention,
    ...many,
  ])
  await page.getByRole('button', { name: '2 neue', exact: true }).click()
  await expect.poll(() => row('a')).not.toBeNull()
  expect(list?.scrollTop).toBe(0)
})

test('the double tick reads all, and the filter shows what is unread', async () => {
  await showBell([mention, old])
  await bell('Mitteilungen, 1 ungelesen').click()
  await page.getByRole('button', { name: 'Ungelesen 1', exact: true }).click()
  await expect.poll(() => [row('mention') !== null, row('old')]).toEqual([true, null])
  await bell('Alle als gelesen markieren').click()
  await expect.element(bell('Mitteilungen')).toBeVisible()
})

test('what led to something deleted is no link', async () => {
  await showBell([
    aNotice({
      id: 'gone',
      kind: 'mention',
      text: 'Diese Mitteilung führt zu nichts mehr',
      remark: 'die Nachricht wurde gelöscht',
      path: null,
      isUnread: false,
    }),
  ])
  await bell('Mitteilungen').click()
  await expect.element(page.getByText(/die Nachricht wurde gelöscht/)).toBeVisible()
  expect(links().elements()).toEqual([])
})

test('an empty inbox and one that cannot be loaded say so', async () => {
  const { server } = await showBell([])
  await bell('Mitteilungen').click()
  await expect.element(page.getByRole('heading', { name: 'Alles gehört, alles gelesen' })).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  let fails = true
  server.on(listNotices, () => (fails ? refuse(notFound) : { notices: [mention], next: null }))
  await bell('Mitteilungen').click()
  await page.getByRole('button', { name: 'Ungelesen', exact: true }).click()
  await expect
    .element(page.getByRole('heading', { name: 'Mitteilungen konnten nicht geladen werden' }))
    .toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.poll(() => row('mention')).not.toBeNull()
})

test('the chat is muted for a while from the inbox', async () => {
  const { server } = await showBell([mention])
  const sent: unknown[] = []
  server.on(changeNotificationSettings, (body) => {
    sent.push(body)
    const chatMutedUntil = new Date(Date.now() + 3_600_000).toISOString()
    return { settings: { ...someSettings, chatMutedUntil } }
  })
  await bell('Mitteilungen, 1 ungelesen').click()
  await page.getByRole('button', { name: /Chat stumm/ }).click()
  await page.getByRole('menuitem', { name: '1 Std.' }).click()
  await expect.element(page.getByRole('button', { name: /Stumm bis/ })).toBeVisible()
  expect(sent).toEqual([{ muteChatMinutes: 60 }])
})
