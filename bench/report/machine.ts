import { availableParallelism, cpus, type } from 'node:os'

/** The machine and the date of the measurement, in one line. */
export function describeMachine(nginx: string | undefined, now: Date): string {
  const model = (cpus()[0]?.model ?? 'unknown processor').replaceAll(/\s+/g, ' ').trim()
  const parts = [
    model,
    `${availableParallelism()} cores`,
    type(),
    `Node ${process.version}`,
    nginx === undefined ? 'nginx not installed' : `nginx ${nginx}`,
    now.toISOString().slice(0, 10),
  ]
  return `_${parts.join(', ')}_`
}
