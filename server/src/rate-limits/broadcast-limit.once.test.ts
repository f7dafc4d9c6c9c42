import { type ToBrowser, ToServer } from '@tonarchiv/contract/realtime'
import { updateProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { startApp } from '#testing/start-app.ts'

/** Maximum number of broadcasts that one member can cause at once. After that one broadcast a second is allowed. */
const BURST = 20
const SOCKETS = 5
/** Maximum number of messages that one socket may send at once. */
const MESSAGES = 40

/**
 * For each type of message, a function that returns message number `turn` of a flood. All sockets send the same last
 * message.
 */
const FLOODS: Record<ToServer['type'], (turn: number) => ToServer> = {
  typing: (turn) => ({ type: 'typing', isTyping: turn % 2 === 0 }),
  userStatus: (turn) => ({
    type: 'userStatus',
    customStatus: turn === MESSAGES - 1 ? 'Im Chat' : `Ort ${turn}`,
    currentTrack: turn % 2 === 0 ? { title: `Lied ${turn}` } : null,
    isPlaying: turn % 2 === 0,
  }),
  heartbeat: () => ({ type: 'heartbeat', ask: true }),
  // The last message is a heartbeat. Its answer shows that all messages before it were handled.
  openPlaylist: (turn) =>
    turn < MESSAGES - 1
      ? { type: 'openPlaylist', playlistId: `playlist-${turn}` }
      : { type: 'heartbeat', ask: true },
  player: (turn) =>
    turn < MESSAGES - 1
      ? {
          type: 'player',
          status: turn % 2 === 0 ? 'playing' : 'paused',
          track: { id: 'lied', title: `Lied ${turn}` },
          position_seconds: turn,
          duration_seconds: 200,
          volume: 1,
          muted: false,
          needs_press: false,
          answers: [],
        }
      : { type: 'heartbeat', ask: true },
  playerCommand: (turn) =>
    turn < MESSAGES - 1
      ? { type: 'playerCommand', to: 'session', seq: turn + 1, command: { name: 'next' } }
      : { type: 'heartbeat', ask: true },
  clock: (turn) => (turn < MESSAGES - 1 ? { type: 'clock', sent: turn } : { type: 'heartbeat', ask: true }),
  roomHere: (turn) =>
    turn < MESSAGES - 1
      ? { type: 'roomHere', roomId: `room-${turn}`, sound: 'on', deviationMs: turn }
      : { type: 'heartbeat', ask: true },
}

/** Types of messages that cause no message to other members. */
const PRIVATE: ReadonlySet<string> = new Set([
  'heartbeat',
  'openPlaylist',
  'player',
  'playerCommand',
  'clock',
  'roomHere',
])

function isAbout(message: ToBrowser, id: string): boolean {
  if (message.type === 'typing') return message.userId === id
  if (message.type === 'profileChanged') return message.user.id === id
  return message.type === 'userStatus' && message.users.some((user) => user.id === id)
}

/** Maximum number of broadcasts that a member may have caused since `startedAt`. */
function allowedSince(startedAt: number): number {
  return BURST + 1 + Math.ceil((performance.now() - startedAt) / 1000)
}

test('this test covers every kind of socket message', () => {
  const types = ToServer._zod.def.options.map(({ shape }) => shape.type._zod.def.values[0])
  expect(new Set(Object.keys(FLOODS))).toEqual(new Set(types))
})

test.each(Object.entries(FLOODS))(
  'a member who sends %s messages as fast as they can makes the others receive few, and the last of them',
  async (type, messageOf) => {
    const app = await startApp({ rateLimitFactor: 1 })
    const member = await app.signIn()
    const watcher = openSocket(app, { token: (await app.signIn()).token })
    const sockets = Array.from({ length: SOCKETS }, () =>
      openSocket(app, { token: member.token, beats: false }),
    )
    await Promise.all([watcher, ...sockets].map(async (socket) => socket.ready()))
    const isOnline = () =>
      watcher
        .all('userStatus')
        .at(-1)
        ?.users.find(({ id }) => id === member.id)?.isOnline
    await eventually(() => expect(isOnline()).toBe(true))

    const startedAt = performance.now()
    const before = watcher.got.length
    const news = () => watcher.got.slice(before).filter((message) => isAbout(message, member.id))
    for (let turn = 0; turn < MESSAGES; turn += 1) for (const socket of sockets) socket.send(messageOf(turn))

    if (type === 'heartbeat')
      await eventually(() =>
        expect(sockets.map((socket) => socket.all('heartbeat').length)).toEqual(sockets.map(() => MESSAGES)),
      )
    else if (type === 'typing')
      await eventually(() => expect(news().at(-1)).toMatchObject({ type: 'typing', isTyping: false }))
    else if (PRIVATE.has(type))
      await eventually(() =>
        expect(sockets.map((socket) => socket.all('heartbeat').length)).toEqual(sockets.map(() => 1)),
      )
    else
      await eventually(() =>
        expect(news().at(-1)).toMatchObject({ users: [{ customStatus: 'Im Chat', isPlaying: false }] }),
      )
    expect(news().length).toBeLessThanOrEqual(PRIVATE.has(type) ? 0 : allowedSince(startedAt))
  },
)

test('a member who changes their name again and again causes few broadcasts, the last name among them', async () => {
  const app = await startApp({ rateLimitFactor: 1 })
  const member = await app.signIn()
  const watcher = openSocket(app, { token: (await app.signIn()).token })
  await watcher.ready()
  const startedAt = performance.now()
  for (let turn = 0; turn < 60; turn += 1)
    await member.call(updateProfile, {
      body: { displayName: `Name ${turn}`, customStatus: `Status ${turn}` },
    })
  const names = () =>
    watcher.all('profileChanged').flatMap(({ user }) => (user.id === member.id ? [user.displayName] : []))
  await eventually(() => expect(names().at(-1)).toBe('Name 59'))
  expect(names().length).toBeLessThanOrEqual(allowedSince(startedAt))
})
