import type { SoundArchive } from '../archive/sound-archive.ts'
import { listen } from '../load/listeners.ts'
import type { Goal } from '../report/goal.ts'
import { ratio, times } from '../report/numbers.ts'
import type { Table } from '../report/table.ts'
import { startNginx } from '../servers/nginx.ts'
import { startProduct } from '../servers/product.ts'
import { openSource, productSource } from './sound-source.ts'
import { type Case, cellsOf, requestsOf, throughputOf } from './throughput.ts'

const COLUMNS = ['Listeners', 'nginx, we say who', 'per CPU s', 'nginx alone', 'per CPU s', 'ratio'] as const

const WHOLE: Case = { name: '64 listeners, whole files', listeners: 64, inRanges: false }
const RANGES: Case = { name: '64 listeners, 256 KB ranges', listeners: 64, inRanges: true }

/**
 * Without `sendfile`, which is nginx's default, both nginx servers copy the bytes. With `sendfile`, sending the bytes
 * costs nearly nothing, so that almost only the cost of our authorisation is measured.
 */
const ROWS = [
  { kind: WHOLE, sendfile: false, goal: 0.95, limit: 0.85 },
  { kind: RANGES, sendfile: false, goal: 0.6, limit: 0.4 },
  { kind: WHOLE, sendfile: true },
  { kind: RANGES, sendfile: true },
] as const

/**
 * `MEDIA_DELIVERY=accel`: the cost of our authorisation compared with an nginx that serves files to every client; the
 * processor time of both counts.
 */
export async function measureBehindNginx(
  sound: SoundArchive,
  runFolder: string,
): Promise<{ table: Table; goals: Goal[] }> {
  const { mediaFolder } = sound
  await using product = await startProduct(sound.dataFolder, runFolder, { MEDIA_DELIVERY: 'accel' })
  const rows: string[][] = []
  const goals: Goal[] = []
  for (const { kind, sendfile, ...judged } of ROWS) {
    await using front = await startNginx(mediaFolder, runFolder, { sendfile, inFrontOf: product.port })
    await using alone = await startNginx(mediaFolder, runFolder, { sendfile })
    const ours = { ...(await productSource(front, sound)), pidBehind: product.pid }
    // The first requests open connections between the two servers, and compile hot code.
    await listen(ours.port, requestsOf(ours, RANGES))
    const [behind, open] = await throughputOf([ours, openSource(alone, sound)], kind)
    const value = ratio(behind?.bytesPerCpuSecond, open?.bytesPerCpuSecond)
    rows.push([
      `${kind.name}${sendfile ? ', sendfile' : ''}`,
      ...[behind, open].flatMap(cellsOf),
      times(value),
    ])
    const name = `bytes per CPU second behind nginx, ${kind.name}, beside nginx alone`
    if ('goal' in judged) goals.push({ name, value, unit: '×', kind: 'atLeast', ...judged })
  }
  return {
    table: { heading: 'nginx sends what we allow, MB per second and per CPU second', columns: COLUMNS, rows },
    goals,
  }
}
