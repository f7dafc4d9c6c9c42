import { access, constants, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { WrongSettings } from '#config.ts'
import { accountName, groupsOf, nameOfAccount, numberOfAccount } from '#platform/accounts.ts'
import { undefinedIfMissing } from '#storage/disk/missing.ts'
import { ownerOfArchive } from '#storage/disk/archive-owner.ts'
import type { InstalledService } from './find-service.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

/**
 * Changes this process to the account of the service, because the service must be able to read what the command writes.
 * @throws WrongSettings when this is not possible
 */
export async function actAsService({ user, group }: InstalledService): Promise<void> {
  const uid = numberOfAccount(user)
  if (uid === undefined)
    throw new WrongSettings([`The service is to run as the account ${user}, which does not exist.`])
  if (uid === process.getuid?.()) return
  if (process.getuid?.() !== 0)
    throw new WrongSettings([
      `The service and its archive belong to the account ${user}, and this is run by ${accountName()}. Run it as root (sudo tonarchiv …) or as ${user}.`,
    ])
  await become(user, uid, group ?? groupsOf(user)[0] ?? uid)
}

/** If root runs the command, changes this process to the account that owns the archive. */
export async function actAsOwner(dataFolder: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const folder = await stat(dataFolder).catch(undefinedIfMissing)
  // In a container without capabilities, root may not be able to read the folder. Then the owner of the folder is used.
  const uid = (await ownerOfArchive(dataFolder).catch(() => undefined)) ?? folder?.uid
  if (folder === undefined || uid === undefined || uid === 0) return
  const name = nameOfAccount(uid)
  await become(name, uid, groupsOf(name)[0] ?? folder.gid)
}

async function become(name: string, uid: number, group: string | number): Promise<void> {
  try {
    process.setgroups?.([group, ...groupsOf(name)])
    process.setgid?.(group)
    process.setuid?.(uid)
  } catch (error) {
    // In a container without capabilities, root cannot change its account and has the same limits as any other account.
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') return
    throw error
  }
  try {
    await access(program, constants.R_OK)
  } catch {
    throw new WrongSettings([
      `The archive belongs to the account ${name}, which may not read the program in ${program}. Move it to a folder that all may read, such as /opt/tonarchiv.`,
    ])
  }
}
