import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { passwordTooCommon } from '@tonarchiv/contract/auth'
import { boundedQueue } from '#platform/bounded-queue.ts'
import { Refused } from '#platform/refused.ts'

/**
 * The parameters of Argon2id, as ASVS 5.0 App. C requires. The hash contains salt and parameters. See
 * docs/security-requirements.md A-02.
 */
const PARAMETERS = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const
const CURRENT = '$argon2id$v=19$m=47104,t=1,p=1$'

/**
 * The queue of hash computations. Each takes 46 MB and occupies a core. Two run at once if that leaves a core for other
 * requests. The queue is short.
 */
const hashing = boundedQueue({ atOnce: availableParallelism() > 2 ? 2 : 1, waiting: 64 })

/**
 * Hashes a password.
 * @throws Refused `overloaded` when too many computations are queued
 */
export async function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(password, PARAMETERS))
}

let dummyHash: Promise<string> | undefined

/**
 * Whether the password is correct. Without an account the same work is done, so that the response time does not reveal
 * whether the account exists.
 * @throws Refused `overloaded` when too many computations are queued
 */
export async function verifyPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  // The hash is empty when a restore has removed an older password.
  if (storedHash !== undefined && storedHash !== '') return hashing.run(() => verify(storedHash, password))
  dummyHash ??= hash('nobody has this password', PARAMETERS)
  const inVain = await dummyHash
  await hashing.run(() => verify(inVain, password))
  return false
}

/** Whether the hash was made with weaker parameters than the current ones. */
export function needsRehash(storedHash: string): boolean {
  return !storedHash.startsWith(CURRENT)
}

let commonPasswords: Promise<Set<string>> | undefined

/**
 * Rejects a common password, and one that is the name or address of the account or the name of the site.
 * @throws Refused `passwordTooCommon`
 */
export async function refuseCommonPassword(
  password: string,
  own: { email: string; username: string; siteTitle: string },
  field = 'password',
): Promise<void> {
  commonPasswords ??= loadCommonPasswords()
  const lower = password.toLowerCase()
  const ownWords = [
    own.email,
    own.email.split('@')[0],
    own.username,
    own.siteTitle.toLowerCase(),
    'tonarchiv',
    'archive',
    'archiv',
  ]
  if ((await commonPasswords).has(lower) || ownWords.includes(lower)) {
    throw new Refused(passwordTooCommon, { fields: { [field]: passwordTooCommon.text } })
  }
}

/** Loads a list of about 50,000 passwords, when the first password is chosen. */
async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
