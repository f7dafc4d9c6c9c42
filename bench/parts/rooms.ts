import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { accountOf } from '../archive/account.ts'
import { createChatMembers } from '../archive/chat-members.ts'
import { createRoomArchive, ROOM_ALBUM } from '../archive/room-archive.ts'
import { logInForRooms } from '../load/room-calls.ts'
import { startProduct } from '../servers/product.ts'
import { startFarNetwork } from '../../e2e/far-network.ts'
import type { Findings, PartWithoutArchives } from './part.ts'
import { measureRoomCommands } from './room-commands.ts'
import { measureRoomsAtRest } from './room-rest.ts'
import { measureInStep } from './room-sound.ts'

/** Seconds of the evening; `BENCH_ROOM_SECONDS` makes it shorter. The evening over a bad network has a quarter. */
const SECONDS = Number(process.env['BENCH_ROOM_SECONDS'] ?? 600)
const ROOMS = 50
const PEOPLE = 20
const TRACKS = 20
const TRACK_SECONDS = 60

/** What several browsers in a listening room hear at the same time, and what rooms cost the server. */
export const measureRooms: PartWithoutArchives = async ({ runFolder }) => {
  const dataFolder = join(runFolder, 'rooms')
  await createRoomArchive(dataFolder, { accounts: ROOMS + 1, tracks: TRACKS, seconds: TRACK_SECONDS })
  const tokens = await createChatMembers(dataFolder, ROOMS * PEOPLE)
  // Rooms of the first measurements stay open for ten minutes, and an archive has 50 rooms at most.
  const restFolder = join(runFolder, 'rooms-at-rest')
  await cp(dataFolder, restFolder, { recursive: true })
  const findings = [
    ...(await measureFollowing({ dataFolder, runFolder, tokens })),
    await measureRest({ dataFolder: restFolder, runFolder, tokens }),
  ]
  return { tables: findings.flatMap(({ tables }) => tables), goals: findings.flatMap(({ goals }) => goals) }
}

interface Needs {
  dataFolder: string
  runFolder: string
  tokens: readonly string[]
}

async function measureFollowing({ dataFolder, runFolder, tokens }: Needs): Promise<Findings[]> {
  await using server = await startProduct(dataFolder, runFolder)
  const memberOf = async (number: number) => logInForRooms(server.port, accountOf(number))
  const members = [await memberOf(0), await memberOf(1), await memberOf(2)] as const
  const albumId = await members[0].albumId(ROOM_ALBUM)

  const findings: Findings[] = []
  const executablePath = process.env['CHROMIUM_PATH']
  if (executablePath !== undefined && executablePath !== '') {
    await using far = await startFarNetwork(server.port, { delayMs: 150, loss: 0.02, resentAfterMs: 450 })
    const browsing = { origin: `http://127.0.0.1:${server.port}`, executablePath }
    const evening = { seconds: SECONDS, albumId, members }
    findings.push(
      await measureInStep({ ...evening, name: 'both near', browsing, commandGoal: 250 }),
      await measureInStep({
        ...evening,
        seconds: SECONDS / 4,
        name: 'one with 300 ms and 2 % loss',
        browsing: { ...browsing, viaPort: far.port },
      }),
    )
  }
  findings.push(
    await measureRoomCommands(server.port, members[0], { albumId, tokens: tokens.slice(0, PEOPLE) }),
  )
  return findings
}

async function measureRest({ dataFolder, runFolder, tokens }: Needs): Promise<Findings> {
  await using server = await startProduct(dataFolder, runFolder)
  const hosts = await Promise.all(
    Array.from({ length: ROOMS }, async (_, index) => logInForRooms(server.port, accountOf(index))),
  )
  const albumId = (await hosts[0]?.albumId(ROOM_ALBUM)) ?? ''
  return await measureRoomsAtRest(server, hosts, { albumId, tokens, people: PEOPLE })
}
