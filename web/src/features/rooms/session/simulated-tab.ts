import type { RoomCommand } from '@tonarchiv/contract/rooms'
import type { ToBrowser, ToServer } from '@tonarchiv/contract/realtime'
import { vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { PlayerState } from '#features/player/index.ts'
import { NOTHING_CHOSEN } from '#features/player/index.ts'
import type { Socket } from '#realtime/socket.ts'
import { MARA, roomOf } from '../state/made-room.ts'
import type { RoomTab } from '../state/room-tab.ts'
import { createRoomSession } from './room-session.ts'
import type { SessionParts } from './session-parts.ts'

/*
 * A tab with a simulated server, connection and player, for tests. Needs fake timers; the clock of the simulated server
 * is the fake time.
 */

/** Milliseconds from the call of `play` until sound is audible; the same as the follower assumes at first. */
const START_LAG = 20

function simulatedSocket() {
  const handlers = new Map<string, Set<(message: never) => void>>()
  const sent: ToServer[] = []
  const network = { roundTripMs: 2 }
  const state = createStore<ReturnType<Socket['state']['getState']>>(() => ({
    status: 'connected',
    tries: 0,
    pause: undefined,
    isRejected: false,
    retryAt: undefined,
    isLost: false,
  }))
  const arrive = (message: ToBrowser) => {
    for (const handler of handlers.get(message.type) ?? []) Reflect.apply(handler, undefined, [message])
  }
  const socket: SessionParts['socket'] = {
    state,
    on(type, handler) {
      const all = handlers.get(type) ?? new Set()
      handlers.set(type, all.add(handler))
      return () => all.delete(handler)
    },
    send(message) {
      if (state.getState().status !== 'connected') return
      sent.push(message)
      if (message.type !== 'clock') return
      const received = Date.now()
      const reply = () => arrive({ type: 'clock', sent: message.sent, received, replied: received })
      setTimeout(reply, network.roundTripMs)
    },
  }
  const hereReports = () => sent.filter((message) => message.type === 'roomHere')
  const handlerCount = () => [...handlers.values()].reduce((count, { size }) => count + size, 0)
  return { socket, state, arrive, sent, network, hereReports, handlerCount }
}

type Emit = Parameters<SessionParts['player']['listen']>[0]

/** A simulated player that executes each call immediately. */
function simulatedPlayer() {
  const state = createStore<PlayerState>(() => ({
    order: NOTHING_CHOSEN,
    track: undefined,
    status: 'empty',
    positionSeconds: 0,
    durationSeconds: 0,
    bufferedSeconds: 0,
    volume: 1,
    isMuted: false,
    rate: 1,
    needsPress: false,
    isFollowing: false,
  }))
  const did: string[] = []
  /** The sleep timer. */
  const timer = { endsWithTrack: false }
  let emit: Emit = () => undefined
  let seconds = 0
  let since: number | undefined
  let isOpen = false
  const secondsNow = () => (since === undefined ? seconds : seconds + (Date.now() - since) / 1000)
  const pause = () => {
    seconds = secondsNow()
    since = undefined
  }
  const player: SessionParts['player'] = {
    state,
    pause,
    setOrder: (order) => state.setState({ order }),
    seekToSeconds(to) {
      seconds = to
      if (since !== undefined) since = Date.now()
    },
    beginFollowing() {
      did.push('begin')
      state.setState({ isFollowing: true })
    },
    endFollowing() {
      did.push('end')
      pause()
      isOpen = false
      state.setState({ isFollowing: false, order: NOTHING_CHOSEN })
    },
    cue(order, at) {
      pause()
      seconds = at
      isOpen = true
      state.setState({ order })
    },
    playCued() {
      setTimeout(() => {
        since ??= Date.now()
      }, START_LAG)
    },
    soundNow() {
      if (!isOpen) return { is: 'closed' }
      return since === undefined ? { is: 'ready' } : { is: 'playing', audibleSeconds: secondsNow() }
    },
    correctRate: () => undefined,
    listen(listener) {
      emit = listener
      return () => undefined
    },
    stopsAfterTrack: () => timer.endsWithTrack,
  }
  return {
    player,
    timer,
    ended: (track: Parameters<Emit>[0]['track']) => emit({ type: 'ended', track, positionSeconds: 0 }),
    state,
    did,
    secondsNow,
    isPlaying: () => since !== undefined,
  }
}

/** A simulated video that executes each call immediately. */
function simulatedVideo() {
  const state = createStore(() => ({ volume: 1, isMuted: false, bufferedSeconds: 0 }))
  const played = {
    entryId: undefined as string | undefined,
    seconds: 0,
    since: undefined as number | undefined,
  }
  const did: string[] = []
  let isClosed = false
  const secondsNow = () =>
    played.since === undefined ? played.seconds : played.seconds + (Date.now() - played.since) / 1000
  const pause = () => {
    played.seconds = secondsNow()
    played.since = undefined
  }
  const createVideo: SessionParts['createVideo'] = () => ({
    state,
    setVolume: (volume) => state.setState({ volume }),
    toggleMute: () => state.setState({ isMuted: !state.getState().isMuted }),
    player: {
      entryId: () => played.entryId,
      needsPress: () => false,
      soundNow() {
        if (played.entryId === undefined) return { is: 'closed' }
        return played.since === undefined ? { is: 'ready' } : { is: 'playing', audibleSeconds: secondsNow() }
      },
      cue({ entry }, seconds) {
        pause()
        played.entryId = entry?.id
        played.seconds = seconds
      },
      prepareNext: () => undefined,
      play() {
        setTimeout(() => {
          played.since ??= Date.now()
        }, START_LAG)
      },
      pause,
      seek(seconds) {
        played.seconds = seconds
        if (played.since !== undefined) played.since = Date.now()
      },
      correctRate: () => undefined,
    },
    show() {
      did.push('show')
      return () => did.push('hide')
    },
    close() {
      isClosed = true
    },
  })
  return {
    createVideo,
    state,
    did,
    isPlaying: () => played.since !== undefined,
    secondsNow,
    isClosed: () => isClosed,
  }
}

/** Creates a simulated tab of a member, by default of Mara. */
export function simulateTab(userId = MARA) {
  const connection = simulatedSocket()
  const sound = simulatedPlayer()
  const video = simulatedVideo()
  const commands: RoomCommand[] = []
  const shown: RoomTab[] = [{ name: 'none' }]
  const remembered: (string | undefined)[] = []
  const calls = {
    open: vi.fn(() => Promise.resolve(roomOf())),
    join: vi.fn((_id: string) => Promise.resolve(roomOf())),
    read: vi.fn((_id: string) => Promise.resolve(roomOf())),
    leave: vi.fn((_id: string) => Promise.resolve()),
    command: vi.fn((_id: string, command: RoomCommand) => {
      commands.push(command)
      return Promise.resolve({ isApplied: true, state: roomOf().state, leftOut: 0 })
    }),
  }
  const session = createRoomSession(
    {
      calls,
      socket: connection.socket,
      player: sound.player,
      createVideo: video.createVideo,
      userId: () => userId,
      now: () => performance.now(),
      wallNow: () => Date.now(),
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      random: () => 0.5,
    },
    { show: (tab) => shown.push(tab), remember: (roomId) => remembered.push(roomId) },
  )
  const tab = (): RoomTab => shown.at(-1) ?? { name: 'none' }
  return {
    ...connection,
    ...sound,
    video,
    session,
    calls,
    commands,
    shown,
    remembered,
    tab,
    /** The room that this tab is in. @throws without one */
    room: () => {
      const now = tab()
      if (now.name !== 'in') throw new Error(`The tab is ${now.name}`)
      return now
    },
    connect: (isConnected: boolean) =>
      connection.state.setState({ status: isConnected ? 'connected' : 'connecting' }),
  }
}
