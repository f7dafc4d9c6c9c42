import { postMessage } from '@tonarchiv/contract/chat'
import type { OnlineUser } from '@tonarchiv/contract/presence'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { usePeople } from '#features/presence/index.ts'
import { refuse } from '../../../testing/fake-server.ts'
import { ChatWithComposer, startTestChat } from '../../../testing/chat-with-composer.tsx'
import { holdFrames } from '../../../testing/hold-frames.ts'

const person = (id: string, displayName: string): OnlineUser => ({
  id,
  username: id,
  displayName,
  photoURL: null,
  isOnline: true,
  isPlaying: false,
  currentTrack: null,
  customStatus: '',
})
const PEOPLE = [
  person('jonas', 'Jonas Beck'),
  person('jule', 'Jule Arndt'),
  person('mila', 'Mila Kramer'),
  person('okan', 'Okan Sahin'),
]

async function renderComposer() {
  const server = startTestChat()
  const post = vi.fn<() => ReturnType<typeof refuse>>()
  server.on(postMessage, post)
  usePeople.setState({
    online: PEOPLE,
    offline: [],
    byId: new Map(PEOPLE.map((each) => [each.id, each])),
    isKnown: true,
  })
  await render(<ChatWithComposer />)
  await field.click()
  return post
}

const field = page.getByRole('textbox', { name: 'Nachricht' })
const list = page.getByRole('listbox', { name: 'Person erwähnen' })
const option = (name: string) => list.getByRole('option', { name, exact: false })

function caret(): number | undefined {
  const area = field.element()
  return area instanceof HTMLTextAreaElement ? area.selectionStart : undefined
}

/** The option that the field names as the active one. */
function activeOption(): string | null | undefined {
  const id = field.element().getAttribute('aria-activedescendant')
  return id === null ? undefined : document.querySelector(`#${CSS.escape(id)}`)?.textContent
}

test('a name after “@” is offered, arrows choose among those who match, and Enter writes it out', async () => {
  const post = await renderComposer()
  await userEvent.keyboard('Hallo @j')
  await expect.element(option('Jonas Beck')).toHaveAttribute('aria-selected', 'true')
  await expect.element(option('Jule Arndt')).toBeVisible()
  await expect.element(option('Okan Sahin')).not.toBeInTheDocument()
  expect(activeOption()).toContain('Jonas Beck')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(activeOption).toContain('Jule Arndt')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(activeOption).toContain('Jonas Beck')
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.element(field).toHaveValue('Hallo @jule ')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  expect(post).not.toHaveBeenCalled()
})

test('the member’s own name is not suggested', async () => {
  await renderComposer()
  await userEvent.keyboard('@mil')
  await expect.element(field).toHaveValue('@mil')
  await expect.element(list).not.toBeInTheDocument()
})

test('Tab takes the offered name and stays in the field', async () => {
  await renderComposer()
  await userEvent.keyboard('@oka')
  await expect.element(option('Okan Sahin')).toBeVisible()
  await userEvent.tab()
  await expect.element(field).toHaveValue('@okan ')
  await expect.element(field).toHaveFocus()
})

test('Escape closes the offer, and Enter then sends what was written', async () => {
  const post = await renderComposer()
  await userEvent.keyboard('@jo')
  await expect.element(option('Jonas Beck')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => post.mock.calls.length).toBe(1)
})

test('after Escape the suggestions stay closed until the next “@”', async () => {
  await renderComposer()
  await userEvent.keyboard('@jo')
  await expect.element(option('Jonas Beck')).toBeVisible()
  await userEvent.keyboard('{Escape}n')
  await expect.element(field).toHaveValue('@jon')
  await expect.element(list).not.toBeInTheDocument()
  await userEvent.keyboard(' @ju')
  await expect.element(option('Jule Arndt')).toBeVisible()
})

test('Enter sends at once where the offered name is written out already', async () => {
  const post = await renderComposer()
  await userEvent.keyboard('@okan')
  await expect.element(option('Okan Sahin')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => post.mock.calls.length).toBe(1)
})

test('a press on an offered name writes it at the caret and leaves the rest of the text', async () => {
  await renderComposer()
  await userEvent.keyboard('Hallo  und alle')
  await userEvent.keyboard(`${'{ArrowLeft}'.repeat(' und alle'.length)}@ju`)
  await option('Jule Arndt').click()
  await expect.element(field).toHaveValue('Hallo @jule und alle')
  await expect.poll(caret).toBe('Hallo @jule '.length)
  await userEvent.keyboard('!')
  await expect.element(field).toHaveValue('Hallo @jule !und alle')
})

test('what is typed before the next frame follows the chosen name', async () => {
  await renderComposer()
  await userEvent.keyboard('Hallo @ju')
  await expect.element(option('Jule Arndt')).toBeVisible()
  const runFrames = holdFrames()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('Hallo @jule ')
  await userEvent.keyboard('hör')
  runFrames()
  await userEvent.keyboard(' mal')
  await expect.element(field).toHaveValue('Hallo @jule hör mal')
})
