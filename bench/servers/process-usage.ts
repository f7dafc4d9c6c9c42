import { readdirSync, readFileSync } from 'node:fs'

/** The resources that a process has used up to now. */
export interface ProcessUsage {
  /** Processor time of all its threads. */
  cpuMs: number
  /** Resident memory, bytes. */
  rssBytes: number
}

/** Whether this system reports the resources of other processes. */
export const canReadUsage = process.platform === 'linux'

/** The resources that a process has used; undefined where the system does not report them. */
export function usageOf(pid: number): ProcessUsage | undefined {
  if (!canReadUsage) return undefined
  const residentKb = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { cpuMs: exactCpuMs(pid) ?? countedCpuMs(pid), rssBytes: Number(residentKb) * 1024 }
}

/** Processor time to the nanosecond, if the kernel reports that. Threads that have ended are not included. */
function exactCpuMs(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const nanoseconds = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6
  } catch {
    return undefined
  }
}

const MS_PER_TICK = 10

/** Processor time from the number of clock ticks, which every Linux reports. */
function countedCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the program's name in brackets and may contain any character. User and system time are fields
  // 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}
