import { setTimeout as pause } from 'node:timers/promises'
import type { RoomCommand } from '@tonarchiv/contract/rooms'
import { compareSound, type Moment, pauseAfter, type TimedRecording } from '../../e2e/compared-sound.ts'
import { median, percentile } from '../load/percentile.ts'
import type { RoomMember } from '../load/room-calls.ts'
import { figure } from '../report/numbers.ts'
import type { Findings } from './part.ts'
import { startListener, type Browsing, type RoomListener } from './room-listener.ts'

interface Evening {
  name: string
  /** How the second and the third browser reach the server. */
  browsing: Browsing
  seconds: number
  /** Milliseconds within which both browsers are to be heard to follow a command; undefined for no goal. */
  commandGoal?: number
  albumId: string
  members: readonly [RoomMember, RoomMember, RoomMember]
}

const GOAL_MS = 30
/** Maximum share of the moments in which only one of the two browsers is audible, in percent. */
const SILENT_PERCENT = 2
const LATE_JOINS = 5
/** Milliseconds between two comparisons after a late join, and for how long the sound must stay in step. */
const JOIN_STEP_MS = 50
const STAYS_MS = 1000
const JOIN_WATCHED_MS = 8000
/**
 * Starting a third browser on the same machine interrupts the sound of the other two for up to 150 ms, which they correct
 * within this time.
 */
const SETTLED_AFTER_MS = 10_000

/** Two browsers play, pause, seek, change the track and reconnect; a third one joins late. */
export async function measureInStep(evening: Evening): Promise<Findings> {
  const { browsing, seconds, albumId, members } = evening
  const { origin, executablePath } = browsing
  const [host, guest, late] = members
  const room = await host.open(albumId)
  const { roomId } = room.state
  await using one = await startListener(host, { origin, executablePath })
  await using other = await startListener(guest, browsing)
  await one.join(roomId)
  await other.join(roomId)
  await pause(5000)
  const rounds = await recordRounds(one, other, { roomId, seconds, members: [host, guest] })
  const joins = await recordLateJoins(one, late, { browsing, roomId, host })
  // The comparison needs a core for a minute, so it would disturb the browsers.
  return report(evening, heardIn(rounds), joins.map(inStepAfter))
}

/** A command, and when it was sent, in milliseconds since 1970. */
interface Sent {
  name: string
  at: number
}

type Played = { name: 'play' | 'pause' | 'next' } | { name: 'seek'; positionMs: number }

interface Heard {
  /** The comparisons of both recordings. */
  moments: readonly Moment[]
  /** For each command: milliseconds until both browsers were heard to follow it. */
  commands: readonly number[]
}

interface Acting {
  roomId: string
  seconds: number
  members: readonly RoomMember[]
}

interface Round {
  /** Milliseconds since 1970. */
  from: number
  until: number
  sent: readonly Sent[]
  recordings: readonly [TimedRecording, TimedRecording]
}

/** Repeats rounds of a minute with the same commands for `seconds`. */
async function recordRounds(
  one: RoomListener,
  other: RoomListener,
  { roomId, seconds, members }: Acting,
): Promise<Round[]> {
  const endsAt = Date.now() + seconds * 1000
  const rounds: Round[] = []
  let turn = 0
  let sent: Sent[] = []
  const act = async (command: Played) => {
    const member = members[turn % members.length]
    turn += 1
    sent.push({ name: command.name, at: await actIn(member, roomId, command) })
  }
  const both = async () => Promise.all([one.take(), other.take()])
  await both()
  while (Date.now() < endsAt) {
    const from = Date.now()
    sent = []
    await pause(15_000)
    await act({ name: 'pause' })
    await pause(2000)
    await act({ name: 'play' })
    await pause(13_000)
    await act({ name: 'seek', positionMs: 5000 })
    await pause(10_000)
    await act({ name: 'next' })
    await pause(10_000)
    await other.setOnline(false)
    await pause(4000)
    await other.setOnline(true)
    await pause(6000)
    rounds.push({ from, until: Date.now() - 500, sent, recordings: await both() })
  }
  return rounds
}

function heardIn(rounds: readonly Round[]): Heard {
  return {
    moments: rounds.flatMap(({ recordings, ...between }) => compareSound(...recordings, between)),
    commands: rounds.flatMap((round) => round.sent.map((command) => heardAfter(command, round.recordings))),
  }
}

const HEARD_WITHIN_MS = 3000

/**
 * Milliseconds from the sending of a command until all of these recordings follow it. A browser knows the latency of an
 * element's output and reports the position that is heard. It does not know the latency of the recorder, which is left
 * out.
 */
function heardAfter({ name, at }: Sent, recordings: readonly TimedRecording[]): number {
  const each = recordings.map((recording) => {
    const { silentMs, audibleMs } = pauseAfter(recording, at, HEARD_WITHIN_MS)
    return (name === 'pause' ? silentMs : audibleMs) ?? Infinity
  })
  return Math.max(...each)
}

/** @returns when the command was sent, milliseconds since 1970 */
async function actIn(member: RoomMember | undefined, roomId: string, command: Played): Promise<number> {
  const { state } = (await member?.read(roomId)) ?? {}
  const entryId = state?.playback.entryId
  if (!member || !state || entryId === undefined || entryId === null)
    throw new Error('The room plays nothing')
  const full: RoomCommand = { ...command, entryId, revision: state.revision }
  const at = Date.now()
  await member.command(roomId, full)
  return at
}

interface LateJoin {
  /** Milliseconds since 1970. */
  at: number
  recordings: readonly [TimedRecording, TimedRecording]
}

async function recordLateJoins(
  first: RoomListener,
  member: RoomMember,
  { browsing, roomId, host }: { browsing: Browsing; roomId: string; host: RoomMember },
): Promise<LateJoin[]> {
  const joined: LateJoin[] = []
  await actIn(host, roomId, { name: 'seek', positionMs: 0 })
  for (let round = 0; round < LATE_JOINS; round += 1) {
    await using late = await startListener(member, browsing)
    await pause(SETTLED_AFTER_MS)
    await first.take()
    const at = await late.join(roomId)
    await pause(JOIN_WATCHED_MS)
    joined.push({ at, recordings: [await first.take(), await late.take()] })
    // A member whose browser was only closed stays in the room for a while, and cannot join.
    await member.leave(roomId)
  }
  return joined
}

/** Milliseconds from the join until the late browser is in step with the first one, and stays so. */
function inStepAfter({ at: joinedAt, recordings }: LateJoin): number {
  const moments = compareSound(...recordings, {
    from: joinedAt,
    until: joinedAt + JOIN_WATCHED_MS - 500,
    stepMs: JOIN_STEP_MS,
  })
  const isInStep = ({ apartMs }: Moment) => apartMs !== undefined && Math.abs(apartMs) <= GOAL_MS
  const first = moments.findIndex((_, index) =>
    moments.slice(index, index + STAYS_MS / JOIN_STEP_MS).every(isInStep),
  )
  return first === -1 ? Infinity : (moments[first]?.at ?? Infinity) - joinedAt
}

function report(
  { name, commandGoal }: Evening,
  { moments, commands }: Heard,
  joins: readonly number[],
): Findings {
  const apart = moments.flatMap(({ apartMs }) => (apartMs === undefined ? [] : [Math.abs(apartMs)]))
  const alone = moments.filter(({ audible }) => audible === 1).length
  const goal = { kind: 'atMost', unit: 'ms' } as const
  return {
    tables: [
      {
        heading: `Listening rooms, ${name}: how far apart two browsers are`,
        columns: ['compared', 'median, ms', 'p95, ms', 'p99, ms', 'most, ms', 'not the same', 'one silent'],
        rows: [
          [
            String(apart.length),
            figure(median(apart)),
            figure(percentile(apart, 0.95)),
            figure(percentile(apart, 0.99)),
            figure(Math.max(...apart.filter(Number.isFinite))),
            String(apart.filter((ms) => !Number.isFinite(ms)).length),
            String(alone),
          ],
        ],
        notes: [
          `Commands are heard by both after ${figure(median(commands))} ms (median), ${figure(percentile(commands, 0.95))} (p95), ${figure(Math.max(...commands))} (most).`,
          `Late joiner in step after ${joins.map((ms) => figure(ms)).join(', ')} ms from its report to be there.`,
        ],
      },
    ],
    goals: [
      {
        ...goal,
        name: `difference of two browsers, p95, ${name}`,
        value: percentile(apart, 0.95),
        goal: GOAL_MS,
      },
      {
        ...goal,
        name: `moments in which one browser is silent, ${name}`,
        value: (100 * alone) / moments.length,
        unit: '%',
        goal: SILENT_PERCENT,
      },
      ...(commandGoal === undefined
        ? []
        : [
            {
              ...goal,
              name: `command heard by both, p95, ${name}`,
              value: percentile(commands, 0.95),
              goal: commandGoal,
            },
          ]),
      { ...goal, name: `late joiner in step, most, ${name}`, value: Math.max(...joins), goal: 2000 },
    ],
  }
}
