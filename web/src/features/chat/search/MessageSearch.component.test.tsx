import { searchMessages, type FoundChatMessage, type FoundMessages } from '@tonarchiv/contract/message-search'
import type { OnlineUser } from '@tonarchiv/contract/presence'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { usePeople } from '#features/presence/index.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { MessageSearch } from './MessageSearch.tsx'
import { openMessageSearch, useMessageSearch } from './message-search.ts'

const mila = { id: 'mila', username: 'mila_k', displayName: 'Mila Kramer', photoURL: null }

function hit(id: string, more: Partial<FoundChatMessage> = {}): FoundChatMessage {
  return {
    id,
    content: `Das Metronom ${id}`,
    createdAt: '2024-11-27T20:14:00',
    author: mila,
    mediaType: null,
    mediaDuration: null,
    isMoment: false,
    ...more,
  }
}

function answer(messages: readonly FoundChatMessage[], more: Partial<FoundMessages> = {}): FoundMessages {
  return { messages: [...messages], next: null, corrected: null, terms: ['metronom'], ...more }
}

const field = page.getByRole('searchbox', { name: 'Nachrichten durchsuchen', exact: true })
const count = page.getByRole('status').first()
const hits = page.getByRole('button', { name: /Metronom/ })

/** Opens the search; `answers` gets the query of each call. */
async function open(answers: (query: URLSearchParams) => FoundMessages) {
  const server = startFakeServer()
  server.on(searchMessages, (_sent, query) => answers(query))
  const shown = vi.fn<(id: string, takesFocus: boolean) => void>()
  const closed = vi.fn<() => void>()
  await render(
    <TestApp>
      <MessageSearch shownId={undefined} onShow={shown} onClose={closed} />
    </TestApp>,
  )
  await expect.element(field).toHaveFocus()
  return { server, shown, closed }
}

beforeEach(() => useMessageSearch.setState(useMessageSearch.getInitialState(), true))

test('hits stand by month with the word marked, and are counted', async () => {
  await open(() => answer([hit('eins'), hit('zwei', { createdAt: '2024-09-21T18:31:00' })]))
  await userEvent.fill(field, 'metronom')
  await expect.element(count).toHaveTextContent('2 Treffer')
  const november = page.getByRole('region', { name: 'November 2024', exact: true })
  await expect.element(november.getByText('27.11., 20:14', { exact: true })).toBeVisible()
  expect(document.querySelector('mark')?.textContent).toBe('Metronom')
  await expectAccessible()
  await expect.element(page.getByRole('region', { name: 'September 2024', exact: true })).toBeVisible()
})

test('one letter is not searched for', async () => {
  const asked = vi.fn<() => FoundMessages>(() => answer([hit('eins')]))
  await open(asked)
  await userEvent.fill(field, 'm')
  await userEvent.fill(field, 'me')
  await expect.element(count).toHaveTextContent('1 Treffer')
  expect(asked).toHaveBeenCalledTimes(1)
})

test('a page without hits that is followed by others is not the end', async () => {
  await open((query) =>
    query.get('from') === null
      ? answer([], { next: 'd1' })
      : query.get('from') === 'd1'
        ? answer([hit('eins')], { next: 'd2' })
        : answer([hit('zwei')]),
  )
  await userEvent.fill(field, 'metronom')
  await expect.element(count).toHaveTextContent('2 Treffer')
})

test('arrow keys walk through the hits and show each, Enter goes there, Escape closes', async () => {
  const { shown, closed } = await open(() => answer([hit('eins'), hit('zwei')]))
  await userEvent.fill(field, 'metronom')
  await expect.element(hits.nth(1)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(hits.nth(1)).toHaveFocus()
  expect(shown.mock.calls).toEqual([
    ['eins', false],
    ['zwei', false],
  ])
  await userEvent.keyboard('{Enter}')
  expect(shown).toHaveBeenLastCalledWith('zwei', true)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalledOnce()
  expect(useMessageSearch.getState()).toMatchObject({ isOpen: false, text: 'metronom' })
})

test('messages are filtered by what they hold and by their author, also without a text', async () => {
  const person: OnlineUser = {
    ...mila,
    isOnline: true,
    isPlaying: false,
    currentTrack: null,
    customStatus: '',
  }
  usePeople.setState({ online: [person], offline: [], byId: new Map([['mila', person]]), isKnown: true })
  const asked = vi.fn<(query: URLSearchParams) => FoundMessages>(() =>
    answer([hit('eins', { content: '', mediaType: 'voice', mediaDuration: 31 })]),
  )
  await open(asked)
  await page.getByRole('button', { name: 'Sprache', exact: true }).click()
  await expect.element(page.getByText('Sprachnachricht, 0:31')).toBeVisible()
  await page.getByRole('button', { name: 'Von…', exact: true }).click()
  await page.getByRole('dialog', { name: 'Nachrichten von', exact: true }).getByText('Mila Kramer').click()
  const chosen = page.getByRole('button', { name: 'Von Mila Kramer', exact: true })
  await expect.element(chosen).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => asked.mock.lastCall?.[0].toString()).toBe('by=mila&has=voice')
  await chosen.click()
  await expect.element(page.getByRole('button', { name: 'Von…', exact: true })).toBeVisible()
})

test('without a hit a word is suggested, which is searched when it is pressed', async () => {
  await open((query) =>
    query.get('q') === 'Metronym' ? answer([], { corrected: 'Metronom' }) : answer([hit('eins')]),
  )
  await userEvent.fill(field, 'Metronym')
  await expect.element(page.getByRole('heading', { name: 'Nichts zu „Metronym“', exact: true })).toBeVisible()
  await expect.element(count).toHaveTextContent('0 Treffer')
  await page.getByRole('button', { name: 'Metronom', exact: true }).click()
  await expect.element(field).toHaveValue('Metronom')
  await expect.element(count).toHaveTextContent('1 Treffer')
})

test('a search that failed can be repeated', async () => {
  let isReachable = false
  const { server } = await open(() => answer([]))
  server.on(searchMessages, () => {
    if (!isReachable) throw new TypeError('No network')
    return answer([hit('eins')])
  })
  await userEvent.fill(field, 'metronom')
  await expect
    .element(page.getByRole('heading', { name: 'Suche hat nicht geklappt', exact: true }))
    .toBeVisible()
  isReachable = true
  await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect.element(count).toHaveTextContent('1 Treffer')
})

function RoomWithSearch() {
  const isOpen = useMessageSearch((state) => state.isOpen)
  return (
    <>
      <button type="button" onClick={() => openMessageSearch('room')}>
        Öffnen
      </button>
      {isOpen && <MessageSearch shownId={undefined} onShow={() => undefined} onClose={() => undefined} />}
    </>
  )
}

test('Escape closes the search and returns the focus to where it was', async () => {
  startFakeServer()
  await render(
    <TestApp>
      <RoomWithSearch />
    </TestApp>,
  )
  const opener = page.getByRole('button', { name: 'Öffnen', exact: true })
  await opener.click()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
