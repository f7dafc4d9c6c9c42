import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'

/** The account that runs this process, such as `tonarchiv` or `1000`. */
export function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the process may run as an account that has no entry in `/etc/passwd`.
    return String(process.getuid?.() ?? 'unknown')
  }
}

/** The name of an account of this machine, or its number when it has no name. */
export function nameOfAccount(uid: number): string {
  return outputOfId('--name', '--user', String(uid)) ?? String(uid)
}

/** The groups of an account of this machine. The primary group comes first. Empty when there is no such account. */
export function groupsOf(account: string): number[] {
  return outputOfId('--groups', account)?.split(' ').map(Number) ?? []
}

/** The number of an account of this machine; undefined when there is no such account. */
export function numberOfAccount(account: string): number | undefined {
  const uid = outputOfId('--user', account)
  return uid === undefined ? undefined : Number(uid)
}

/** The name of a group of this machine, or its number when it has no name. */
export function nameOfGroup(gid: number): string {
  try {
    const lines = readFileSync('/etc/group', 'utf8').split('\n')
    return lines.map((line) => line.split(':')).find(([, , id]) => id === String(gid))?.[0] ?? String(gid)
  } catch {
    return String(gid)
  }
}

function outputOfId(...parameters: string[]): string | undefined {
  try {
    return execFileSync('id', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
