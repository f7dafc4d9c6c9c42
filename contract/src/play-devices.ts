import * as z from 'zod/mini'
import { Position, Revision } from './play-state.ts'
import { Id, plainText } from './text.ts'

/** Milliseconds in which a device answers a command; after that it counts as unreachable, and the command as void. */
export const ANSWERED_WITHIN = 3000
/** Maximum number of commands of other tabs that a report names as done. */
const ANSWERS_MAX = 10

const Volume = z.number().check(z.minimum(0), z.maximum(1))
/** Grows with each command of a tab, so that none is done twice. */
const Sequence = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))
/** A done command: the tab that sent it, and its sequence number. */
const Answer = z.object({ tab: Id, seq: Sequence })

const report = {
  status: z.enum(['empty', 'loading', 'playing', 'paused']),
  /** The current track, by its id and title. */
  track: z.nullable(z.object({ id: Id, title: plainText({ max: 200 }) })),
  position_seconds: Position,
  duration_seconds: Position,
  /** Null where pages cannot set the volume. */
  volume: z.nullable(Volume),
  muted: z.boolean(),
  /** The browser rejected a start without a press on this device. */
  needs_press: z.boolean(),
  answers: z.array(Answer).check(z.maxLength(ANSWERS_MAX)),
}

/** Sent over the socket by a tab with archive access: what its player does. Each report replaces the last one. */
export const OwnPlayer = z.object({ type: z.literal('player'), ...report })

/** What a report says, without its type. */
export const PlayerReport = z.object(report)
export type PlayerReport = z.infer<typeof PlayerReport>

/** What a device is to do. Nothing in it depends on the state before, except `next` and `previous`. */
export const PlayerCommand = z.discriminatedUnion('name', [
  z.object({ name: z.literal('play') }),
  z.object({ name: z.literal('pause') }),
  z.object({ name: z.literal('next') }),
  z.object({ name: z.literal('previous') }),
  z.object({ name: z.literal('seek'), seconds: Position }),
  z.object({ name: z.literal('volume'), volume: Volume, muted: z.boolean() }),
  /** Loads the saved play state, and continues at this second. */
  z.object({ name: z.literal('take'), seconds: Position, plays: z.boolean() }),
])
export type PlayerCommand = z.infer<typeof PlayerCommand>

/** Sent over the socket by a tab: a command to another device of the same account. */
export const CommandToDevice = z.object({
  type: z.literal('playerCommand'),
  /** The id of the device. */
  to: Id,
  seq: Sequence,
  command: PlayerCommand,
})

/**
 * A browser of the account with an open tab. With several tabs it reports the one that plays, otherwise the one used
 * last.
 */
const PlayDevice = z.object({
  /** The id of its session. */
  id: Id,
  /**
   * The name that its owner has given it, otherwise the name of its browser; a second device of the same name gets a
   * number.
   */
  name: z.string(),
  /** Such as "Firefox auf Linux"; null where `name` is already the browser. */
  browser: z.nullable(z.string()),
  kind: z.enum(['mobile', 'tablet', 'desktop']),
  /**
   * When its sound began, milliseconds since 1970; null while it is silent. If two devices have sound, the later one
   * keeps playing.
   */
  began_at: z.nullable(z.number()),
  /** When it reported this, milliseconds since 1970. */
  reported_at: z.number(),
  ...report,
})
export type PlayDevice = z.infer<typeof PlayDevice>

/** Sent over the socket: all open devices of the account, to each of its tabs whenever one of them has changed. */
export const PlayDevices = z.object({
  type: z.literal('players'),
  /** The receiving tab: its device, its own id, and when its own sound began. */
  self: z.object({ device: Id, tab: Id, began_at: z.nullable(z.number()) }),
  /** The time of the server, milliseconds since 1970. */
  at: z.number(),
  devices: z.array(PlayDevice),
})
export type PlayDevices = z.infer<typeof PlayDevices>

/** Sent over the socket: a command of another tab of the account, named by its id. */
export const CommandFromDevice = z.object({
  type: z.literal('playerCommand'),
  from: Id,
  seq: Sequence,
  /** The time of the server, milliseconds since 1970. */
  at: z.number(),
  command: PlayerCommand,
})
export type CommandFromDevice = z.infer<typeof CommandFromDevice>

/** Sent over the socket: a device of the account has saved another play state. */
export const PlayStateSaved = z.object({ type: z.literal('playStateSaved'), revision: Revision })
