import { ROOM_LEAD_MS, roomLeadMs } from '@tonarchiv/contract/rooms'
import { vi } from 'vitest'
import type { SoundNow } from '#features/player/index.ts'
import { randomOf } from '#testing/random.ts'
import { openRoomClock } from '../clock/room-clock.ts'
import { createFollower, type FollowedEntry, type FollowedPlayer, type FollowedRoom } from './follower.ts'
import type { FollowingState } from './following-state.ts'

/*
 * A simulated room for tests. The server and each listener have clocks of their own, networks delay and lose messages,
 * and players report their position in steps, start late and load slowly. Needs fake timers: the clocks deviate from
 * the fake time.
 */

export interface Surroundings {
  /**
   * Delay of a message in one direction, in milliseconds. A random part of `jitter` is added; a lost message arrives
   * 250 ms later.
   */
  delay: number
  jitter: number
  lostOneIn: number
  /** Milliseconds that this listener's clock gains in one true millisecond. */
  skew: number
  /** Milliseconds between two steps of the reported position. */
  step: number
  /** Milliseconds that a file takes to open, and the maximum for the start of a file that was just opened and for a seek. */
  opening: number
  starting: number
  seeking: number
}

export const AT_HOME: Surroundings = {
  delay: 1,
  jitter: 3,
  lostOneIn: Infinity,
  skew: 20e-6,
  step: 10,
  opening: 80,
  starting: 30,
  seeking: 60,
}
export const FAR_AWAY: Surroundings = {
  ...AT_HOME,
  delay: 150,
  jitter: 20,
  lostOneIn: 50,
  skew: -60e-6,
  step: 23,
  opening: 500,
  starting: 80,
  seeking: 200,
}

/** A file that was open before starts in this share of the time. */
const PLACED_SHARE = 0.4
const RESENT_AFTER = 250
const SERVER_AHEAD = 1_000_000

export const entriesOf = (count: number, seconds = 60): FollowedEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `entry-${index}`,
    durationSeconds: seconds,
    isPlayable: true,
  }))

/** Whether the browser plays sound: by default always. After `refuse` it refuses each call, until the member presses. */
function simulatedAutoplay() {
  let isAllowed = true
  let needsPress = false
  let calls = 0
  return {
    refuse: () => void (isAllowed = false),
    press: () => void (isAllowed = true),
    /** The number of calls to play. */
    calls: () => calls,
    needsPress: () => needsPress,
    forget: () => void (needsPress = false),
    /** Called at each call to play. */
    mayPlay() {
      calls += 1
      needsPress = !isAllowed
      return isAllowed
    },
  }
}

const lengthOf = (entries: readonly FollowedEntry[], id: string) =>
  entries.find((each) => each.id === id)?.durationSeconds ?? 0

/** A player whose true position a test can read: `base.seconds` plus, during playback, the time since `base.since`. */
function createSimulatedPlayer(
  around: Surroundings,
  below: (limit: number) => number,
  entries: FollowedEntry[],
) {
  const clock = () => Date.now()
  let open: { id: string; nextId: string | undefined } | undefined
  let readyAt = Infinity
  let base = { seconds: 0, since: 0 }
  let rate = 1
  let isPlaying = false
  /** Whether the file was opened for the next start. */
  let isOpened = true
  let startTimer: ReturnType<typeof setTimeout> | undefined
  const autoplay = simulatedAutoplay()
  const effects: string[] = []
  const rawSeconds = (at: number) => base.seconds + (isPlaying ? ((at - base.since) / 1000) * rate : 0)

  /** Goes on to the next entry without a gap if the end of an entry has passed, as the real player does. */
  function settle(): void {
    while (open && isPlaying && rawSeconds(clock()) >= lengthOf(entries, open.id)) {
      const over = rawSeconds(clock()) - lengthOf(entries, open.id)
      if (open.nextId === undefined) {
        isPlaying = false
        base = { seconds: 0, since: 0 }
        return
      }
      open = { id: open.nextId, nextId: undefined }
      base = { seconds: over, since: clock() }
    }
  }
  function move(seconds: number, tookMs: number): void {
    base = { seconds, since: clock() }
    readyAt = clock() + tookMs
  }
  function pause(): void {
    clearTimeout(startTimer)
    settle()
    base = { seconds: rawSeconds(clock()), since: clock() }
    isPlaying = false
  }
  const share = () => below(1000) / 1000
  const player: FollowedPlayer = {
    entryId: () => (settle(), open?.id),
    needsPress: autoplay.needsPress,
    soundNow(): SoundNow {
      settle()
      if (!open) return { is: 'closed' }
      if (isPlaying) {
        const reported = Math.max(base.since, Math.floor(clock() / around.step) * around.step)
        return { is: 'playing', audibleSeconds: rawSeconds(reported) }
      }
      return clock() >= readyAt ? { is: 'ready' } : { is: 'loading', isToPlay: false }
    },
    cue({ entry, next }: FollowedRoom, seconds) {
      effects.push('cue')
      pause()
      autoplay.forget()
      open = entry && { id: entry.id, nextId: next?.id }
      isOpened = true
      move(seconds, around.opening * (0.5 + share()))
    },
    prepareNext({ next }) {
      if (open) open.nextId = next?.id
    },
    play() {
      clearTimeout(startTimer)
      if (!autoplay.mayPlay()) return
      const most = around.starting * (isOpened ? 1 : PLACED_SHARE)
      isOpened = false
      const wait = Math.max(0, readyAt - clock()) + most * (0.4 + 0.6 * share())
      startTimer = setTimeout(() => {
        base = { ...base, since: clock() }
        isPlaying = true
      }, wait)
    },
    pause,
    seek(seconds) {
      effects.push('seek')
      move(seconds, around.seeking * share())
    },
    correctRate(given) {
      settle()
      base = { seconds: rawSeconds(clock()), since: clock() }
      rate = given
      effects.push(`rate ${given.toFixed(4)}`)
    },
  }
  return {
    player,
    effects,
    pause,
    autoplay,
    /** Moves the sound by these seconds, as a device does that loses or repeats samples. */
    shift(seconds: number) {
      settle()
      base = { seconds: rawSeconds(clock()) + seconds, since: clock() }
    },
    /** What is truly audible; undefined for silence. */
    heard: () => (
      settle(),
      open && isPlaying ? { id: open.id, seconds: rawSeconds(clock()), rate } : undefined
    ),
  }
}

/** @returns a function that returns how long the next message takes, in milliseconds */
function networkOf(
  { delay, jitter, lostOneIn }: Surroundings,
  below: (limit: number) => number,
): () => number {
  const share = () => below(1_000_000) / 1_000_000
  return () => delay + jitter * share() ** 2 + (share() < 1 / lostOneIn ? RESENT_AFTER : 0)
}

/** @param delayMs - the longest round trip between the server and a browser, which the server knows */
export function simulateRoom(entries: FollowedEntry[], delayMs = ROOM_LEAD_MS) {
  const begin = () => serverNow() + roomLeadMs(delayMs)
  const serverNow = () => Date.now() + SERVER_AHEAD
  let position = 0
  let playback = { isPlaying: false, positionMs: 0, at: serverNow() }
  const listeners: { receive: (room: FollowedRoom) => void }[] = []
  let advance: ReturnType<typeof setTimeout> | undefined
  const roomNow = (): FollowedRoom => ({
    playback: { ...playback, entryId: entries[position]?.id ?? null },
    entry: entries[position],
    next: entries[position + 1],
  })

  function publish(): void {
    clearTimeout(advance)
    const entry = entries[position]
    if (entry && playback.isPlaying) {
      const left = playback.at + entry.durationSeconds * 1000 - playback.positionMs - serverNow()
      advance = setTimeout(() => {
        const endedAt = playback.at + entry.durationSeconds * 1000 - playback.positionMs
        position += 1
        playback = { isPlaying: entries[position] !== undefined, positionMs: 0, at: endedAt }
        publish()
      }, left)
    }
    for (const { receive } of listeners) receive(roomNow())
  }

  const positionMs = () =>
    playback.isPlaying ? playback.positionMs + Math.max(0, serverNow() - playback.at) : playback.positionMs

  return {
    wanted: () => ({ id: entries[position]?.id, seconds: positionMs() / 1000 }),
    play: () => ((playback = { isPlaying: true, positionMs: positionMs(), at: begin() }), publish()),
    pause: () => ((playback = { isPlaying: false, positionMs: positionMs(), at: serverNow() }), publish()),
    seek: (ms: number) => ((playback = { ...playback, positionMs: ms, at: begin() }), publish()),
    next() {
      position += 1
      playback = { isPlaying: true, positionMs: 0, at: begin() }
      publish()
    },
    join(around: Surroundings, seed: number) {
      const below = randomOf(seed)
      const way = networkOf(around, below)
      const joinedAt = Date.now()
      const now = () => (Date.now() - joinedAt) * (1 + around.skew) + 5000
      const simulated = createSimulatedPlayer(around, below, entries)
      let isConnected = true
      let answer: Parameters<Parameters<typeof openRoomClock>[0]['onAnswer']>[0] = () => undefined
      let connected = () => {}
      const after = (ms: number, run: () => void) => {
        const timer = setTimeout(run, ms / (1 + around.skew))
        return () => clearTimeout(timer)
      }
      const clock = openRoomClock({
        now,
        wallNow: now,
        after,
        send(sent) {
          if (!isConnected) return
          setTimeout(() => {
            const received = serverNow()
            setTimeout(() => answer({ sent, received, replied: received }), way())
          }, way())
        },
        onAnswer: (handler) => ((answer = handler), () => undefined),
        onConnected: (handler) => ((connected = handler), () => undefined),
      })
      const states: FollowingState[] = []
      const follower = createFollower({
        player: simulated.player,
        now,
        serverNow: clock.serverNow,
        roundTripMs: clock.delayMs,
        after,
        onState: (state) => states.push(state),
      })
      // Messages of one connection arrive in the order in which they were sent.
      let lastArrival = 0
      const receive = (room: FollowedRoom) => {
        if (!isConnected) return
        lastArrival = Math.max(lastArrival, Date.now() + way())
        setTimeout(() => follower.setRoom(room), lastArrival - Date.now())
      }
      listeners.push({ receive })
      receive(roomNow())
      return {
        ...simulated,
        follower,
        states,
        phase: () => states.at(-1)?.phase.name,
        disconnect: () => (isConnected = false),
        reconnect() {
          isConnected = true
          connected()
          receive(roomNow())
        },
      }
    },
  }
}

/** Lets time pass; calls `look` every 25 ms. */
export function run(ms: number, look: () => void = () => undefined): void {
  for (let passed = 0; passed < ms; passed += 25) {
    vi.advanceTimersByTime(25)
    look()
  }
}
