import * as z from 'zod/mini'
import { AlbumType } from './catalog.ts'
import { Person } from './presence.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Scope, scopeAlbumGone } from './scope.ts'
import { Id, IsoTimestamp, paging, plainText, wholeNumber } from './text.ts'

/** Maximum number of keys in one batch. See docs/product.md §17.3. */
export const KEYS_PER_BATCH = 100
/** Maximum number of times that one key can be redeemed. */
export const KEY_USES_MAX = 500
export const KEY_NOTE_MAX = 200
/** Maximum length of `words`, the personal text of an invitation for the person who is invited. */
export const KEY_WORDS_MAX = 280
/** Maximum length of stay that a key can give, days. */
export const KEY_STAY_MAX_DAYS = 3650
/** Maximum number of members that the preview of a withdrawal names. */
export const WITHDRAWAL_PEOPLE_MAX = 200
/** Maximum number of keys in one CSV file. */
export const KEY_EXPORT_MAX = 10_000

/** `withdrawn` takes precedence over the other statuses. `used`: the key was redeemed as often as it may be. */
export const KEY_STATUSES = ['available', 'used', 'expired', 'withdrawn'] as const
export const KeyStatus = z.enum(KEY_STATUSES)
export type KeyStatus = z.infer<typeof KeyStatus>

export const keyExpiryPast = refusal(400, 'KEY_EXPIRY_PAST', 'Dieses Datum ist schon vorbei.')
export const keysWithdrawn = refusal(
  409,
  'KEYS_WITHDRAWN',
  'Hier gibt es nichts mehr zurückzuziehen. Die Liste ist veraltet',
)

/** A scope with the data for showing it: the number of its albums, and the covers in its icon. */
export const ShownScope = z.object({
  kind: z.enum(['all', 'types', 'albums']),
  hasVideos: z.boolean(),
  /** Only with `types`. */
  types: z.array(AlbumType),
  /** Number of albums that the scope opens today. */
  albumCount: z.number(),
  /** Only with `albums`: the first four that are still in the archive. */
  albums: z.array(z.object({ id: Id, title: z.string(), coverUrl: z.nullable(z.string()) })),
})
export type ShownScope = z.infer<typeof ShownScope>

/** Maximum number of entries of `albums` in `ShownScope`. */
export const SHOWN_SLEEVES = 4

/** Keys that were made together; also a single key. */
export const KeyBatch = z.object({
  id: Id,
  note: z.nullable(z.string()),
  /** The personal text of an invitation; null for keys without one. */
  words: z.nullable(z.string()),
  isInvitation: z.boolean(),
  scope: ShownScope,
  /** Uses of each key. */
  maxUses: z.number(),
  expiresAt: z.nullable(IsoTimestamp),
  stayDays: z.nullable(z.number()),
  createdAt: IsoTimestamp,
  /** The admin or member who made the keys; null for the command line, and when the account was deleted. */
  madeBy: z.nullable(Person),
  keyCount: z.number(),
  /** Uses of all keys of the batch. */
  uses: z.number(),
  /** The number of keys in each status. */
  counts: z.record(KeyStatus, z.number()),
  /** The value of the key, when it is the only one. */
  key: z.nullable(z.string()),
})
export type KeyBatch = z.infer<typeof KeyBatch>

/** One key of a batch. */
export const BatchKey = z.object({
  id: Id,
  key: z.string(),
  status: KeyStatus,
  uses: z.number(),
  /** The last time that the key was redeemed. `by` is null after the account was deleted. */
  lastUse: z.nullable(z.object({ by: z.nullable(z.string()), at: IsoTimestamp })),
})
export type BatchKey = z.infer<typeof BatchKey>

const note = plainText({ max: KEY_NOTE_MAX })
const expiresAt = z.nullable(
  z.iso.datetime({ error: 'Bitte gib ein Datum an' }).check(
    z.maxLength(30),
    z.refine((text) => Date.parse(text) < Date.UTC(2101, 0), 'Bitte gib ein Jahr bis 2100 an'),
  ),
)

/** The keys that an admin wants to make. They differ only in their values. */
export const KeyOrder = z.object({
  count: wholeNumber({ min: 1, max: KEYS_PER_BATCH, error: `Zwischen 1 und ${KEYS_PER_BATCH}.` }),
  note,
  scope: Scope,
  maxUses: wholeNumber({ min: 1, max: KEY_USES_MAX, error: `Zwischen 1 und ${KEY_USES_MAX}.` }),
  expiresAt,
  stayDays: z.nullable(
    wholeNumber({ min: 1, max: KEY_STAY_MAX_DAYS, error: `Zwischen 1 und ${KEY_STAY_MAX_DAYS}.` }),
  ),
})
export type KeyOrder = z.input<typeof KeyOrder>

const filter = {
  status: z.optional(KeyStatus),
  /** The text to search for: in the key, the note, the words, and the names of those who made or redeemed the key. */
  q: z.optional(plainText({ max: 100 })),
}

export const listKeyBatches = route({
  method: 'GET',
  path: '/api/admin/key-batches',
  access: 'admin',
  summary: 'Batches of access keys, newest first, with the number of keys in each status.',
  query: z.object({ ...filter, ...paging(50) }),
  answer: z.object({
    batches: z.array(KeyBatch),
    /** The number of batches that match. */
    total: z.number(),
    /** The number of keys in each status that match the search, in all batches. */
    counts: z.record(KeyStatus, z.number()),
  }),
})

export const createKeyBatch = route({
  method: 'POST',
  path: '/api/admin/key-batches',
  access: 'admin',
  confirmation: 'login',
  summary: 'Makes a batch of access keys, all of them or none.',
  body: KeyOrder,
  status: 201,
  answer: z.object({ batch: KeyBatch, keys: z.array(BatchKey) }),
  refusals: [keyExpiryPast, scopeAlbumGone],
})

const params = z.object({ id: Id })

export const getKeyBatch = route({
  method: 'GET',
  path: '/api/admin/key-batches/:id',
  access: 'admin',
  summary: 'One batch with all its keys.',
  params,
  answer: z.object({ batch: KeyBatch, keys: z.array(BatchKey) }),
})

export const changeKeyBatch = route({
  method: 'PATCH',
  path: '/api/admin/key-batches/:id',
  access: 'admin',
  confirmation: 'login',
  summary: 'Changes the note or the expiry of a batch.',
  params,
  body: z.object({ note: z.optional(note), expiresAt: z.optional(expiresAt) }),
  answer: z.object({ batch: KeyBatch }),
  refusals: [keyExpiryPast],
})

/** What a member may play because of keys, before or after a withdrawal. */
const Access = z.object({
  hasAll: z.boolean(),
  albumCount: z.number(),
  hasVideos: z.boolean(),
  /** The end of the access; null when it has none, and without access. */
  endsAt: z.nullable(IsoTimestamp),
})

/** What a member loses by a withdrawal that also takes back the access that the keys gave (`takesBack`). */
export const KeyLoss = z.object({
  person: Person,
  before: Access,
  after: Access,
  /** What the member keeps, and by which key. The key is null for access that was given without one. */
  keeps: z.array(z.object({ scope: z.omit(ShownScope, { albums: true }), key: z.nullable(z.string()) })),
})
export type KeyLoss = z.infer<typeof KeyLoss>

export const previewWithdrawal = route({
  method: 'GET',
  path: '/api/admin/key-batches/:id/withdrawal',
  access: 'admin',
  summary: 'What withdrawing a batch would take from whom, most loss first.',
  params,
  answer: z.object({
    batch: KeyBatch,
    /** Members who have access by a key of the batch. At most `WITHDRAWAL_PEOPLE_MAX` of them are in `losses`. */
    people: z.number(),
    losses: z.array(KeyLoss),
  }),
})

export const withdrawKeyBatch = route({
  method: 'POST',
  path: '/api/admin/key-batches/:id/withdrawal',
  access: 'admin',
  confirmation: 'login',
  summary: 'Withdraws the keys of a batch; with `takesBack` also the access that they gave.',
  params,
  body: z.object({ takesBack: z.boolean('Bitte gib an, was mit dem gegebenen Zugang geschieht') }),
  answer: z.object({
    /** The number of keys that were withdrawn now. */
    keys: z.number(),
    /** The number of members who may play less than before. */
    people: z.number(),
  }),
  refusals: [keysWithdrawn],
})

export const exportKeys = route({
  method: 'GET',
  path: '/api/admin/keys.csv',
  access: 'admin',
  summary: 'The keys of a list as a CSV file.',
  query: z.object(filter),
  answer: 'bytes',
})
