import { listRooms, type ListedRoom } from '@tonarchiv/contract/rooms'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '#testing/fake-server.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { RoomsMark } from './RoomsMark.tsx'

const roomOf = (id: string): ListedRoom => ({
  id,
  kind: 'music',
  name: id,
  mode: 'all',
  host: null,
  peopleCount: 1,
  people: [],
  isPlaying: false,
  track: null,
  video: null,
  isJoined: false,
})

test.each([
  { ids: ['a'], text: '1 Raum offen' },
  { ids: ['a', 'b', 'c'], text: '3 Räume offen' },
])('the mark in the navigation says $text', async ({ ids, text }) => {
  startFakeServer().on(listRooms, () => ({ rooms: ids.map(roomOf), ended: [] }))
  await render(
    <TestApp>
      <RoomsMark />
    </TestApp>,
  )
  await expect.element(page.getByText(text, { exact: true })).toBeInTheDocument()
})
