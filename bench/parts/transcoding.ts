import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { getAlbum } from '@tonarchiv/contract/catalog'
import { type Quality, type QualityCodec, streamQuality } from '@tonarchiv/contract/qualities'
import { urlOf } from '@tonarchiv/contract/route'
import * as z from 'zod/mini'
import { accountOf, createAccounts } from '../archive/account.ts'
import { addAlbum } from '../archive/add-album.ts'
import { createMusicFiles, MUSIC_SECONDS } from '../archive/music-files.ts'
import { withServices } from '../archive/with-services.ts'
import { median, percentile } from '../load/percentile.ts'
import { figure } from '../report/numbers.ts'
import { logIn } from '../servers/log-in.ts'
import { startProduct } from '../servers/product.ts'
import type { PartWithoutArchives } from './part.ts'

const ALBUM = 'Qualitäten'
/** The qualities that are requested; none was encoded before. */
const WANTED: readonly { codec: QualityCodec; kbps: Quality }[] = [
  { codec: 'opus', kbps: '192' },
  { codec: 'opus', kbps: '96' },
  { codec: 'aac', kbps: '192' },
  { codec: 'mp3', kbps: '192' },
]
/** Seconds of a track to which a listener seeks. */
const SEEKS = [0.25, 0.5, 0.75, 0.9, 0.97].map((share) => Math.floor(share * MUSIC_SECONDS))
/**
 * Seconds at the end of each file that are encoded before measuring, because the server queries the codecs of ffmpeg at
 * its first encoding.
 */
const WARMING_SECOND = 1

/** The time until the first byte of an encoding, from the beginning of a track and after a seek. */
export const measureTranscoding: PartWithoutArchives = async ({ runFolder }) => {
  const heading = `First byte of an encoding, tracks of ${MUSIC_SECONDS} s`
  const columns = ['File', 'beginning: median, ms', 'worst, ms', 'seek: median, ms', 'worst, ms']
  if (spawnSync('ffmpeg', ['-version']).error)
    return { tables: [{ heading, columns, rows: [], notes: ['ffmpeg is not installed.'] }], goals: [] }
  const dataFolder = join(runFolder, 'qualities')
  await withServices(dataFolder, async (services) => {
    await createAccounts(services, 1)
    const files = Object.entries(await createMusicFiles(runFolder))
    await addAlbum(
      services,
      ALBUM,
      files.map(([title, path]) => ({ title, path })),
    )
  })
  await using server = await startProduct(dataFolder, runFolder)
  const origin = `http://127.0.0.1:${server.port}`
  const headers = { authorization: `Bearer ${await logIn(server.port, accountOf(0))}` }
  const answer = await fetch(origin + urlOf(getAlbum, { params: { albumTitel: ALBUM } }), { headers })
  const { album } = z.parse(getAlbum.answer, await answer.json())
  const firstByte = async (file: string, query: { codec: QualityCodec; kbps: Quality; from?: number }) =>
    firstByteOf(origin + urlOf(streamQuality, { params: { file }, query }), headers)

  const rows: string[][] = []
  const beginnings: number[] = []
  const seeks: number[] = []
  for (const { title, file = '' } of album.tracks) {
    await firstByte(file, { codec: 'opus', kbps: '96', from: MUSIC_SECONDS - WARMING_SECOND })
    const [begun, sought]: [number[], number[]] = [[], []]
    for (const wanted of WANTED) begun.push(await firstByte(file, wanted))
    for (const from of SEEKS) sought.push(await firstByte(file, { codec: 'opus', kbps: '192', from }))
    rows.push([
      title,
      ...[begun, sought].flatMap((each) => [figure(median(each)), figure(Math.max(...each))]),
    ])
    beginnings.push(...begun)
    seeks.push(...sought)
  }
  return {
    tables: [{ heading, columns, rows }],
    goals: [
      {
        name: 'first byte of an encoding, p95',
        value: percentile(beginnings, 0.95),
        unit: 'ms',
        kind: 'atMost',
        goal: 300,
      },
      {
        name: 'first byte after a seek in an encoding, p95',
        value: percentile(seeks, 0.95),
        unit: 'ms',
        kind: 'atMost',
        goal: 500,
      },
    ],
  }
}

/** Milliseconds from the request to the first byte. The rest is read, too, so that only one encoding runs at a time. */
async function firstByteOf(address: string, headers: Record<string, string>): Promise<number> {
  const requestedAt = performance.now()
  const response = await fetch(address, { headers })
  if (!response.ok || response.body === null)
    throw new Error(`An encoding was answered with ${response.status}`)
  const reader = response.body.getReader()
  await reader.read()
  const milliseconds = performance.now() - requestedAt
  while (!(await reader.read()).done);
  return milliseconds
}
