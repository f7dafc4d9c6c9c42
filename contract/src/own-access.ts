import * as z from 'zod/mini'
import { ShownScope } from './key-batches.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp } from './text.ts'

/** For so many days the access of a member says that a key has ended or was withdrawn. */
export const ENDED_SHOWN_DAYS = 7
/** From so many days before its end on, the end of a key is announced. */
export const ENDING_SHOWN_DAYS = 7
/** Maximum number of keys in one answer. */
export const OWN_KEYS_MAX = 100

/** A key that opens something for the caller now. */
export const OwnKey = z.object({
  /** The id of what the key has given. */
  id: Id,
  /** Null for access that was given without a key, or whose key was deleted. */
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
  /** Keys with the one that ends first at the top. */
  keys: z.array(OwnKey),
  /** What has ended by itself in the last days, as a number: it is never named. Null when nothing has. */
  ended: z.nullable(z.object({ albumCount: z.number(), at: IsoTimestamp })),
  /** The last key that was withdrawn in the last days, and how many albums it has closed. */
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
