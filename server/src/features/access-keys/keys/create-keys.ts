import { randomInt } from 'node:crypto'
import { KEYS_PER_BATCH } from '@tonarchiv/contract/key-batches'
import { foldText } from '@tonarchiv/contract/fold-text'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { newId } from '#platform/ids.ts'
import * as store from './store.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** The keys of one batch to create: how many, and the access that each of them gives. */
export interface KeyOrder {
  count: number
  /** What admins write about the batch. */
  note?: string | null
  /** What an invitation says to the person who is invited. */
  words?: string | null
  /** The account that makes the keys; null for the command line. */
  madeBy: string | null
  isInvitation?: boolean
  /** The result of `storeScope`. */
  scopeId: string
  /** Default 1. */
  maxUses?: number
  expiresAt?: Date | null
  stayDays?: number | null
}

/**
 * Creates the keys of one batch and returns them, the newest first. Call it with the transaction that records who has
 * made them and checks whether they may.
 */
export async function createKeys(
  trx: Kysely<Schema>,
  now: Date,
  order: KeyOrder,
): Promise<store.AccessKeyRow[]> {
  if (order.count < 1 || order.count > KEYS_PER_BATCH)
    throw new Error(`A batch has 1 to ${KEYS_PER_BATCH} keys`)
  const batchId = newId()
  const rows: store.AccessKeyRow[] = []
  while (rows.length < order.count) {
    const row = { ...keyOf(order, now), batchId }
    // Two equal random keys are very unlikely. In that case another key is generated.
    if (await store.insertKey(trx, row)) rows.push(row)
  }
  return rows.toReversed()
}

function keyOf(order: KeyOrder, now: Date): Omit<store.AccessKeyRow, 'batchId'> {
  const { note = null, words = null, isInvitation = false, maxUses = 1, expiresAt = null } = order
  const keyValue = newKeyValue()
  return {
    id: newId(),
    keyValue,
    note,
    words,
    searchText: searchTextOf({ keyValue, note, words }),
    madeBy: order.madeBy,
    isInvitation: isInvitation ? 1 : 0,
    scopeId: order.scopeId,
    maxUses,
    uses: 0,
    expiresAt: expiresAt?.toISOString() ?? null,
    stayDays: order.stayDays ?? null,
    withdrawnAt: null,
    createdAt: now.toISOString(),
  }
}

/** What the search of keys compares. */
export function searchTextOf({
  keyValue,
  note,
  words,
}: Pick<store.AccessKeyRow, 'keyValue' | 'note' | 'words'>): string {
  return foldText([keyValue, note, words].filter((text) => text !== null).join(' '))
}

/** Ten random characters, XX-XXXX-XXXX. */
function newKeyValue(): string {
  const characters = Array.from({ length: 10 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return `${characters.slice(0, 2)}-${characters.slice(2, 6)}-${characters.slice(6)}`
}
