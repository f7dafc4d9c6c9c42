import { postMessage, type ChatMessage } from '@tonarchiv/contract/chat'
import { notFriends, openConversation } from '@tonarchiv/contract/conversations'
import { cardNotFound } from '@tonarchiv/contract/cards'
import { getTrackSound } from '@tonarchiv/contract/track-sound'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { closeShare, openShare, shareMoment } from '#features/moments/index.ts'
import type { Track } from '#features/tracks/index.ts'
import { aConversation } from '#testing/a-conversation.ts'
import { aMessage } from '#testing/a-message.ts'
import { refuse, startFakeServer } from '#testing/fake-server.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { ShareDialog } from './ShareDialog.tsx'
import { subjectOfAlbum, subjectOfTrack } from './subjects.ts'

const track: Track = {
  id: 't1',
  title: 'Nachts über die Brücke',
  artist: 'Nordlicht Süd',
  album: 'Nordlicht Süd',
  file: 't1.mp3',
  coverUrl: '/default-album.jpg',
  durationSeconds: 222.4,
  isExclusive: false,
}

const okan = { id: 'okan', username: 'okan_s', displayName: 'Okan S.', photoURL: null }

let sent: { message?: string; card?: unknown; clientId?: string; conversationId?: string }[] = []
let answer: () => ReturnType<typeof refuse> | { success: boolean; message: ChatMessage }
beforeEach(() => {
  sent = []
  answer = () => ({ success: true, message: aMessage('m1') })
})

async function renderDialog() {
  const server = startFakeServer()
  server.on(getTrackSound, () => ({ sound: null }))
  server.on(postMessage, (body) => {
    sent.push(Object(body))
    return answer()
  })
  signInAs(aUser())
  onTestFinished(closeShare)
  await render(
    <TestApp>
      <ShareDialog
        targets={({ target, onChange }) => (
          <button type="button" onClick={() => onChange(okan)}>
            {target === undefined ? 'An Okan' : `An ${target.displayName} gewählt`}
          </button>
        )}
      />
    </TestApp>,
  )
  return server
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const slider = page.getByRole('slider', { name: 'Sekunde des Moments' })
const sentence = page.getByRole('textbox', { name: 'Ein Satz dazu (freiwillig)' })
const dialog = page.getByRole('dialog')

test('a moment is shared with its second and a sentence, by Enter', async () => {
  await renderDialog()
  shareMoment(track, 83.7)
  await expect.element(page.getByRole('dialog', { name: 'Moment teilen' })).toBeVisible()
  await expect.element(slider).toHaveAttribute('aria-valuetext', '1:23 von 3:42')
  await expectAccessible()
  await sentence.fill('Hier kommt die zweite Stimme rein.')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^Moment geteilt/)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toMatchObject([
    { message: 'Hier kommt die zweite Stimme rein.', card: { kind: 'moment', id: 't1', second: 83 } },
  ])
})

test('arrows, buttons and the tenth of a page move the second, within the track', async () => {
  await renderDialog()
  shareMoment(track, 83)
  await expect.element(slider).toBeVisible()
  await button('+1 s: eine Sekunde später').click()
  await expect.element(slider).toHaveValue('84')
  slider.element().focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.element(slider).toHaveValue('82')
  await userEvent.keyboard('{End}')
  await expect.element(slider).toHaveValue('222')
  await button('+1 s: eine Sekunde später').click()
  await expect.element(slider).toHaveValue('222')
  await button('Moment teilen').click()
  await expect.poll(() => sent).toMatchObject([{ card: { kind: 'moment', second: 222 } }])
})

test('a failure stays in the dialog with what was written, and the next press sends the same message', async () => {
  await renderDialog()
  answer = () => {
    throw new TypeError('The connection is lost')
  }
  openShare(subjectOfTrack(track))
  await sentence.fill('Hört mal')
  await button('Teilen').click()
  await expect.element(dialog.getByText(/^server nicht erreichbar/)).toBeVisible()
  await expect.element(sentence).toHaveValue('Hört mal')
  answer = () => ({ success: true, message: aMessage('m1') })
  await button('Teilen').click()
  await expect.element(page.getByText(/^Im Chat geteilt/)).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(sent[0]?.clientId).toBe(sent[1]?.clientId)
})

test('an answer of the server is shown, and the next press sends a new message', async () => {
  await renderDialog()
  answer = () => refuse(cardNotFound)
  openShare(subjectOfTrack(track))
  await button('Teilen').click()
  await expect.element(dialog.getByText(cardNotFound.text)).toBeVisible()
  await button('Teilen').click()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[0]?.clientId).not.toBe(sent[1]?.clientId)
})

test('an album is shared without a second, and a sentence that is too long is not', async () => {
  await renderDialog()
  openShare(
    subjectOfAlbum({
      albumId: 'a1',
      albumTitel: 'Kassettendeck',
      albumCover: 'unknown',
      releaseJahr: 2022,
      type: 'album',
      isExclusive: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      tracks: [],
    }),
  )
  await expect.element(page.getByRole('dialog', { name: 'Im Chat teilen' })).toBeVisible()
  await expect.element(slider).not.toBeInTheDocument()
  await sentence.fill('x'.repeat(501))
  await button('Teilen').click()
  await expect.element(page.getByText('Höchstens 500 Zeichen')).toBeVisible()
  expect(sent).toEqual([])
  await sentence.fill('')
  await button('Teilen').click()
  await expect.poll(() => sent).toMatchObject([{ message: '', card: { kind: 'album', id: 'a1' } }])
})

test('what is shared with a friend goes to the conversation with them, which is opened for it', async () => {
  const server = await renderDialog()
  server.on(openConversation, () => refuse(notFriends))
  shareMoment(track, 83)
  await button('An Okan').click()
  await expect.element(button('An Okan S. gewählt')).toBeVisible()
  await button('Moment teilen').click()
  await expect.element(dialog.getByText(notFriends.text)).toBeVisible()
  expect(sent).toEqual([])
  const opened: unknown[] = []
  server.on(openConversation, (body) => {
    opened.push(body)
    return { conversation: aConversation('eins', { person: okan }) }
  })
  await button('Moment teilen').click()
  await expect.element(page.getByText(/^Moment geteilt/)).toBeVisible()
  expect(opened).toEqual([{ userId: 'okan' }])
  expect(sent).toMatchObject([{ card: { kind: 'moment', id: 't1', second: 83 }, conversationId: 'eins' }])
})
