import type { CallerCache } from '#access/caller-cache.ts'
import type { Caller } from '#access/caller.ts'
import type { CredentialWatch } from '#access/credential-watch.ts'
import type { Credential, CredentialResolvers, Shown } from '#access/credentials.ts'
import { withAccess } from '#features/access-grants/index.ts'
import { withRequiredFactor } from '#features/auth/index.ts'
import type { Services } from '#services.ts'
import { type AppPasswordWithRights, findByName, findBySecretHash } from './find-app-passwords.ts'
import { hashSecret, secretCipher } from './secrets.ts'
import { isShown, nameIn } from './shown-secrets.ts'
import type { StampUse } from './use-stamps.ts'

interface Opened {
  callers: CallerCache
  watch: CredentialWatch
  stampUse: StampUse
}

/**
 * Makes the resolvers that find the account of an app password. The password is sent with a name, or alone as an API
 * key.
 */
export function credentialResolvers(
  services: Services,
  { callers, watch, stampUse }: Opened,
): CredentialResolvers {
  const { db } = services
  const cipher = secretCipher(services.secret)

  /** Finds the caller of a credential. For media it is cached, because players send many range requests in a row. */
  async function find(
    { isMedia }: Shown,
    shown: Credential<'apiKey' | 'appPassword'>,
    load: () => Promise<AppPasswordWithRights | undefined>,
  ): Promise<Caller | undefined> {
    const loadCaller = async () => {
      const row = await load()
      if (row === undefined) return undefined
      stampUse(row, shown.app)
      const owner = await withRequiredFactor(services, callerOf(row))
      const caller = await withAccess(services, owner, row.hasLimitedAccess)
      watch.saw(caller)
      return caller
    }
    return isMedia ? callers.find(JSON.stringify(shown), loadCaller) : loadCaller()
  }

  return {
    apiKey: async (credential, shown) =>
      find(shown, credential, async () => findBySecretHash(db, hashSecret(credential.key))),
    appPassword: async (credential, shown) => {
      const { secret } = credential
      const name = nameIn(credential)
      return find(shown, credential, async () =>
        secret.kind === 'plain'
          ? findByPassword(services, name, secret.password)
          : (await findByName(db, name)).find((row) => isShown(cipher, row, secret)),
      )
    },
  }
}

async function findByPassword(
  { db }: Pick<Services, 'db'>,
  name: string,
  password: string,
): Promise<AppPasswordWithRights | undefined> {
  const row = await findBySecretHash(db, hashSecret(password))
  return row !== undefined && (row.username === name || row.email === name) ? row : undefined
}

function callerOf(row: AppPasswordWithRights): Caller {
  return {
    id: row.userId,
    sessionId: row.id,
    email: row.email,
    username: row.username,
    isAdmin: row.isAdmin === 1,
    emailVerified: row.emailVerified === 1,
    keyVerified: row.keyVerified === 1,
  }
}
