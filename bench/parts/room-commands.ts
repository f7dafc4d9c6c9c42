import { setTimeout as pause } from 'node:timers/promises'
import { SOCKET_PATH } from '@tonarchiv/contract/realtime'
import { keepAlive, openSockets } from '../load/chat-socket.ts'
import { median, percentile } from '../load/percentile.ts'
import { roomCalls, type RoomMember } from '../load/room-calls.ts'
import { waitUntil } from '../load/wait-until.ts'
import { figure } from '../report/numbers.ts'
import type { Findings } from './part.ts'

const COMMANDS = 60
/** Milliseconds between two commands. */
const EVERY_MS = 600

/** Milliseconds from the sending of a command until all members of the room have received the new state. */
export async function measureRoomCommands(
  port: number,
  host: RoomMember,
  { albumId, tokens }: { albumId: string; tokens: readonly string[] },
): Promise<Findings> {
  const { roomId, playback } = (await host.open(albumId)).state
  const entryId = playback.entryId ?? ''
  for (const token of tokens) await roomCalls(port, token).join(roomId)
  let arrived: number[] = []
  const sockets = await openSockets(
    port,
    tokens.map((token) => `${SOCKET_PATH}?token=${token}`),
    (message) => {
      if (message.includes('"roomChanged"')) arrived.push(performance.now())
    },
  )
  for (const socket of sockets) socket.send(JSON.stringify({ type: 'roomHere', roomId, sound: 'on' }))
  const stopBeating = keepAlive(sockets)
  // The commands come from a member who follows the room with a socket. The host has no socket, so the server soon
  // removes the host from the room.
  const actor = roomCalls(port, tokens[0] ?? '')
  await pause(3000)
  const delays: number[] = []
  for (let round = 0; round < COMMANDS; round += 1) {
    const { revision } = (await actor.read(roomId)).state
    arrived = []
    const sentAt = performance.now()
    await actor.command(roomId, { name: round % 2 === 0 ? 'pause' : 'play', entryId, revision })
    await waitUntil(() => arrived.length >= tokens.length, 5000)
    delays.push(arrived.length < tokens.length ? Infinity : Math.max(...arrived) - sentAt)
    await pause(EVERY_MS)
  }
  stopBeating()
  for (const socket of sockets) socket.leave()
  return {
    tables: [
      {
        heading: `Listening rooms: a command until all ${tokens.length} members have it`,
        columns: ['commands', 'median, ms', 'p95, ms', 'most, ms'],
        rows: [
          [
            String(delays.length),
            figure(median(delays)),
            figure(percentile(delays, 0.95)),
            figure(Math.max(...delays)),
          ],
        ],
      },
    ],
    goals: [
      {
        name: 'command at all members, p95',
        value: percentile(delays, 0.95),
        unit: 'ms',
        kind: 'atMost',
        goal: 250,
      },
    ],
  }
}
