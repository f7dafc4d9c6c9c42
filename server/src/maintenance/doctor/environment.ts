import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDatabase } from '#database/open.ts'
import { archiveVersion } from '#platform/archive-version.ts'
import { installedVersions, tooOld } from '#platform/minimum-versions.ts'
import { appliedMigrations } from '../database/dump-database.ts'
import { newestTimestamp, timeOfDatabase } from './timestamps.ts'
import type { Check } from './finding.ts'

const run = promisify(execFile)
const root = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

/** The highest version in `engines` of package.json. */
const NEWEST_NODE = 26
const CLOCK_MAY_DIFFER_MS = 5000

export const versions: Check = async () => {
  const installed = installedVersions()
  const message = `archive ${await archiveVersion()}, Node ${installed.Node}, SQLite ${installed.SQLite}`
  const old = tooOld(installed)
  const [major = 0] = installed.Node.split('.').map(Number)
  if (major > NEWEST_NODE) old.push('Run it with Node 24: nothing is known of a newer one.')
  return old.length > 0 ? { state: 'bad', message, todo: old.join(' ') } : { state: 'good', message }
}

export const webApp: Check = async () =>
  existsSync(root('web/dist/app.html'))
    ? { state: 'good', message: 'built' }
    : {
        state: 'bad',
        message: 'there are no pages',
        todo: 'Build them once with `npm start`, or `vite build web`.',
      }

/** Checks the clock, on which sessions, links and the order of rows depend. */
export const clock: Check = async ({ database: choice }) => {
  const message = `${new Date().toISOString()}, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`
  if (choice.kind === 'sqlite' && !existsSync(choice.path)) return { state: 'good', message }
  const db = openDatabase(choice, () => {})
  try {
    if ((await appliedMigrations(db)).length === 0) return { state: 'good', message }
    const newest = await newestTimestamp(db)
    const ahead = newest === undefined ? 0 : Date.parse(newest) - Date.now()
    const theirs = await timeOfDatabase(db)
    const differs = Math.max(ahead, theirs === undefined ? 0 : Math.abs(theirs - Date.now()))
    if (differs < CLOCK_MAY_DIFFER_MS) return { state: 'good', message }
    return {
      state: 'bad',
      message: `${message}: ${Math.round(differs / 1000)} s apart from the database`,
      todo: 'Let the clocks be set over the network (systemd-timesyncd, chrony).',
    }
  } catch {
    // Another check reports faults of the database.
    return { state: 'good', message }
  } finally {
    await db.destroy()
  }
}

export const addresses: Check = async ({ publicUrl, trustedProxies, host }) => {
  const { hostname, protocol } = new URL(publicUrl)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol === 'http:' && !isLocal) {
    const todo =
      'Put a proxy with TLS in front and set PUBLIC_URL to its https address: passwords travel openly.'
    return { state: 'bad', message: publicUrl, todo }
  }
  if (protocol === 'https:' && trustedProxies.length === 0) {
    const todo = 'Set TRUST_PROXY to the address of the proxy: otherwise all visitors share one limit.'
    return { state: 'bad', message: `${publicUrl}, behind a proxy that is not believed`, todo }
  }
  if (isLocal && host !== '127.0.0.1' && host !== '::1') {
    const todo = 'Set PUBLIC_URL to the address that others use: links in letters are made of it.'
    return { state: 'hint', message: `${publicUrl}, though others can reach it on ${host}`, todo }
  }
  return { state: 'good', message: publicUrl }
}

export const ffmpeg: Check = async ({ ffmpeg: program }) => {
  if (program === undefined) return { state: 'good', message: 'switched off (FFMPEG)' }
  try {
    const { stdout } = await run(program, ['-version'])
    return { state: 'good', message: /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? 'found' }
  } catch {
    const todo =
      'Install ffmpeg: videos get a picture by themselves, and music that browsers cannot play is converted.'
    return { state: 'hint', message: `there is no ${program}`, todo }
  }
}
