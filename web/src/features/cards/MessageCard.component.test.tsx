import { resolveCards, type Card, type CardContent } from '@tonarchiv/contract/cards'
import { getAlbum } from '@tonarchiv/contract/catalog'
import { serverFault } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getPlayer } from '#features/player/index.ts'
import { refuse, startFakeServer } from '#testing/fake-server.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { violations } from '#testing/violations.ts'
import { MessageCard } from './MessageCard.tsx'

const track = {
  id: 't1',
  title: 'Nachts über die Brücke',
  artist: 'Nordlicht Süd',
  album: 'Nordlicht Süd',
  albumId: 'a1',
  coverUrl: '/default-album.jpg',
  duration: 222,
  exclusive: false,
  file: 't1.mp3',
}
const shownTrack: CardContent = { state: 'shown', track, peaks: Array.from({ length: 60 }, () => 120) }

interface Shown {
  cards: readonly Card[]
  answer?: (card: Card) => CardContent
  keyVerified?: boolean
}

async function renderCards({ cards, answer = () => shownTrack, keyVerified = true }: Shown) {
  const requested: Card[][] = []
  const server = startFakeServer()
  server.on(resolveCards, (sent) => {
    const { cards: asked } = z.parse(resolveCards.body, sent)
    requested.push(asked)
    return { cards: asked.map(answer) }
  })
  signInAs(aUser({ keyVerified }))
  onTestFinished(() => getPlayer().stop())
  await render(
    <TestApp>
      {cards.map((card) => (
        <MessageCard key={JSON.stringify(card)} card={card} />
      ))}
    </TestApp>,
  )
  return { requested, server }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const playing = () => {
  const { track: current, positionSeconds } = getPlayer().state.getState()
  return [current?.id, Math.floor(positionSeconds)]
}

test('the cards of a page are requested by one call, a moment and its track once', async () => {
  const cards: Card[] = [
    { kind: 'moment', id: 't1', second: 83 },
    { kind: 'moment', id: 't1', second: 120 },
    { kind: 'track', id: 't1' },
  ]
  const { requested } = await renderCards({ cards })
  await expect.element(button('Ab 1:23 abspielen')).toBeVisible()
  await expect.element(button('Ab 2:00 abspielen')).toBeVisible()
  await expect.element(button('Nachts über die Brücke abspielen')).toBeVisible()
  expect(requested).toEqual([[{ kind: 'track', id: 't1' }]])
  expect(await violations()).toEqual([])
})

test('a moment plays from its second, and only the pressed card of the track shows it', async () => {
  await renderCards({
    cards: [
      { kind: 'moment', id: 't1', second: 83 },
      { kind: 'moment', id: 't1', second: 120 },
    ],
  })
  await button('Ab 1:23 abspielen').click()
  expect(playing()).toEqual(['t1', 83])
  await expect.element(page.getByRole('button', { name: /^Pause, 1:2/ })).toBeVisible()
  expect(await violations()).toEqual([])
  await button('Ab 2:00 abspielen').click()
  expect(playing()).toEqual(['t1', 120])
})

test('a track goes to the queue', async () => {
  await renderCards({ cards: [{ kind: 'track', id: 't1' }] })
  await button('Zur Warteschlange: Nachts über die Brücke').click()
  expect(
    getPlayer()
      .state.getState()
      .order.queue.map(({ track: queued }) => queued.id),
  ).toEqual(['t1'])
  getPlayer().clearUpcoming()
})

test('a locked card asks for a key and shows nothing of the thing', async () => {
  await renderCards({
    cards: [{ kind: 'moment', id: 't1', second: 83 }],
    answer: () => ({ state: 'locked' }),
    keyVerified: false,
  })
  await expect.element(page.getByRole('article', { name: 'Gesperrter Moment' })).toBeVisible()
  await expect.element(button('Zugangsschlüssel eingeben')).toBeVisible()
  expect(document.body.textContent).not.toContain('1:23')
  expect(await violations()).toEqual([])
})

test.each([
  [{ kind: 'moment', id: 't1', second: 47 }, 'gone', 'Dieser Track ist nicht mehr im Archiv.'],
  [{ kind: 'album', id: 'a1' }, 'gone', 'Dieses Album ist nicht mehr im Archiv.'],
  [{ kind: 'playlist', id: 'p1' }, 'hidden', 'Diese Playlist ist nicht für dich freigegeben oder gelöscht.'],
] as const)('%o that is %s says so', async (card, state, text) => {
  await renderCards({ cards: [card], answer: () => ({ state }) })
  await expect.element(page.getByText(text)).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})

test('a moment beyond the end of a file that was replaced plays from the beginning', async () => {
  await renderCards({ cards: [{ kind: 'moment', id: 't1', second: 300 }] })
  await expect.element(page.getByText('Der Track endet jetzt vor 5:00.')).toBeVisible()
  await button('Nachts über die Brücke abspielen').click()
  expect(playing()).toEqual(['t1', 0])
})

test('a track without a file cannot be played', async () => {
  const { file: _file, ...missing } = track
  await renderCards({
    cards: [{ kind: 'track', id: 't1' }],
    answer: () => ({ state: 'shown', track: { ...missing, title: '[FEHLT] Lichtung' } }),
  })
  await expect.element(button('Lichtung abspielen')).toBeDisabled()
  await expect.element(page.getByText('Dieser Track ist nicht verfügbar')).toBeVisible()
})

test('an album is played by its tracks, which are read when it is pressed', async () => {
  const { server } = await renderCards({
    cards: [{ kind: 'album', id: 'a1' }],
    answer: () => ({
      state: 'shown',
      album: {
        id: 'a1',
        title: 'Kassettendeck',
        artist: null,
        coverUrl: '/default-album.jpg',
        releaseYear: 2022,
        type: 'album',
        trackCount: 1,
        duration: 2760,
      },
    }),
  })
  server.on(getAlbum, () => ({
    album: {
      albumId: 'a1',
      albumTitel: 'Kassettendeck',
      albumCover: 'unknown',
      releaseJahr: 2022,
      type: 'album' as const,
      isExclusive: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      tracks: [{ id: 'x', title: 'Vorspann', file: 'x.mp3', duration: 60 }],
    },
  }))
  await expect.element(page.getByText('2022 · Album · 1 Track')).toBeVisible()
  await expect.element(page.getByText('46 Min.')).toBeVisible()
  await button('Kassettendeck abspielen').click()
  await expect.poll(playing).toEqual(['x', 0])
  await expect.element(button('Pause: Kassettendeck')).toBeVisible()
})

test('playlists and videos have their pictures and lead to their pages', async () => {
  await renderCards({
    cards: [
      { kind: 'playlist', id: 'p1' },
      { kind: 'video', id: 'v1' },
    ],
    answer: ({ kind }) =>
      kind === 'playlist'
        ? {
            state: 'shown',
            playlist: {
              id: 'p1',
              title: 'Für die letzte Bahn',
              owner: { id: 'mila', username: 'mila_k', displayName: 'Mila Kramer', photoURL: null },
              covers: [],
              entryCount: 31,
              duration: 6720,
            },
          }
        : {
            state: 'shown',
            video: {
              id: 'v1',
              title: 'Gespräch am Hafen',
              uploadDate: '2023-03-05',
              duration: 2477,
              thumbnailUrl: null,
            },
          },
  })
  await expect.element(page.getByText('von Mila Kramer · 31 Titel')).toBeVisible()
  await expect.element(page.getByText('1 Std. 52 Min.')).toBeVisible()
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await expect.element(link('Für die letzte Bahn öffnen')).toHaveAttribute('href', '/playlists/p1')
  await expect.element(link('Gespräch am Hafen öffnen')).toHaveAttribute('href', '/videos?video=v1')
  await expect.element(page.getByText('05.03.2023')).toBeVisible()
  expect(await violations()).toEqual([])
})

test('a card that cannot be loaded is requested again by a press', async () => {
  let isBroken = true
  signInAs(aUser())
  startFakeServer().on(resolveCards, () => (isBroken ? refuse(serverFault) : { cards: [shownTrack] }))
  await render(
    <TestApp>
      <MessageCard card={{ kind: 'track', id: 't1' }} />
    </TestApp>,
  )
  await expect.element(page.getByText('Das konnte nicht geladen werden.')).toBeVisible()
  isBroken = false
  await button('Erneut versuchen').click()
  await expect.element(button('Nachts über die Brücke abspielen')).toBeVisible()
})
