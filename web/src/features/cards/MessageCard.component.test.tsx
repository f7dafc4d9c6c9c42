import { resolveCards, type Card, type CardContent } from '@tonarchiv/contract/cards'
import { getAlbum } from '@tonarchiv/contract/catalog'
import { addFavorite, listFavorites } from '@tonarchiv/contract/favorites'
import { serverFault } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getPlayer } from '#features/player/index.ts'
import { refuse, startFakeServer } from '#testing/fake-server.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
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

const shownAlbum: CardContent = {
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
}

interface Shown {
  cards: readonly Card[]
  answer?: (card: Card) => CardContent
  keyVerified?: boolean
  /** Pixels. */
  width?: number
}

async function renderCards({ cards, answer = () => shownTrack, keyVerified = true, width }: Shown) {
  const requested: Card[][] = []
  const server = startFakeServer()
  server.on(resolveCards, (sent) => {
    const { cards: asked } = z.parse(resolveCards.body, sent)
    requested.push(asked)
    return { cards: asked.map(answer) }
  })
  server.on(listFavorites, () => ({ favorites: [] }))
  signInAs(aUser({ keyVerified }))
  onTestFinished(() => getPlayer().stop())
  await render(
    <TestApp>
      <div style={{ width }}>
        {cards.map((card) => (
          <MessageCard key={JSON.stringify(card)} card={card} />
        ))}
      </div>
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
  await expectAccessible()
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
  await expectAccessible()
  await button('Ab 2:00 abspielen').click()
  expect(playing()).toEqual(['t1', 120])
})

test.each([240, 264, 308])('nothing of a moment is cut in a conversation of %i pixels', async (width) => {
  await renderCards({ cards: [{ kind: 'moment', id: 't1', second: 83 }], width })
  await expect.element(button('Ab 1:23 abspielen')).toBeVisible()
  const card = page.getByRole('article', { name: /Nachts über die Brücke/ }).element()
  expect(card.clientWidth).toBeLessThanOrEqual(width)
  expect(card.scrollWidth).toBe(card.clientWidth)
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

test.each([390, 320])('at %i pixels nothing of a card is cut off', async (width) => {
  await page.viewport(width, 844)
  onTestFinished(() => page.viewport(1280, 720))
  await renderCards({
    cards: [
      { kind: 'moment', id: 't1', second: 83 },
      { kind: 'album', id: 'a1' },
    ],
    answer: ({ kind }) => (kind === 'album' ? shownAlbum : shownTrack),
    // Beside a message are the portrait and the margins of the page.
    width: width - 80,
  })
  await expect.element(button('Zur Warteschlange: Nachts über die Brücke')).toBeVisible()
  await expect.element(button('Zur Warteschlange: Kassettendeck')).toBeVisible()
  const cut = [...document.querySelectorAll('[data-card]')].flatMap((card) =>
    [...card.querySelectorAll('button, span, p')].filter(
      (part) => part.getBoundingClientRect().right > card.getBoundingClientRect().right,
    ),
  )
  expect(cut.map(({ textContent, ariaLabel }) => ariaLabel ?? textContent)).toEqual([])
})

test('the heart of a track adds it to the favorites', async () => {
  const { server } = await renderCards({ cards: [{ kind: 'track', id: 't1' }] })
  const added: unknown[] = []
  server.on(addFavorite, (sent) => {
    const { item_type, item_id } = addFavorite.body.parse(sent)
    added.push(item_id)
    const { title, artist, album, coverUrl } = track
    const data = { url: item_id, title, artist, album, coverUrl }
    const createdAt = '2026-11-21T09:38:00.000Z'
    return { favorite: { id: 'f1', itemId: item_id, item_id, item_type, item_data: data, createdAt, track } }
  })
  await button('Zu „Lieblingssongs“ hinzufügen: Nachts über die Brücke').click()
  await expect.element(button('Aus „Lieblingssongs“ entfernen: Nachts über die Brücke')).toBeVisible()
  expect(added).toHaveLength(1)
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
  await expectAccessible()
})

test('a card that the key of a member does not open names nothing and asks for another key', async () => {
  await renderCards({ cards: [{ kind: 'album', id: 'a1' }], answer: () => ({ state: 'locked' }) })
  const card = page.getByRole('article', { name: 'Etwas, das dein Schlüssel nicht öffnet' })
  await expect.element(card).toBeVisible()
  await expect.element(button('Weiteren Schlüssel eingeben')).toBeVisible()
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
    answer: () => shownAlbum,
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
  await expectAccessible()
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
