import { readFileSync } from 'node:fs'

/** What a process has used up to now. */
export interface ProcessUsage {
  /** Processor time of all its threads, in steps of 10 ms. */
  cpuMs: number
  /** Memory that it holds, bytes. */
  rssBytes: number
}

/** The clock tick in which Linux tells processor time to programs. */
const MS_PER_TICK = 10

/** Whether this system tells what other processes use. */
export const canReadUsage = process.platform === 'linux'

/** Undefined where the system does not tell. */
export function usageOf(pid: number): ProcessUsage | undefined {
  if (!canReadUsage) return undefined
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the program's name in brackets and may hold anything; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const residentKb = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK,
    rssBytes: Number(residentKb) * 1024,
  }
}
