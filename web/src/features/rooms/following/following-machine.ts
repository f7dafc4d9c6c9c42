import { expectedStartMs, withStart } from '#features/player/index.ts'
import {
  LEAD_LEAST,
  type Audible,
  type CuedStart,
  type FollowingEffect,
  type FollowingEvent,
  type FollowingState,
  type Look,
  type Memory,
  type Phase,
  type Start,
  type Transition,
  type Wanted,
} from './following-state.ts'

/** If the position is wrong by more than this, the player seeks. A smaller error is corrected by the playback rate. */
export const JUMP_SECONDS = 0.3
/** An error up to this is not corrected. */
export const DEAD_SECONDS = 0.01
/**
 * The intended duration of a correction in seconds, so that a change of the pitch is not noticed. The limits of the rate can
 * make it longer or shorter. An error above `URGENT_SECONDS` is heard as an echo by members in one room, and is corrected at
 * the maximum rate.
 */
const CORRECTION_SECONDS = 4
const URGENT_SECONDS = 0.03
/**
 * If the error differs by more than this from what a correction leaves at that time, the sound was interrupted in the
 * meantime, and a new correction is planned.
 */
const UNEXPECTED_SECONDS = 0.02
/** Maximum and minimum difference of the rate from 1 during a correction. */
export const RATE_MOST = 0.02
const RATE_LEAST = 0.002
/** In the last seconds of an entry nothing is corrected, because the position may already be that of the next entry. */
const END_SECONDS = 0.4
/** Tolerance in seconds around a change of the entry, in which the player may still play the room's previous entry. */
const LAST_SECONDS = 1
/** If the room starts more than this many milliseconds later, the file is opened at the position of that start. */
const SCHEDULED_MS = 60
/** A start that is late by up to this many milliseconds is corrected by the rate. A later one is planned again. */
const MISSED_MS = 40
/** If a planned start differs from that of the room by more than this many milliseconds, it is planned again. */
const MOVED_MS = 30
const LEAD_MOST = 3000
/** The factor by which the lead becomes longer if a position was not loaded in time. */
const LEAD_LONGER = 1.6
/**
 * After this many positions that were loaded in time, the lead is the longest that one of them needed, times this reserve. With
 * fewer, chance would make it too short.
 */
const LEAD_MEASURED = { loads: 6, reserve: 1.25 }
/**
 * A file that must be opened gets these milliseconds more, in which the page of the room is rendered as well, and these
 * round trips: for its head, and for the data of the position.
 */
const OPENING = { ms: 350, roundTrips: 2 }
/** Milliseconds from the call of `play` until the sound is audible: before a start was measured, and at most. */
const LAG = { first: 20, most: 400 }
/** A member has joined while the room played if the room started more than this many seconds before. */
const JOINED_SECONDS = 2
/**
 * If the first sound of a member who has joined is out of step by more than this, it is started again. A correction by the
 * rate would take longer than two seconds. A smaller error of the first sound is corrected at the maximum rate.
 */
const RESTART_SECONDS = 0.06
/** Milliseconds after which a file that is still not loaded is opened again, and how often. */
const LOADING_TIMEOUT = 10_000
const RETRY_AFTER = 1500
const TRIES_MAX = 3
/** Milliseconds after a planned start in which the sound must have begun. */
const STARTED_WITHIN = 2500

/** The state after an event, and the effects to run, in their order. */
export function followingAfter(state: FollowingState, event: FollowingEvent): Transition {
  if (event.type === 'stopped') return enter(state, { name: 'stopped' }, silenced())
  const { look } = event
  return event.type === 'pressed' ? afterPress(state, look) : afterLook(state, look)
}

function enter(state: FollowingState, phase: Phase, effects: readonly FollowingEffect[] = []): Transition {
  const errorSeconds = phase.name === 'inStep' || phase.name === 'correcting' ? state.errorSeconds : undefined
  return { state: { ...state, phase, errorSeconds }, effects }
}

const stay = (state: FollowingState): Transition => ({ state, effects: [] })
const silenced = (): FollowingEffect[] => [{ do: 'rate', rate: 1 }, { do: 'pause' }]
const isOn = ({ is }: Audible) => is === 'playing' || is === 'loading'

/**
 * Within a press the sound must begin immediately, because some browsers allow it only then. It may therefore begin out
 * of step, which is corrected afterwards.
 */
function afterPress(state: FollowingState, look: Look): Transition {
  const { wanted, now } = look
  if (!wanted?.isPlaying || !wanted.isPlayable) return rest({ ...state, phase: RESTING }, look)
  const start = startOf(look.audible, wanted.entryId)
  const atSeconds = Math.max(0, wanted.seconds + startLagMs(state.memory, start) / 1000)
  const cued = { entryId: wanted.entryId, atSeconds, start, roomStart: wanted.startSeconds }
  return enter(state, { name: 'starting', cued, at: now }, [
    { do: 'rate', rate: 1 },
    ...placed(look.audible, cued),
    { do: 'play', at: now },
  ])
}

const RESTING: Phase = { name: 'resting', cued: undefined }

function afterLook(state: FollowingState, look: Look): Transition {
  const { wanted, audible } = look
  // In the state `stopped`, the sound can be started by a media key, another device or the end of a voice message. The
  // member then wants to hear the room again.
  if (state.phase.name === 'stopped' && audible.is !== 'playing') return stay(state)
  if (!wanted?.isPlaying) return rest(state, look)
  if (!wanted.isPlayable || wanted.entryId === state.memory.failedId) return lock(state, wanted, audible)
  if (audible.needsPress)
    return state.phase.name === 'waitingForPress' ? stay(state) : enter(state, { name: 'waitingForPress' })
  return follow(state, { ...look, wanted })
}

/** The transition while the room is paused or plays nothing: the sound is paused at the position of the room. */
function rest(state: FollowingState, { wanted, audible }: Look): Transition {
  const cued =
    wanted?.isPlayable === true ? { entryId: wanted.entryId, atSeconds: wanted.startSeconds } : undefined
  const { phase } = state
  // Something else may have played the sound, although the room is paused.
  if (phase.name === 'resting' && isSame(phase.cued, cued) && audible.is !== 'playing') return stay(state)
  const isSilent = (phase.name === 'resting' || phase.name === 'locked') && audible.is !== 'playing'
  const stops = isSilent ? [] : silenced()
  return enter(state, { name: 'resting', cued }, [...stops, ...(cued ? placed(audible, cued) : [])])
}

function isSame(one: Cue, other: Cue): boolean {
  return one?.entryId === other?.entryId && Math.abs((one?.atSeconds ?? 0) - (other?.atSeconds ?? 0)) < 0.001
}
type Cue = { entryId: string; atSeconds: number } | undefined

function lock(state: FollowingState, { entryId }: Wanted, audible: Audible): Transition {
  if (state.phase.name === 'locked' && state.phase.entryId === entryId) return stay(state)
  return enter(state, { name: 'locked', entryId }, isOn(audible) ? silenced() : [])
}

const startOf = (audible: Audible, entryId: string): Start =>
  audible.entryId === entryId && audible.is !== 'closed' && audible.is !== 'disconnected'
    ? 'placed'
    : 'opened'

/** Opens the entry at this position; if the entry is already open, seeks to the position. */
function placed(audible: Audible, { entryId, atSeconds }: NonNullable<Cue>): FollowingEffect[] {
  return startOf(audible, entryId) === 'placed'
    ? [{ do: 'pause' }, { do: 'seek', seconds: atSeconds }]
    : [{ do: 'cue', entryId, seconds: atSeconds }]
}

type PlayingLook = Look & { wanted: Wanted }

function follow(state: FollowingState, look: PlayingLook): Transition {
  const { phase } = state
  switch (phase.name) {
    case 'loading':
      return whileLoading(state, phase, look)
    case 'starting':
      return whileStarting(state, phase, look)
    case 'inStep':
    case 'correcting':
    case 'buffering':
      return whilePlaying(state, look)
    default:
      return load(state, look)
  }
}

/** Loads a position ahead of the room. The sound starts when the room arrives at that position. */
function load(state: FollowingState, look: PlayingLook, isJump = false, tries = 0): Transition {
  const { wanted, audible, now } = look
  const startsIn = (wanted.startSeconds - wanted.seconds) * 1000
  const start = startOf(audible, wanted.entryId)
  const atSeconds =
    startsIn > SCHEDULED_MS
      ? wanted.startSeconds
      : Math.max(0, wanted.seconds) + leadMs(state.memory, start, look) / 1000
  // The room is about to begin the next entry.
  if (atSeconds >= wanted.durationSeconds) return isOn(audible) ? stay(state) : enter(state, RESTING)
  const cued = { entryId: wanted.entryId, atSeconds, start, roomStart: wanted.startSeconds }
  const { phase } = state
  const isThere = phase.name === 'resting' && isSame(phase.cued, cued) && audible.entryId === cued.entryId
  return enter(
    state,
    { name: 'loading', cued, since: now, tries, isJump },
    isThere ? [] : [{ do: 'rate', rate: 1 }, ...placed(audible, cued)],
  )
}

/** Milliseconds ahead of the room at which a position is loaded. */
function leadMs(memory: Memory, start: Start, { roundTripMs }: PlayingLook): number {
  const openingMs = start === 'opened' ? OPENING.ms + OPENING.roundTrips * roundTripMs : 0
  return Math.min(LEAD_MOST, memory.leadMs + openingMs)
}

/** The local time at which `play` must be called, so that the sound reaches its position together with the room. */
function dueAt(
  { memory }: FollowingState,
  { atSeconds, start }: CuedStart,
  { wanted, now }: PlayingLook,
): number {
  return now + (atSeconds - wanted.seconds) * 1000 - startLagMs(memory, start)
}

function whileLoading(
  state: FollowingState,
  phase: Extract<Phase, { name: 'loading' }>,
  look: PlayingLook,
): Transition {
  const { audible, wanted, now } = look
  const { cued, since, tries, isJump } = phase
  const due = dueAt(state, cued, look)
  if (hasMoved(cued, wanted) || due > now + LEAD_MOST + 1000) return load(state, look)
  if (audible.is === 'ready' && audible.entryId === cued.entryId) {
    // The room chose the time of its own start, so being in time for that start or missing it says nothing of the lead.
    const isRoomStart = cued.atSeconds === cued.roomStart
    if (due < now - MISSED_MS) return load(isRoomStart ? state : withLongerLead(state), look, isJump, tries)
    const after = isRoomStart ? state : withMeasuredLead(state, due - now)
    return enter(after, { name: 'starting', cued, at: due }, [{ do: 'play', at: due }])
  }
  if (audible.is === 'playing' && audible.entryId === cued.entryId)
    return enter(state, { name: 'inStep', fresh: cued.start })
  const hasFailed = audible.is === 'closed' && now - since > RETRY_AFTER
  if (!hasFailed && now - since < LOADING_TIMEOUT) return stay(state)
  if (tries + 1 < TRIES_MAX) return load(withLongerLead(state), look, isJump, tries + 1)
  return lock({ ...state, memory: { ...state.memory, failedId: cued.entryId } }, wanted, audible)
}

/** Whether the room plays another entry, or has started at another position, since this position was chosen. */
const hasMoved = ({ entryId, roomStart }: CuedStart, wanted: Wanted): boolean =>
  wanted.entryId !== entryId || wanted.startSeconds !== roomStart

/** The file was not loaded in time, so the next position is loaded further ahead of the room. */
function withLongerLead({ memory, ...state }: FollowingState): FollowingState {
  const leadMs = Math.min(LEAD_MOST, memory.leadMs * LEAD_LONGER)
  return { ...state, memory: { ...memory, leadMs, neededMs: [] } }
}

/**
 * The file was loaded this many milliseconds before it had to be played. If several were loaded in time, the next position
 * is loaded only as far ahead of the room as they needed, because the sound is silent for that time.
 */
function withMeasuredLead({ memory, ...state }: FollowingState, spareMs: number): FollowingState {
  const neededMs = [...memory.neededMs, memory.leadMs - spareMs]
  if (neededMs.length < LEAD_MEASURED.loads) return { ...state, memory: { ...memory, neededMs } }
  const measured = Math.max(LEAD_LEAST, Math.max(...neededMs) * LEAD_MEASURED.reserve)
  return { ...state, memory: { ...memory, leadMs: Math.min(memory.leadMs, measured), neededMs: [] } }
}

function whileStarting(
  state: FollowingState,
  { cued, at }: Extract<Phase, { name: 'starting' }>,
  look: PlayingLook,
): Transition {
  const { audible, wanted, now } = look
  if (hasMoved(cued, wanted)) return load(state, look)
  if (audible.is === 'playing') return enter(state, { name: 'inStep', fresh: cued.start })
  if (now < at && Math.abs(dueAt(state, cued, look) - at) > MOVED_MS) return load(state, look)
  if (now < at + STARTED_WITHIN || audible.is === 'loading') return stay(state)
  // Something else has paused the player: a press on the headset, a video, another tab.
  return audible.is === 'ready' ? enter(state, { name: 'stopped' }, silenced()) : load(state, look)
}

function whilePlaying(state: FollowingState, look: PlayingLook): Transition {
  const { audible, wanted } = look
  if (audible.is === 'loading' || audible.is === 'disconnected') {
    const { phase } = state
    if (!isContinued(audible, wanted)) return load(state, look)
    if (phase.name === 'buffering') return stay(state)
    return enter(state, { name: 'buffering' }, [{ do: 'rate', rate: 1 }])
  }
  if (audible.is === 'closed') return load(state, look)
  if (audible.is === 'ready') {
    // At the end of an entry the player pauses by itself if no next entry was prepared. This does not count as stopped.
    if (audible.entryId !== wanted.entryId || wanted.durationSeconds - wanted.seconds < LAST_SECONDS)
      return load(state, look)
    return enter(state, { name: 'stopped' }, silenced())
  }
  if (!isContinued(audible, wanted)) return load(state, look, true)
  const error = errorOf(audible, wanted)
  return error === undefined ? stayPlaying(state) : corrected(state, error, look)
}

/** The data has arrived again. */
function stayPlaying(state: FollowingState): Transition {
  return state.phase.name === 'buffering' ? enter(state, { name: 'inStep', fresh: undefined }) : stay(state)
}

/** Whether the player plays the room's entry or, shortly before or after a change, the next or the previous one. */
function isContinued(
  { entryId, seconds }: Audible,
  { entryId: roomId, nextId, before, ...wanted }: Wanted,
): boolean {
  if (entryId === roomId) return true
  if (entryId === undefined) return false
  if (entryId === nextId) return wanted.durationSeconds - wanted.seconds < LAST_SECONDS
  if (entryId !== before?.entryId) return false
  return seconds === undefined
    ? wanted.seconds < LAST_SECONDS
    : before.durationSeconds - seconds < LAST_SECONDS
}

/** Seconds by which the sound is ahead of the room; undefined if the position of the sound is not known. */
function errorOf({ entryId, seconds }: Audible, wanted: Wanted): number | undefined {
  if (seconds === undefined) return undefined
  if (entryId === wanted.nextId && entryId !== wanted.entryId)
    return seconds + wanted.durationSeconds - wanted.seconds
  if (entryId === wanted.entryId)
    return wanted.durationSeconds - seconds < END_SECONDS ? undefined : seconds - wanted.seconds
  return undefined
}

function corrected(before: FollowingState, error: number, look: PlayingLook): Transition {
  const { now } = look
  const fresh = before.phase.name === 'inStep' ? before.phase.fresh : undefined
  // A larger error is not that of a late start: the room has moved.
  const isOfStart = fresh !== undefined && Math.abs(error) * 1000 <= LAG.most
  const memory = isOfStart ? learned(before.memory, fresh, error) : before.memory
  const state = { ...before, memory, errorSeconds: error }
  const isFirst = fresh !== undefined && !hasStarted(before.memory) && hasJoined(look)
  if (Math.abs(error) > (isFirst ? RESTART_SECONDS : JUMP_SECONDS)) return load(state, look, true)
  const { phase } = before
  if (phase.name === 'correcting' && isExpected(error, phase, now)) return stay(state)
  if (Math.abs(error) <= DEAD_SECONDS) {
    if (phase.name === 'inStep' && !fresh) return stay(state)
    return enter(
      state,
      { name: 'inStep', fresh: undefined },
      phase.name === 'inStep' ? [] : [{ do: 'rate', rate: 1 }],
    )
  }
  // After each correction the rate is 1 until the error has been measured again, so that corrections do not add up.
  if (phase.name === 'correcting' && now >= phase.until)
    return enter(state, { name: 'inStep', fresh: undefined }, [{ do: 'rate', rate: 1 }])
  const rate = 1 - Math.sign(error) * (isFirst ? RATE_MOST : rateFor(Math.abs(error)))
  const until = now + (Math.abs(error) / Math.abs(rate - 1)) * 1000
  return enter(state, { name: 'correcting', until, rate }, [{ do: 'rate', rate }])
}

/** Whether a correction goes on, and the error is what it leaves until its end. */
function isExpected(error: number, { until, rate }: Extract<Phase, { name: 'correcting' }>, now: number) {
  const leftSeconds = ((until - now) / 1000) * (1 - rate)
  return now < until && Math.abs(error - leftSeconds) <= UNEXPECTED_SECONDS
}

const hasJoined = ({ wanted }: PlayingLook) => wanted.seconds - wanted.startSeconds > JOINED_SECONDS

const rateFor = (error: number) =>
  error > URGENT_SECONDS ? RATE_MOST : Math.max(RATE_LEAST, error / CORRECTION_SECONDS)

/** The memory after a start of this kind whose sound was late (negative error) or early. */
function learned(memory: Memory, start: Start, error: number): Memory {
  const lagMs = Math.min(LAG.most, startLagMs(memory, start) - error * 1000)
  const lags = withStart(memory.startLagsMs[start], lagMs)
  return { ...memory, startLagsMs: { ...memory.startLagsMs, [start]: lags } }
}

const hasStarted = ({ startLagsMs }: Memory) => Object.values(startLagsMs).some((lags) => lags.length > 0)

/** Milliseconds from the call of `play` until the sound is audible, as expected for the next start of this kind. */
const startLagMs = ({ startLagsMs }: Memory, start: Start): number =>
  Math.max(0, expectedStartMs(startLagsMs[start]) ?? LAG.first)
