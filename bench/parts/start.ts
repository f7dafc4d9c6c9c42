import { median } from '../load/percentile.ts'
import { figure } from '../report/numbers.ts'
import { startProduct } from '../servers/product.ts'
import type { Part } from './part.ts'

const STARTS = 5

/** The time from the start of the process until it reports that it is ready, on archives of both sizes. */
export const measureStart: Part = async ({ archives, runFolder }) => {
  const medians: number[] = []
  const rows: string[][] = []
  for (const { label, dataFolder } of [archives.small, archives.large]) {
    const starts: number[] = []
    for (let round = 0; round < STARTS; round += 1) {
      await using server = await startProduct(dataFolder, runFolder)
      starts.push(server.startMs)
    }
    medians.push(median(starts))
    rows.push([label, figure(median(starts)), figure(Math.max(...starts))])
  }
  return {
    tables: [{ heading: `Start (${STARTS} times)`, columns: ['Archive', 'median, ms', 'slowest, ms'], rows }],
    goals: [
      { name: 'ready after start, large archive', value: medians[1], unit: 'ms', kind: 'atMost', goal: 1500 },
    ],
  }
}
