import * as z from 'zod/mini'
import { AlbumType } from './catalog.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { IsoTimestamp } from './text.ts'

/** The refusal of a key that never existed and of one that was withdrawn, so that callers cannot distinguish them. */
export const keyUnknown = refusal(404, 'KEY_UNKNOWN', 'Dieser Schlüssel passt nicht')

const Sleeve = z.object({ title: z.string(), coverUrl: z.nullable(z.string()) })

/** What the caller gains by redeeming a key. */
const Gain = z.object({
  /** What the caller has by other keys: the number of albums, and whether that is everything. */
  albumCount: z.number(),
  hasEverything: z.boolean(),
  /** The number of albums that the key adds today. */
  newAlbums: z.number(),
  addsVideos: z.boolean(),
  /** The first of the albums that were chosen for the key: new ones, and those that the caller may already play. */
  newSleeves: z.array(Sleeve),
  openSleeves: z.array(Sleeve),
})
export type Gain = z.infer<typeof Gain>

/** What a key offers to the person who opens its link. See docs/product.md §4.5. */
export const KeyOffer = z.object({
  key: z.string(),
  scope: z.object({
    kind: z.enum(['all', 'types', 'albums']),
    types: z.array(AlbumType),
    hasVideos: z.boolean(),
    /**
     * The number of albums that the key opens today. Callers who are not logged in get it only if single albums were
     * chosen for the key, otherwise null.
     */
    albumCount: z.nullable(z.number()),
  }),
  stayDays: z.nullable(z.number()),
  expiresAt: z.nullable(IsoTimestamp),
  /** Who invites; null for a key of an admin. */
  inviter: z.nullable(z.object({ displayName: z.string(), photoURL: z.nullable(z.string()) })),
  words: z.nullable(z.string()),
  /** Null before login. */
  gain: z.nullable(Gain),
})
export type KeyOffer = z.infer<typeof KeyOffer>

export const lookUpKey = route({
  method: 'GET',
  path: '/api/keys/:key',
  access: 'public',
  summary: 'What an access key offers; before login only who invites, the words and the kind of scope.',
  params: z.object({ key: z.string() }),
  answer: z.discriminatedUnion('state', [
    z.object({ state: z.literal('open'), offer: KeyOffer }),
    /** The caller has redeemed this key. */
    z.object({ state: z.literal('redeemed') }),
    z.object({ state: z.literal('expired'), expiresAt: IsoTimestamp }),
    z.object({ state: z.literal('used'), maxUses: z.number() }),
  ]),
  refusals: [keyUnknown],
})
