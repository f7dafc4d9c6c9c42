import { SOUND_ACCOUNTS, SOUND_BYTES } from '../archive/sound-archive.ts'
import { dice } from '../archive/dice.ts'
import { type HeldListeners, listenAtPace, seek } from '../load/listeners.ts'
import { percentile } from '../load/percentile.ts'
import type { Goal } from '../report/goal.ts'
import { figure, ratio, times } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import type { SoundSource } from './sound-source.ts'

const SEEKS = 400
const ROUNDS = 2
const LISTENERS = 300
/** The last account is free for the one who seeks. */
const SEEKER = SOUND_ACCOUNTS - 1
/** 320 kbit/s. */
const PACE_BYTES_PER_SECOND = 40_000

/** How long somebody who jumps in a track waits for sound, alone and while many others listen. */
export async function measureSeeks(
  sources: readonly SoundSource[],
): Promise<{ table: Table; goals: Goal[] }> {
  const rows: string[][] = []
  const goals: Goal[] = []
  for (const listeners of [0, LISTENERS]) {
    const name = listeners === 0 ? 'nobody else listens' : `${listeners} others listen at 320 kbit/s`
    const waits = await waitsOf(sources, listeners)
    const p99s = waits.map((values) => percentile(values, 0.99))
    const factor = ratio(p99s[0], p99s[1])
    const cells = waits.flatMap((values) => [
      figure(percentile(values, 0.5)),
      figure(percentile(values, 0.99)),
    ])
    rows.push([name, ...cells, ...(waits.length < 2 ? ['–', '–'] : []), times(factor)])
    if (factor !== undefined)
      goals.push({
        name: `first byte of a seek, p99 beside nginx, ${name}`,
        value: factor,
        unit: '×',
        kind: 'atMost',
        goal: 1.2,
        limit: 2,
      })
  }
  return {
    table: {
      heading: `First byte of a seek (new connection, ${SEEKS * ROUNDS} seeks)`,
      columns: ['Meanwhile', 'ours p50, ms', 'p99, ms', 'nginx p50, ms', 'p99, ms', 'p99 ours / nginx'],
      rows,
    },
    goals,
  }
}

async function waitsOf(sources: readonly SoundSource[], listeners: number): Promise<number[][]> {
  const waits = sources.map((): number[] => [])
  const throws = dice(7)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, source] of sources.entries()) {
      const others = await startOthers(source, listeners)
      try {
        for (let turn = 0; turn < SEEKS; turn += 1) {
          const request = source.request({
            listener: SEEKER,
            file: turn,
            range: `bytes=${throws.below(SOUND_BYTES)}-`,
          })
          waits[index]?.push(await seek(source.port, request))
        }
      } finally {
        others.leave()
      }
    }
  }
  return waits
}

async function startOthers({ port, request }: SoundSource, listeners: number): Promise<HeldListeners> {
  const requests = Array.from({ length: listeners }, (_, listener) =>
    request({ listener: listener % SEEKER, file: listener }),
  )
  return listenAtPace(port, requests, PACE_BYTES_PER_SECOND)
}
