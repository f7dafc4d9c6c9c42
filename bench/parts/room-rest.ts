import { setTimeout as pause } from 'node:timers/promises'
import { SOCKET_PATH } from '@tonarchiv/contract/realtime'
import { keepAlive, openSockets } from '../load/chat-socket.ts'
import { roomCalls, type RoomMember } from '../load/room-calls.ts'
import { figure } from '../report/numbers.ts'
import { usageOf } from '../servers/process-usage.ts'
import type { RunningServer } from '../servers/running-server.ts'
import type { Findings } from './part.ts'

/** Milliseconds between two requests of a tab for the server's clock. */
const CLOCK_EVERY_MS = 12_000
const SETTLE_MS = 15_000
const WATCHED_MS = 30_000

/** The server's cost of rooms that play while members send no commands. */
export async function measureRoomsAtRest(
  { pid, port }: RunningServer,
  hosts: readonly RoomMember[],
  { albumId, tokens, people }: { albumId: string; tokens: readonly string[]; people: number },
): Promise<Findings> {
  const roomIds: string[] = []
  for (const host of hosts) roomIds.push((await host.open(albumId)).state.roomId)
  const roomOf = (index: number) => roomIds[Math.floor(index / people)] ?? ''
  for (const [index, token] of tokens.entries()) await roomCalls(port, token).join(roomOf(index))
  const sockets = await openSockets(
    port,
    tokens.map((token) => `${SOCKET_PATH}?token=${token}`),
    () => undefined,
    50,
  )
  for (const [index, socket] of sockets.entries())
    socket.send(JSON.stringify({ type: 'roomHere', roomId: roomOf(index), sound: 'on' }))
  const stopBeating = keepAlive(sockets)
  const stopClocks = askForClock(sockets)
  try {
    await pause(SETTLE_MS)
    const before = usageOf(pid)
    await pause(WATCHED_MS)
    const after = usageOf(pid)
    const corePercent = before && after && ((after.cpuMs - before.cpuMs) / WATCHED_MS) * 100
    return {
      tables: [
        {
          heading: `${roomIds.length} listening rooms with ${people} members each, at rest`,
          columns: ['sockets', '% of a core'],
          rows: [[String(sockets.length), figure(corePercent)]],
        },
      ],
      goals: [
        {
          name: `${roomIds.length} rooms with ${people} members at rest`,
          value: corePercent,
          unit: '% of a core',
          kind: 'atMost',
          goal: 10,
        },
      ],
    }
  } finally {
    stopBeating()
    stopClocks()
    for (const socket of sockets) socket.leave()
  }
}

/** Lets each tab ask for the server's clock as the app does. @returns a function that stops it */
function askForClock(sockets: readonly { send: (text: string) => void }[]): () => void {
  const rounds = 120
  let next = 0
  const timer = setInterval(() => {
    for (let index = next; index < sockets.length; index += rounds)
      sockets[index]?.send(JSON.stringify({ type: 'clock', sent: performance.now() }))
    next = (next + 1) % rounds
  }, CLOCK_EVERY_MS / rounds)
  return () => clearInterval(timer)
}
