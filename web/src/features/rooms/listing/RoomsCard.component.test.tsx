import { listRooms, type ListedRoom } from '@tonarchiv/contract/rooms'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { startFakeServer } from '#testing/fake-server.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { useRooms } from './api.ts'
import { RoomsCard } from './RoomsCard.tsx'

const roomNamed = (name: string, more: Partial<ListedRoom> = {}): ListedRoom => ({
  id: name.toLowerCase(),
  kind: 'music',
  name,
  mode: 'all',
  host: null,
  peopleCount: 1,
  people: [{ id: 'mila', username: 'mila_k', displayName: 'Mila Kramer', photoURL: null }],
  isPlaying: true,
  track: { title: `Titel von ${name}`, album: 'Nordlicht Süd', coverUrl: '/default-album.jpg' },
  video: null,
  isJoined: false,
  ...more,
})

const Read = () => useRooms().isSuccess && <p>gelesen</p>

/** Renders the card, and waits for the answer of the server. */
async function show(rooms: ListedRoom[]) {
  startFakeServer().on(listRooms, () => ({ rooms, ended: [] }))
  await render(
    <TestApp>
      <main>
        <RoomsCard />
      </main>
      <Read />
    </TestApp>,
  )
  await expect.element(page.getByText('gelesen', { exact: true })).toBeVisible()
}

const card = page.getByRole('region', { name: 'Offene Hörräume', exact: true })
const rows = () => card.getByRole('listitem').elements()

test('of four rooms three have a row, which leads into the room, and „Alle anzeigen“ leads to all', async () => {
  await show([
    roomNamed('Nachtschicht'),
    roomNamed('Kellerfunk', { isJoined: true }),
    roomNamed('Kinoabend'),
    roomNamed('Frühstück'),
  ])
  await expect.element(card.getByRole('heading', { name: 'Offene Hörräume', level: 2 })).toBeVisible()
  expect(rows()).toHaveLength(3)
  const link = (name: string) => card.getByRole('link', { name, exact: true })
  await expect.element(link('Nachtschicht beitreten')).toHaveAttribute('href', '/rooms/nachtschicht')
  await expect.element(link('Zum Raum Kellerfunk')).toHaveAttribute('href', '/rooms/kellerfunk')
  await expect.element(link('Alle anzeigen')).toHaveAttribute('href', '/rooms')
  await expect.element(card.getByText('Titel von Nachtschicht', { exact: true })).toBeVisible()
  await expectAccessible()
})

test('of a locked track the row says only that it is locked', async () => {
  await show([roomNamed('Nachtschicht', { track: null })])
  await expect.element(card.getByText('Ein Titel, der für dich gesperrt ist', { exact: true })).toBeVisible()
  expect(card.getByText(/Titel von|Nordlicht/).elements()).toEqual([])
})

test('without an open room there is no card', async () => {
  await show([])
  await expect.element(page.getByRole('main')).toBeEmptyDOMElement()
})
