import * as z from 'zod/mini'
import { Position, Revision } from './play-state.ts'
import { Id, plainText } from './text.ts'

/**
 * Maximum time in milliseconds for a device to answer a command. After it the device counts as unreachable, and the
 * command as not executed.
 */
export const ANSWERED_WITHIN = 3000
/** Maximum number of executed commands that a report contains. */
const ANSWERS_MAX = 10

const Volume = z.number().check(z.minimum(0), z.maximum(1))
/** The number of a command. It increases with each command of a tab, so that no command is executed twice. */
const Sequence = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))
/** An executed command: the tab that has sent it, and its sequence number. */
const Answer = z.object({ tab: Id, seq: Sequence })

const report = {
  status: z.enum(['empty', 'loading', 'playing', 'paused']),
  /** The current track, by its id and title. */
  track: z.nullable(z.object({ id: Id, title: plainText({ max: 200 }) })),
  position_seconds: Position,
  duration_seconds: Position,
  /** The volume; null where pages cannot set it. */
  volume: z.nullable(Volume),
  muted: z.boolean(),
  /**
   * Whether the browser has rejected the start of playback because the member has not pressed anything on this device.
   */
  needs_press: z.boolean(),
  answers: z.array(Answer).check(z.maxLength(ANSWERS_MAX)),
}

/**
 * Sent over the socket by a tab with archive access: the state of its player. Each report replaces the previous one.
 */
export const OwnPlayer = z.object({ type: z.literal('player'), ...report })

/** The state of a player: a report without its message type. */
export const PlayerReport = z.object(report)
export type PlayerReport = z.infer<typeof PlayerReport>

/**
 * A command to the player of a device. Except for `next` and `previous`, its effect does not depend on the player's
 * state.
 */
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

/** Sent over the socket by a tab: a command for another device of the same account. */
export const CommandToDevice = z.object({
  type: z.literal('playerCommand'),
  /** The id of the device. */
  to: Id,
  seq: Sequence,
  command: PlayerCommand,
})

/**
 * A browser of the account with an open tab. If it has several tabs, the data are those of the tab that plays,
 * otherwise of the tab that was used last.
 */
const PlayDevice = z.object({
  /** The id of the device's session. */
  id: Id,
  /**
   * The name that the owner has given to the device, otherwise the name of its browser. If two devices have the same
   * name, the second one gets a number.
   */
  name: z.string(),
  /** The name of the browser, such as "Firefox auf Linux". Null when `name` is already that name. */
  browser: z.nullable(z.string()),
  kind: z.enum(['mobile', 'tablet', 'desktop']),
  /**
   * The time at which its sound began, in milliseconds since 1970; null while it is silent. If two devices have sound,
   * the one that began later keeps playing.
   */
  began_at: z.nullable(z.number()),
  /** The time of the device's last report, in milliseconds since 1970. */
  reported_at: z.number(),
  ...report,
})
export type PlayDevice = z.infer<typeof PlayDevice>

/**
 * Sent over the socket to each tab of the account when one of its devices has changed: all open devices of the account.
 */
export const PlayDevices = z.object({
  type: z.literal('players'),
  /** The tab that receives the message: its device, its own id, and the time at which its own sound began. */
  self: z.object({ device: Id, tab: Id, began_at: z.nullable(z.number()) }),
  /** The time of the server, milliseconds since 1970. */
  at: z.number(),
  devices: z.array(PlayDevice),
})
export type PlayDevices = z.infer<typeof PlayDevices>

/** Sent over the socket: a command from another tab of the account. `from` is the id of that tab. */
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
