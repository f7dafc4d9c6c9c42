import {
  SCROBBLE_SERVICES,
  type ScrobbleConnection,
  scrobblingOff,
  type ScrobbleService,
  type Scrobbling,
  serviceUnavailable,
  SERVICE_NAMES,
  tokenRefused,
  unknownSession,
} from '@tonarchiv/contract/scrobbling'
import type { Kysely } from 'kysely'
import { credentialCipher } from '#access/encrypted-credentials.ts'
import type { Schema } from '#database/schema.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Listenbrainz } from '../services/listenbrainz.ts'
import { type ConnectionRow, connectionsOf, saveConnection, setPaused } from '../store/connections.ts'
import { waitingCounts } from '../store/queued-plays.ts'

const NAME_MAX_LENGTH = 200

/** The decrypted key of a connection; undefined when the installation's secret has changed. */
export function keyOf(
  { secret }: Pick<Services, 'secret'>,
  { sealedKey, userId, service }: ConnectionRow,
): string | undefined {
  return cipherOf(secret).decrypt(sealedKey, ownerOf(userId, service))
}

const cipherOf = (secret: string) => credentialCipher(secret, 'keys of scrobbling services')

function ownerOf(userId: string, service: ScrobbleService): string {
  return `${service}\0${userId}`
}

/** Stores the key that a service has issued for an account. */
export async function connect(
  { db, secret, now }: Services,
  userId: string,
  service: ScrobbleService,
  { accountName, key }: { accountName: string; key: string },
): Promise<void> {
  await saveConnection(db, {
    userId,
    service,
    accountName: accountName.slice(0, NAME_MAX_LENGTH),
    sealedKey: cipherOf(secret).encrypt(key, ownerOf(userId, service)),
    at: now().toISOString(),
  })
}

/**
 * Connects an account with the token of a service.
 * @throws Refused `scrobblingOff`, `tokenRefused`, `serviceUnavailable`
 */
export async function connectByToken(
  services: Services,
  listenbrainz: Listenbrainz | undefined,
  userId: string,
  token: string,
): Promise<void> {
  if (listenbrainz === undefined) throw new Refused(scrobblingOff)
  const owner = await listenbrainz.ownerOf(token)
  if (owner.kind === 'unknown') throw new Refused(tokenRefused, { fields: { token: tokenRefused.text } })
  if (owner.kind === 'away')
    throw new Refused(serviceUnavailable, { values: { service: SERVICE_NAMES.listenbrainz } })
  await connect(services, userId, 'listenbrainz', { accountName: owner.accountName, key: token })
}

/** All services in a fixed order, each with the account's connection to it. */
export async function listConnections({ db, config }: Services, userId: string): Promise<Scrobbling> {
  const rows = await connectionsOf(db, userId)
  const waiting = await waitingCounts(
    db,
    rows.map(({ id }) => id),
  )
  return {
    services: SCROBBLE_SERVICES.map((service): ScrobbleConnection => {
      const row = rows.find((one) => one.service === service)
      return {
        service,
        isAvailable: config.scrobbling[service] !== undefined,
        sessionKey: row?.id ?? null,
        username: row?.accountName ?? null,
        isConnected: row !== undefined && row.lostAt === null,
        isLost: row !== undefined && row.lostAt !== null,
        isPaused: row?.isPaused === 1,
        scrobbleCount: row?.scrobbleCount ?? 0,
        waitingCount: (row && waiting.get(row.id)) ?? 0,
        connectedAt: row?.connectedAt ?? null,
      }
    }),
    tellsUnreleased: config.scrobbling.tellsUnreleased,
  }
}

/**
 * Pauses or resumes the reports to a service.
 * @throws Refused `unknownSession`
 */
export async function pause(
  { db }: Services,
  userId: string,
  service: ScrobbleService,
  isPaused: boolean,
): Promise<void> {
  if (!(await setPaused(db, userId, service, isPaused))) throw new Refused(unknownSession)
}

/** The connections of an account without the keys, for its export. */
export const scrobblingExport = {
  name: 'scrobbling',
  read: async (db: Kysely<Schema>, userId: string) => ({
    connections: await db
      .selectFrom('scrobbleConnections')
      .select(['service', 'accountName', 'isPaused', 'lostAt', 'scrobbleCount', 'connectedAt'])
      .where('userId', '=', userId)
      .execute(),
    plays: await db
      .selectFrom('scrobbles')
      .innerJoin('scrobbleConnections', 'scrobbleConnections.id', 'scrobbles.connectionId')
      .select([
        'scrobbleConnections.service',
        'scrobbles.title',
        'scrobbles.artist',
        'scrobbles.album',
        'scrobbles.durationSeconds',
        'scrobbles.startedAt',
        'scrobbles.outcome',
      ])
      .where('scrobbleConnections.userId', '=', userId)
      .orderBy('scrobbles.startedAt')
      .execute(),
  }),
}
