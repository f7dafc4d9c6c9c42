import type { Socket } from '#realtime/socket.ts'
import type { FollowCommands, Player } from '#features/player/index.ts'
import type { RoomPlayerParts } from '../following/room-player.ts'
import type { createVideoOutput } from '../video/video-output.ts'
import type { RoomCalls } from './room-calls.ts'

/** What a room needs from the application. */
export interface SessionParts {
  calls: RoomCalls
  socket: Pick<Socket, 'on' | 'send' | 'state'>
  /** The player of this tab. */
  player: RoomPlayerParts & FollowCommands & Pick<Player, 'state' | 'listen' | 'stopsAfterTrack'>
  /** Creates the video element that plays a room of videos. */
  createVideo: typeof createVideoOutput
  /** The id of the signed-in account. */
  userId: () => string
  /** Milliseconds of a clock that never goes back; it may stand still while the computer sleeps. */
  now: () => number
  /** Milliseconds since 1970, of a clock that does not stand still. */
  wallNow: () => number
  /** Calls the function after this many milliseconds, also in a hidden page. @returns a function that cancels it */
  after: (ms: number, run: () => void) => () => void
  /** 0 to 1. */
  random: () => number
}
