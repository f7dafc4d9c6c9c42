import type { Dirent, Stats } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { emptyIfMissing } from '#storage/disk/missing.ts'
import { nameOfAccount, nameOfGroup } from '#platform/accounts.ts'
import type { Check } from './finding.ts'

/** The account of a running nginx, with all of its groups. */
interface WebServerAccount {
  uid: number
  groups: readonly number[]
}

const ENTER = 0o1
const READ = 0o4

/** Checks the rights of nginx, which opens the media itself with MEDIA_DELIVERY=accel. */
export const webServer: Check = async ({ storage, dataFolder }) => {
  if (storage.kind !== 'disk' || storage.delivery !== 'accel')
    return { state: 'good', message: 'media are not sent by nginx (MEDIA_DELIVERY)' }
  const media = join(dataFolder, 'media')
  const accounts = await runningNginx()
  const [account] = accounts
  if (account === undefined)
    return {
      state: 'hint',
      message: 'nginx sends the media, but none runs on this machine',
      todo: `Start it; elsewhere, let it read ${media} by the group ${await groupOf(dataFolder)}.`,
    }
  const barriers = await Promise.all(accounts.map(async (one) => firstBarrier(media, one)))
  const [barrier] = barriers
  if (barrier === undefined || barriers.includes(undefined))
    return { state: 'good', message: 'nginx may read the media' }
  const name = nameOfAccount(account.uid)
  return {
    state: 'bad',
    message: `nginx (${name}) may not ${barrier.right === READ ? 'read' : 'enter'} ${barrier.path}`,
    todo: remedyFor(barrier, dataFolder, name),
  }
}

interface Barrier {
  path: string
  right: typeof ENTER | typeof READ
  digest: Stats
}

function remedyFor({ path, right, digest }: Barrier, dataFolder: string, account: string): string {
  // If the group of the file has this right, it is enough to make nginx a member of the group.
  if (((digest.mode >> 3) & right) !== 0)
    return `usermod --append --groups ${nameOfGroup(digest.gid)} ${account} && systemctl restart nginx`
  if (path === dataFolder) return `chmod g+x ${path}`
  if (path.startsWith(dataFolder)) return `chmod --recursive g+rX ${join(dataFolder, 'media')}`
  return `chmod o+x ${path}`
}

/** The accounts of the workers of all nginx servers on this machine that this process can see. */
async function runningNginx(): Promise<WebServerAccount[]> {
  const found = new Map<number, WebServerAccount>()
  for (const name of await readdir('/proc').catch(emptyIfMissing)) {
    if (!/^\d+$/.test(name)) continue
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    if (!status.startsWith('Name:\tnginx\n')) continue
    const numbers = (key: string) =>
      new RegExp(`^${key}:\\s*(.*)$`, 'm').exec(status)?.[1]?.split(/\s+/).filter(Boolean).map(Number) ?? []
    const [, uid = 0] = numbers('Uid')
    const [, gid = 0] = numbers('Gid')
    // The master process is root and opens no files for visitors, so only its workers are read.
    if (!found.has(uid)) found.set(uid, { uid, groups: [gid, ...numbers('Groups')] })
  }
  const workers = [...found.values()].filter(({ uid }) => uid !== 0)
  return workers.length > 0 ? workers : [...found.values()]
}

/** The first folder or file on the path to a media file for which the account lacks the right. */
async function firstBarrier(media: string, account: WebServerAccount): Promise<Barrier | undefined> {
  const folders: string[] = []
  for (let path = media; path !== dirname(path); path = dirname(path)) folders.unshift(path)
  const file = await anyFile(media)
  const inside = file === undefined ? [] : foldersBetween(media, file)
  for (const path of [...folders, ...inside]) {
    const digest = await stat(path)
    if (!may(account, digest, ENTER)) return { path, right: ENTER, digest }
  }
  if (file === undefined) return undefined
  const digest = await stat(file)
  return may(account, digest, READ) ? undefined : { path: file, right: READ, digest }
}

function foldersBetween(media: string, file: string): string[] {
  const folders: string[] = []
  for (let path = dirname(file); path !== media; path = dirname(path)) folders.unshift(path)
  return folders
}

/** The path of any stored file. All stored files have the same rights. */
async function anyFile(folder: string): Promise<string | undefined> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])) {
    if (entry.name === 'staged') continue
    const path = join(folder, entry.name)
    if (entry.isFile()) return path
    const found = entry.isDirectory() ? await anyFile(path) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function may({ uid, groups }: WebServerAccount, digest: Stats, right: number): boolean {
  if (uid === 0) return true
  if (uid === digest.uid) return ((digest.mode >> 6) & right) !== 0
  return ((groups.includes(digest.gid) ? digest.mode >> 3 : digest.mode) & right) !== 0
}

async function groupOf(folder: string): Promise<string> {
  return nameOfGroup((await stat(folder)).gid)
}
