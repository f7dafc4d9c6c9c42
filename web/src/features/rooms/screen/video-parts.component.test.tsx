import type { ListeningRoom } from '@tonarchiv/contract/rooms'
import { useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createStore } from 'zustand/vanilla'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { RoomActionsContext } from './room-actions.ts'
import type { MemberCommand } from '../session/member-commands.ts'
import { videoRoomOf, MARA, TOM } from '../state/made-room.ts'
import { rightsIn } from '../state/rights.ts'
import { roomRead } from '../state/room-data.ts'
import type { InRoom, RoomVideo, RoomFollowing } from '../state/room-tab.ts'
import { RoomVideoInfo } from './RoomVideoInfo.tsx'
import { RoomVideoStage } from './RoomVideoStage.tsx'

function videoOf(): RoomVideo & { mounted: string[] } {
  const mounted: string[] = []
  const state = createStore(() => ({ volume: 0.8, isMuted: false, bufferedSeconds: 40 }))
  return {
    mounted,
    state,
    setVolume: (volume) => state.setState({ volume }),
    toggleMute: () => state.setState({ isMuted: !state.getState().isMuted }),
    mount() {
      mounted.push('shown')
      return () => mounted.push('hidden')
    },
  }
}

function inRoom(room: ListeningRoom, ownId: string, following: RoomFollowing['name'] = 'inStep'): InRoom {
  return {
    name: 'in',
    roomId: room.state.roomId,
    room: roomRead(room),
    rights: rightsIn(room.state, ownId),
    following: { name: following, deviationMs: 4, correctionPercent: 0 },
    video: videoOf(),
    isConnected: true,
    isFollowing: false,
    positionMs: () => 20_000,
    clockAgeMs: () => 1000,
  }
}

function Stage({ tab, video }: { tab: InRoom; video: RoomVideo }) {
  const [hasTalk, setHasTalk] = useState(false)
  const fullScreen = { box: null, isFull: false, hasTalk, toggleTalk: () => setHasTalk(!hasTalk) }
  return <RoomVideoStage {...{ tab, video, fullScreen }} />
}

/** Renders a part of a room. Returns the list of the actions that the member takes with it. */
async function show(part: ReactNode) {
  const done: (MemberCommand | 'play here')[] = []
  const actions = {
    command: (command: MemberCommand) => {
      done.push(command)
      return Promise.resolve(true)
    },
    playHere: () => void done.push('play here'),
    stopHere: () => undefined,
    leave: () => undefined,
  }
  await render(
    <TestApp>
      <RoomActionsContext value={actions}>{part}</RoomActionsContext>
    </TestApp>,
  )
  return done
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
/** Gives a button the focus as a press of the pointer does, without a visible ring. */
function focusByPointer(name: string): void {
  const element = button(name).element()
  if (element instanceof HTMLElement) element.focus({ focusVisible: false })
}

async function pressKey(name: string): Promise<void> {
  const element = button(name).element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{Enter}')
}
const position = () => page.getByRole('slider', { name: 'Position im Raum', exact: true })
const controls = () => position().element().closest('section')?.lastElementChild
const isResting = () =>
  getComputedStyle(position().element().closest('section') ?? document.body).cursor === 'none'
const opacity = () => getComputedStyle(controls() ?? document.body).opacity

test('who may steer plays, seeks and skips for all, also with the keys of videos', async () => {
  const tab = inRoom(videoRoomOf(), TOM)
  const done = await show(<Stage tab={tab} video={videoOf()} />)
  await expect.element(page.getByText('0:20 / 1:40', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Alle dürfen steuern', { exact: true })).toBeVisible()
  // Pressed by keys, because the pointer cannot reach the buttons after they have faded out.
  await pressKey('Für alle anhalten')
  await pressKey('Nächstes Video für alle')
  await userEvent.keyboard('k')
  await userEvent.keyboard('{ArrowRight}')
  expect(done).toEqual([
    { name: 'pause', entryId: 'a' },
    { name: 'next', entryId: 'a' },
    { name: 'pause', entryId: 'a' },
    { name: 'seek', entryId: 'a', positionMs: 25_000 },
  ])
  await expectAccessible()
})

test('without the right there is nothing to steer with, and the keys change only the own volume', async () => {
  const tab = inRoom(videoRoomOf({ mode: 'host' }), TOM)
  const video = videoOf()
  const done = await show(<Stage tab={tab} video={video} />)
  await expect.element(page.getByText('user-mara steuert', { exact: true })).toBeVisible()
  await expect.element(button('Für alle anhalten')).not.toBeInTheDocument()
  await expect.element(button('Nächstes Video für alle')).not.toBeInTheDocument()
  await expect.element(position()).toBeDisabled()
  await userEvent.keyboard('k')
  await userEvent.keyboard('{ArrowRight}')
  await userEvent.keyboard('m')
  expect([done, video.state.getState().isMuted]).toEqual([[], true])
  await expectAccessible()
})

test('the controls fade, except for who may steer and has the focus on one of them', async () => {
  await show(<Stage tab={inRoom(videoRoomOf(), MARA)} video={videoOf()} />)
  await expect.poll(opacity, { timeout: 15_000 }).toBe('0')
  await userEvent.hover(page.getByRole('region', { name: 'Film läuft', exact: true }))
  await expect.poll(opacity).toBe('1')
  focusByPointer('Stumm schalten')
  await userEvent.unhover(page.getByRole('region', { name: 'Film läuft', exact: true }))
  await expect.poll(isResting).toBe(true)
  await expect.poll(opacity).toBe('1')
})

test('who may not steer keeps no controls by a press of the pointer', async () => {
  await show(<Stage tab={inRoom(videoRoomOf({ mode: 'host' }), TOM)} video={videoOf()} />)
  await userEvent.hover(page.getByRole('region', { name: 'Film läuft', exact: true }))
  focusByPointer('Stumm schalten')
  await userEvent.unhover(page.getByRole('region', { name: 'Film läuft', exact: true }))
  await expect.poll(opacity, { timeout: 15_000 }).toBe('0')
})

test('a video that does not play here has one button', async () => {
  const blocked = await show(<Stage tab={inRoom(videoRoomOf(), TOM, 'needsPress')} video={videoOf()} />)
  await button('Ton einschalten').click()
  expect(blocked).toEqual(['play here'])
  const stopped = await show(<Stage tab={inRoom(videoRoomOf(), TOM, 'stopped')} video={videoOf()} />)
  await button('Weiter mitsehen').click()
  expect(stopped).toEqual(['play here'])
})

test('of a locked video nothing is named, and it says when the room goes on', async () => {
  signInAs(aUser({ keyVerified: false }))
  const room = videoRoomOf()
  const entries = room.entries.map(({ video: _video, ...entry }) => ({ ...entry, state: 'locked' as const }))
  await show(<Stage tab={inRoom({ ...room, entries }, TOM, 'locked')} video={videoOf()} />)
  await expect.element(page.getByText('Dieses Video ist für dich gesperrt', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText('Der Raum sieht es zu Ende, in 1:20 bist du wieder dabei.', { exact: true }))
    .toBeVisible()
  await expect.element(position()).not.toBeInTheDocument()
  await expectAccessible()
})

test('the video is shown once, and taken away with its stage', async () => {
  const video = videoOf()
  const { unmount } = await render(
    <TestApp>
      <Stage tab={inRoom(videoRoomOf(), TOM)} video={video} />
    </TestApp>,
  )
  expect(video.mounted.at(-1)).toBe('shown')
  await unmount()
  expect(video.mounted.at(-1)).toBe('hidden')
})

test('where votes decide, the row of the video has the votes to skip it', async () => {
  const tab = inRoom(videoRoomOf({ mode: 'vote', skip: { votes: 1, needed: 2 } }), TOM)
  const done = await show(
    <RoomVideoInfo tab={tab} entry={tab.room.entries.get('a')}>
      <p>Leute</p>
    </RoomVideoInfo>,
  )
  await expect.element(page.getByText('05.03.2023 · 1:40', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Überspringen/ }).click()
  expect(done).toEqual([{ name: 'voteSkip', entryId: 'a', isFor: true }])
})
