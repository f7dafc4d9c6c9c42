import * as z from 'zod/mini'
import { ShownScope } from './key-batches.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp } from './text.ts'

/** Number of days for which `OwnAccess` reports that a key has ended or was withdrawn. */
export const ENDED_SHOWN_DAYS = 7
/** Number of days before the end of a key in which clients announce the end. */
export const ENDING_SHOWN_DAYS = 7
/** Maximum number of keys in one answer. */
export const OWN_KEYS_MAX = 100

/** A key that opens something for the caller now. */
export const OwnKey = z.object({
  /** The id of the grant, which is the access that the key has given to the caller. */
  id: Id,
  /** The value of the key; null for access that was given without a key, or whose key was deleted. */
  key: z.nullable(z.string()),
  scope: ShownScope,
  endsAt: z.nullable(IsoTimestamp),
})
export type OwnKey = z.infer<typeof OwnKey>

export const OwnAccess = z.object({
  /** What all keys open together. */
  scope: ShownScope,
  /** Number of all albums in the archive. */
  archiveTotal: z.number(),
  /** The keys, sorted by their end; the key that ends first is at the top. */
  keys: z.array(OwnKey),
  /**
   * The number of albums that the caller has lost in the last `ENDED_SHOWN_DAYS` days because keys expired. The albums
   * are never named. Null when no key expired.
   */
  ended: z.nullable(z.object({ albumCount: z.number(), at: IsoTimestamp })),
  /** The last key that was withdrawn in these days, and the number of albums that the caller has lost by it. */
  withdrawn: z.nullable(z.object({ key: z.nullable(z.string()), albumCount: z.number(), at: IsoTimestamp })),
})
export type OwnAccess = z.infer<typeof OwnAccess>

export const getOwnAccess = route({
  method: 'GET',
  path: '/api/access',
  access: 'verified',
  summary: 'What the caller may play, by which keys, and until when.',
  answer: OwnAccess,
})
