import { getConversationMute, muteConversation } from '@tonarchiv/contract/conversations'
import { listFriends } from '@tonarchiv/contract/friends'
import { inviteToRoom } from '@tonarchiv/contract/room-invitations'
import { commandRoom, hostNotHere, joinRoom, leaveRoom, type ListeningRoom } from '@tonarchiv/contract/rooms'
import { type ReactNode, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { refuse, startFakeServer } from '#testing/fake-server.ts'
import { startFakeSocket } from '#testing/fake-socket.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import type { MemberCommand } from '../session/member-commands.ts'
import { MARA, roomOf, TOM } from '../state/made-room.ts'
import { rightsIn } from '../state/rights.ts'
import { roomRead } from '../state/room-data.ts'
import { type InRoom, type RoomFollowing, useRoomTab } from '../state/room-tab.ts'
import { joinListeningRoom, leaveListeningRoom } from '../tab/actions.ts'
import { OWN_ROOM, RoomActionsContext } from './room-actions.ts'
import { RoomHead } from './RoomHead.tsx'
import { RoomPeople } from './RoomPeople.tsx'
import { RoomPosition } from './RoomPosition.tsx'
import { RoomQueue } from './RoomQueue.tsx'
import { RoomStage } from './RoomStage.tsx'

function inRoom(room: ListeningRoom, ownId: string, following: RoomFollowing['name'] = 'inStep'): InRoom {
  return {
    name: 'in',
    isFollowing: true,
    roomId: room.state.roomId,
    room: roomRead(room),
    rights: rightsIn(room.state, ownId),
    following: { name: following, deviationMs: 4, correctionPercent: 0 },
    isConnected: true,
    positionMs: () => 20_000,
    clockAgeMs: () => 1000,
  }
}

/** Renders a part of a room. Returns the list of the actions that the member takes with it. */
async function show(part: ReactNode) {
  const done: (MemberCommand | 'play here' | 'stop here' | 'leave')[] = []
  const actions = {
    command: (command: MemberCommand) => {
      done.push(command)
      return Promise.resolve(true)
    },
    playHere: () => void done.push('play here'),
    stopHere: () => void done.push('stop here'),
    leave: () => void done.push('leave'),
  }
  await render(
    <TestApp>
      <RoomActionsContext value={actions}>{part}</RoomActionsContext>
    </TestApp>,
  )
  return done
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('an entry is moved and removed by its menu, with the keyboard only', async () => {
  const done = await show(<RoomQueue {...inRoom(roomOf(), TOM).room} ownId={TOM} onAdd={undefined} />)
  await button('Aktionen für c').click()
  await userEvent.keyboard('{Enter}')
  expect(done).toEqual([{ name: 'move', entryId: 'c', after: null }])
  await button('Aktionen für b').click()
  await userEvent.keyboard('{End}{Enter}')
  expect(done.at(-1)).toEqual({ name: 'remove', entryId: 'b' })
  await expectAccessible()
})

test('a queue is not rendered again while its room only plays', async () => {
  const { room } = inRoom(roomOf(), TOM)
  const entries = new Map(room.entries)
  const reads = vi.spyOn(entries, 'get')
  function Playing() {
    const [deviationMs, setDeviation] = useState(4)
    return (
      <>
        <button type="button" onClick={() => setDeviation(deviationMs + 1)}>{`${deviationMs} ms`}</button>
        <RoomQueue state={room.state} entries={entries} ownId={TOM} onAdd={undefined} />
      </>
    )
  }
  await show(<Playing />)
  await expect.element(button('Aktionen für c')).toBeVisible()
  expect(reads).toHaveBeenCalled()
  reads.mockClear()
  await button('4 ms').click()
  await expect.element(button('5 ms')).toBeVisible()
  expect(reads).not.toHaveBeenCalled()
})

test('in „Gastgeber bestimmt“ others neither move nor steer, and only the host accepts a proposal', async () => {
  const room = roomOf({
    mode: 'host',
    queue: [
      { id: 'b', votes: 0, isProposal: false },
      { id: 'c', votes: 0, isProposal: true },
    ],
  })
  await show(<RoomQueue {...inRoom(room, TOM).room} ownId={TOM} onAdd={() => undefined} />)
  await expect.element(button('Titel vorschlagen')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Vorschläge', exact: true })).toBeVisible()
  await expect.element(button('c annehmen')).not.toBeInTheDocument()
  await expect.element(button('b verschieben')).not.toBeInTheDocument()
  const done = await show(<RoomQueue {...inRoom(room, MARA).room} ownId={MARA} onAdd={undefined} />)
  await button('c annehmen').click()
  expect(done).toEqual([{ name: 'accept', entryId: 'c' }])
})

test('in „Abstimmung“ members vote for entries, and there is nothing to steer with', async () => {
  const room = roomOf({
    mode: 'vote',
    queue: [{ id: 'b', votes: 3, isProposal: false }],
    skip: { votes: 1, needed: 2 },
  })
  const tab = inRoom(room, TOM)
  const done = await show(
    <>
      <RoomStage tab={tab} trackActions={() => null} />
      <RoomQueue {...inRoom(room, TOM).room} ownId={TOM} onAdd={undefined} />
    </>,
  )
  await expect.element(button('Nächster Titel für alle')).not.toBeInTheDocument()
  await expect.element(button('Für alle anhalten')).not.toBeInTheDocument()
  await expect.element(page.getByRole('slider', { name: 'Position im Raum', exact: true })).toBeDisabled()
  await button('3 Stimmen für b').click()
  await page.getByRole('button', { name: /^Überspringen/ }).click()
  expect(done).toEqual([
    { name: 'vote', entryId: 'b', isFor: true },
    { name: 'voteSkip', entryId: 'a', isFor: true },
  ])
  await expectAccessible()
})

test('each arrow key counts from the last chosen second, until the server has answered', async () => {
  const answers: (() => void)[] = []
  const sought: MemberCommand[] = []
  const command = (each: MemberCommand) => {
    sought.push(each)
    return new Promise<boolean>((resolve) => answers.push(() => resolve(true)))
  }
  const tab = inRoom(roomOf(), TOM)
  await render(
    <TestApp>
      <RoomActionsContext value={{ ...OWN_ROOM, command }}>
        <RoomPosition tab={tab} trackId="a" durationMs={100_000} />
      </RoomActionsContext>
    </TestApp>,
  )
  const slider = page.getByRole('slider', { name: 'Position im Raum', exact: true })
  const text = () => slider.element().getAttribute('aria-valuetext')
  const element = slider.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
  // The answer to an earlier key changes nothing; after the last one, the position of the room is shown.
  answers[0]?.()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  const seeks = [25, 30, 25, 30, 35].map((second) => ({
    name: 'seek',
    entryId: 'a',
    positionMs: second * 1000,
  }))
  expect(sought).toEqual(seeks)
  expect(text()).toBe('0:35 von 1:40')
  answers[4]?.()
  await expect.poll(text).toBe('0:20 von 1:40')
})

test('in a premiere the position says that no member seeks', async () => {
  const room = roomOf({ mode: 'premiere', hostId: null })
  await show(<RoomPosition tab={inRoom(room, TOM)} trackId="a" durationMs={100_000} />)
  const slider = page.getByRole('slider', { name: 'Position im Raum', exact: true })
  await expect.element(slider).toBeDisabled()
  await expect
    .element(slider)
    .toHaveAttribute('aria-valuetext', '0:20 von 1:40, Spulen ist während der Premiere aus')
})

test('a browser that plays nothing without a press asks for one', async () => {
  const done = await show(<RoomStage tab={inRoom(roomOf(), TOM, 'needsPress')} trackActions={() => null} />)
  await button('Ton einschalten').click()
  expect(done).toEqual(['play here'])
})

test('of a locked entry the stage names no title, and says when the room goes on', async () => {
  signInAs(aUser({ keyVerified: false }))
  const room = roomOf()
  const entries = room.entries.map(({ track: _track, ...entry }) => ({ ...entry, state: 'locked' as const }))
  await show(<RoomStage tab={inRoom({ ...room, entries }, TOM, 'locked')} trackActions={() => null} />)
  await expect.element(page.getByText('Dieser Titel ist für dich gesperrt', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText('Der Raum hört ihn zu Ende, in 1:20 bist du wieder dabei.', { exact: true }))
    .toBeVisible()
  await expect.element(button('Zugangsschlüssel eingeben')).toBeVisible()
  await expectAccessible()
})

test('the host reads who takes over before leaving', async () => {
  const done = await show(<RoomHead tab={inRoom(roomOf(), MARA)} ownId={MARA} onLeft={() => undefined} />)
  await button('Verlassen').click()
  const question = page.getByRole('alertdialog', { name: 'Hörraum verlassen?', exact: true })
  await expect.element(question.getByText('user-tom übernimmt dann.', { exact: true })).toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Bleiben', exact: true })).toHaveFocus()
  expect(done).toEqual([])
  await question.getByRole('button', { name: 'Verlassen', exact: true }).click()
  expect(done).toEqual(['leave'])
})

test('a member who does not host leaves at once', async () => {
  const done = await show(<RoomHead tab={inRoom(roomOf(), TOM)} ownId={TOM} onLeft={() => undefined} />)
  await button('Verlassen').click()
  expect(done).toEqual(['leave'])
})

const isShownTo = (ownId: string, room = roomOf()) => (
  <RoomPeople tab={inRoom(room, ownId)} ownId={ownId} onProfile={() => undefined} />
)
const makeHost = page.getByRole('menuitem', { name: 'Zum Gastgeber machen', exact: true })

test.each([
  ['another member', isShownTo(TOM)],
  ['a member of a premiere, which has no host', isShownTo(TOM, roomOf({ mode: 'premiere', hostId: null }))],
])('%s makes no other member the host', async (_who, people) => {
  await show(people)
  await page.getByRole('button', { name: /^user-mara/ }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Profil anzeigen', exact: true })).toBeVisible()
  await expect.element(makeHost).not.toBeInTheDocument()
})

/** The members of the room of this tab, with the actions of the app. */
function PeopleOfTab() {
  const tab = useRoomTab((room) => room)
  return tab.name === 'in' && <RoomPeople tab={tab} ownId={MARA} onProfile={() => undefined} />
}

test('in a large room the host hands the room over in the list of all members, and the focus stays there', async () => {
  const server = startFakeServer()
  startFakeSocket()
  signInAs(aUser({ id: MARA }))
  const room = roomOf({ peopleCount: 30, playback: { entryId: 'a', isPlaying: false, positionMs: 0, at: 0 } })
  const [host, tom] = room.people
  if (!host || !tom) throw new Error('The room has two members')
  const others = Array.from({ length: 28 }, (_, index) => {
    const id = `user-${index}`
    return { ...tom, id, username: id, displayName: id }
  })
  server.on(joinRoom, () => ({ room: { ...room, people: [host, tom, ...others] } }))
  server.on(leaveRoom, () => ({ success: true }))
  const sent: unknown[] = []
  server.on(commandRoom, (command) => {
    sent.push(command)
    return { isApplied: true, state: { ...room.state, revision: 2, hostId: 'user-27' }, leftOut: 0 }
  })
  onTestFinished(leaveListeningRoom)
  await render(
    <TestApp>
      <PeopleOfTab />
    </TestApp>,
  )
  await joinListeningRoom('room-1')
  await button('Alle 30 zeigen').click()
  const dialog = page.getByRole('dialog', { name: 'Im Raum', exact: true })
  await dialog.getByRole('searchbox').fill('user-2')
  const row = dialog.getByRole('button', { name: /^user-27/ })
  await row.click()
  await expect.element(makeHost).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{End}{Enter}')
  await expect.element(row).toHaveAccessibleName('user-27 Gastgeber')
  expect(sent).toMatchObject([{ name: 'host', userId: 'user-27', revision: 1 }])
  await expect.element(row).toHaveFocus()
  await expect.element(row).not.toHaveAttribute('aria-haspopup')
})

test('the host hands the room to a member with the keyboard, and reads when that member has just left', async () => {
  const server = startFakeServer()
  const socket = startFakeSocket()
  signInAs(aUser({ id: MARA }))
  const paused = roomOf({ playback: { entryId: 'a', isPlaying: false, positionMs: 0, at: 0 } })
  server.on(joinRoom, () => ({ room: paused }))
  server.on(leaveRoom, () => ({ success: true }))
  const sent: unknown[] = []
  server.on(commandRoom, (command) => {
    sent.push(command)
    return refuse(hostNotHere)
  })
  onTestFinished(leaveListeningRoom)
  await render(
    <TestApp>
      <PeopleOfTab />
    </TestApp>,
  )
  await joinListeningRoom('room-1')
  const seat = page.getByRole('button', { name: /^user-tom/ })
  const makeTomHost = async () => {
    await seat.click()
    await expect.element(makeHost).toBeVisible()
    await userEvent.keyboard('{End}{Enter}')
  }
  await makeTomHost()
  const sentence = page.getByText('Diese Person ist nicht mehr im Raum', { exact: true })
  await expect.element(sentence).toBeVisible()
  expect(sent).toMatchObject([{ name: 'host', userId: TOM, revision: 1 }])
  await expect.element(seat).toHaveFocus()
  await expect.element(page.getByText('Gastgeber', { exact: true })).toBeVisible()

  const state = { ...paused.state, revision: 2, hostId: TOM }
  server.on(commandRoom, () => ({ isApplied: true, state, leftOut: 0 }))
  await makeTomHost()
  await expect.element(seat).toHaveAccessibleName('user-tom, Gastgeber')
  await expect.element(seat).toHaveFocus()
  await seat.click()
  await expect.element(makeHost).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  socket.emit({ type: 'roomPeople', roomId: 'room-1', people: [], left: [TOM] })
  await expect.element(seat).not.toBeInTheDocument()
  await expect.element(button('Leute einladen')).toHaveFocus()
})

test('on a phone the menu of the room mutes its conversation', async () => {
  await page.viewport(390, 844)
  onTestFinished(async () => page.viewport(1440, 900))
  const server = startFakeServer()
  const sent: unknown[] = []
  server.on(getConversationMute, () => ({ isMuted: sent.length > 0 }))
  server.on(muteConversation, (body) => {
    sent.push(body)
    return { success: true }
  })
  await show(<RoomHead tab={inRoom(roomOf(), TOM)} ownId={TOM} onLeft={() => undefined} />)
  const menu = button('Raum: einladen, verlassen')
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  await menu.click()
  await item('Gespräch stummschalten').click()
  await expect.element(page.getByText('Gespräch stummgeschaltet', { exact: true })).toBeVisible()
  expect(sent).toEqual([{ isMuted: true }])
  await menu.click()
  await expect.element(item('Nicht mehr stumm')).toBeVisible()
})

test('of 200 members 23 have a seat, and the list of all finds one by name', async () => {
  const room = roomOf()
  const [first] = room.people
  if (first === undefined) throw new Error('The room is empty')
  const people = Array.from({ length: 200 }, (_, index) => ({
    ...first,
    id: `id-${index}`,
    username: `mitglied${index}`,
    displayName: `Mitglied ${index}`,
    joinedAt: String(index).padStart(3, '0'),
  }))
  const profiles: string[] = []
  await show(
    <RoomPeople
      tab={inRoom({ ...room, people }, TOM)}
      ownId={TOM}
      onProfile={(id) => void profiles.push(id)}
    />,
  )
  await expect.element(button('Mitglied 22')).toBeVisible()
  await expect.element(button('Mitglied 23')).not.toBeInTheDocument()
  await button('Alle 200 zeigen').click()
  await page.getByRole('searchbox', { name: 'Leute suchen', exact: true }).fill('mitglied 187')
  await button('Mitglied 187').click()
  expect(profiles).toEqual(['id-187'])
})

test('the last seat invites friends who are not in the room', async () => {
  const friend = (id: string, displayName: string) => ({
    id,
    username: id,
    displayName,
    photoURL: null,
    isOnline: true,
    customStatus: '',
  })
  const server = startFakeServer()
  server.on(listFriends, () => ({
    friends: [friend(MARA, 'Mara'), friend('lene', 'Lene M.'), friend('okan', 'Okan S.')],
    friendRequests: [],
    sentRequests: [],
  }))
  const invited: unknown[] = []
  server.on(inviteToRoom, (sent) => {
    invited.push(sent)
    return { success: true }
  })
  await show(<RoomPeople tab={inRoom(roomOf(), TOM)} ownId={TOM} onProfile={() => undefined} />)
  await button('Leute einladen').click()
  const dialog = page.getByRole('dialog', { name: 'Leute einladen', exact: true })
  const inside = (name: string) => dialog.getByRole('button', { name, exact: true })
  await expect.element(inside('Lene M. einladen')).toBeVisible()
  await expect.element(inside('Mara einladen')).not.toBeInTheDocument()
  await dialog.getByRole('searchbox', { name: 'Freund suchen', exact: true }).fill('okan')
  await expect.element(inside('Lene M. einladen')).not.toBeInTheDocument()
  await inside('Okan S. einladen').click()
  await expect.element(inside('Okan S. ist eingeladen')).toHaveFocus()
  expect(invited).toEqual([{ userId: 'okan' }])
  await expectAccessible()
})

test('a premiere is open to all, so no friend is invited to it', async () => {
  const tab = inRoom(roomOf({ mode: 'premiere', hostId: null }), TOM)
  await show(<RoomPeople tab={tab} ownId={TOM} onProfile={() => undefined} />)
  await expect.element(page.getByRole('list', { name: /^Im Raum/ })).toBeVisible()
  await expect.element(button('Leute einladen')).not.toBeInTheDocument()
})
