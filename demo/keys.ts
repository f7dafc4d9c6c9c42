import { WHOLE_ARCHIVE } from '@tonarchiv/contract/scope'
import { createAdminKeys, redeemKey } from '../server/src/features/access-keys/index.ts'
import { operator } from '../server/src/features/audit-log/index.ts'
import { findAnyCurrentAlbum } from '../server/src/features/catalog/index.ts'
import { createInvitation } from '../server/src/features/invitations/index.ts'
import { findUserByEmail } from '../server/src/features/users/index.ts'
import type { Services } from '../server/src/services.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Who has invited whom, and with which words. Without a guest the invitation is open. */
const INVITATIONS: readonly { by: string; guest?: string; words: string }[] = [
  { by: 'mila', guest: 'lene-m', words: 'Für die langen Zugfahrten.' },
  { by: 'mila', words: 'Fahr nicht ohne Musik.' },
]
/** A batch of an admin for some albums, and the member who has redeemed one of its keys. */
const BATCH = {
  by: 'frieda',
  guest: 'tonkopf',
  note: 'Stadtteilfest',
  albums: ['Papierflieger', 'Messing', 'Wintergarten'],
  count: 6,
  maxUses: 3,
  days: 30,
} as const

const userOf = async ({ db }: Services, username: string) => findUserByEmail(db, `${username}@demo.example`)

/** Gives a new member of the demo access: by an invitation or a batch if there is one for it, else by a key. */
export async function giveAccess(services: Services, userId: string, username: string): Promise<void> {
  const invitation = INVITATIONS.find(({ guest }) => guest === username)
  const key =
    invitation !== undefined
      ? await invite(services, invitation)
      : username === BATCH.guest
        ? await createBatch(services)
        : (await createAdminKeys(services, operator, { count: 1, record: 'keys' }))[0]?.keyValue
  if (key !== undefined) await redeemKey(services, userId, key)
}

/** Creates the invitations that no guest has accepted. */
export async function createOpenInvitations(services: Services): Promise<void> {
  for (const invitation of INVITATIONS) if (invitation.guest === undefined) await invite(services, invitation)
}

async function invite(services: Services, { by, words }: (typeof INVITATIONS)[number]) {
  const host = await userOf(services, by)
  // The demo shows invitations whatever the settings of this installation say.
  const invitations = { isEnabled: true, quota: INVITATIONS.length, stayDays: null }
  const needs = { ...services, config: { ...services.config, invitations } }
  if (host === undefined) return undefined
  return (await createInvitation(needs, host.id, { words, scope: { kind: 'mine' } })).keyValue
}

async function createBatch(services: Services): Promise<string | undefined> {
  const admin = await userOf(services, BATCH.by)
  const found = await Promise.all(BATCH.albums.map(async (title) => findAnyCurrentAlbum(services.db, title)))
  const albumIds = found.flatMap((album) => album?.id ?? [])
  const { note, count, maxUses, days } = BATCH
  const [key] = await createAdminKeys(services, admin === undefined ? operator : { id: admin.id }, {
    count,
    maxUses,
    note,
    scope: albumIds.length === 0 ? WHOLE_ARCHIVE : { kind: 'albums', albumIds, hasVideos: false },
    expiresAt: new Date(services.now().getTime() + days * DAY_MS),
    record: 'batch',
  })
  return key?.keyValue
}
