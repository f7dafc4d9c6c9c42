import { createHmac } from 'node:crypto'
import type { UserRow } from '#features/users/index.ts'
import { clientSubnetOf } from '#http/client-address.ts'
import type { Services } from '#services.ts'
import { isAddressKnown } from '../store/known-addresses.ts'

const KNOWN_ADDRESS_TTL_MS = 30 * 24 * 60 * 60 * 1000

/** Whether an account has recently logged in from this client subnet, and the hash by which the subnet is stored. */
export async function knownAddress(
  { db, now, secret }: Pick<Services, 'db' | 'now' | 'secret'>,
  user: Pick<UserRow, 'id'> | undefined,
  clientAddress: string,
): Promise<{ addressHash: string; isKnown: boolean }> {
  const addressHash = createHmac('sha256', secret)
    .update(`known address\0${clientSubnetOf(clientAddress)}`)
    .digest('base64url')
  const since = new Date(now().getTime() - KNOWN_ADDRESS_TTL_MS)
  const isKnown = user !== undefined && (await isAddressKnown(db, user.id, addressHash, since))
  return { addressHash, isKnown }
}
