import { setTimeout as pause } from 'node:timers/promises'
import type { SoundArchive } from '../archive/sound-archive.ts'
import { listen, stopReading } from '../load/listeners.ts'
import type { Goal } from '../report/goal.ts'
import { kilobytes, megabytes } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import { usageOf } from '../servers/process-usage.ts'
import { startProduct } from '../servers/product.ts'
import { productSource } from './sound-source.ts'

const LISTENERS = 300
const LOOKS = 12
const LOOK_EVERY_MS = 250
/** Memory in bytes that a listener is expected to need: one chunk of 256 KB, and the cost of a connection. */
const EXPECTED_BYTES = 300_000

/** The memory for listeners who start a stream and then read nothing, on a newly started server. */
export async function measureMemory(
  sound: SoundArchive,
  runFolder: string,
): Promise<{ table: Table; goals: Goal[] }> {
  await using product = await startProduct(sound.dataFolder, runFolder)
  const source = await productSource(product, sound)
  const requests = Array.from({ length: LISTENERS }, (_, listener) =>
    source.request({ listener, file: listener }),
  )
  await listen(product.port, [requests.slice(0, 8)])
  const before = usageOf(product.pid)?.rssBytes
  const listeners = await stopReading(product.port, requests)
  const looks: number[] = []
  for (let look = 0; look < LOOKS; look += 1) {
    await pause(LOOK_EVERY_MS)
    looks.push(usageOf(product.pid)?.rssBytes ?? Number.NaN)
  }
  listeners.leave()
  const most = before === undefined ? undefined : Math.max(...looks)
  const each = before === undefined || most === undefined ? undefined : (most - before) / LISTENERS
  return {
    table: {
      heading: `Memory with ${LISTENERS} listeners who stop reading`,
      columns: ['Server', 'before, MB', 'most, MB', 'per listener, KB'],
      rows: [['ours', megabytes(before), megabytes(most), kilobytes(each)]],
    },
    goals: [
      {
        name: 'memory per listener who stops reading',
        value: each === undefined ? undefined : each / 1000,
        unit: 'KB',
        kind: 'atMost',
        goal: EXPECTED_BYTES / 1000,
      },
    ],
  }
}
