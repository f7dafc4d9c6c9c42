import * as z from 'zod/mini'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, paging, wholeNumber } from './text.ts'
import { User } from './users.ts'

/** The form of an access key: groups of two, four and four upper-case letters or digits. See docs/product.md §4.2. */
export const ACCESS_KEY_PATTERN = /^[A-Z0-9]{2}-[A-Z0-9]{4}-[A-Z0-9]{4}$/
export const ACCESS_KEY_LENGTH = 12

export const AccessKey = z.object({
  id: Id,
  key_value: z.string(),
  created_at: IsoTimestamp,
  used: z.boolean(),
  used_by_username: z.nullable(z.string()),
  used_at: z.nullable(IsoTimestamp),
})
export type AccessKey = z.infer<typeof AccessKey>

export const invalidAccessKey = refusal(
  400,
  'ACCESS_KEY_INVALID',
  'Ungültiger oder bereits verwendeter Zugangsschlüssel',
)
export const accessKeyUsed = refusal(
  409,
  'ACCESS_KEY_USED',
  'Dieser Zugangsschlüssel wurde bereits verwendet',
)

export const accessKeyRedeemed = refusal(
  409,
  'ACCESS_KEY_REDEEMED',
  'Diesen Zugangsschlüssel hast du schon eingelöst',
)

export const redeemAccessKey = route({
  method: 'POST',
  path: '/api/admin-verify-key',
  access: 'verified',
  summary: 'Redeems an access key for the caller; `uid` must be the caller’s own.',
  body: z.object({
    key: z.string(invalidAccessKey.text),
    uid: Id,
  }),
  answer: z.object({ success: z.boolean(), user: User }),
  refusals: [invalidAccessKey, accessKeyRedeemed],
})

export const listAccessKeys = route({
  method: 'GET',
  path: '/api/access-keys',
  access: 'admin',
  summary: 'All access keys, newest first.',
  query: z.object(paging(100)),
  answer: z.object({ accessKeys: z.array(AccessKey), total: z.number() }),
})

export const generateAccessKey = route({
  method: 'POST',
  path: '/api/generate-access-key',
  access: 'admin',
  confirmation: 'login',
  summary: 'Makes one access key.',
  answer: z.object({ accessKey: AccessKey }),
})

/** Maximum number of keys that one call creates. */
export const ACCESS_KEYS_AT_ONCE = 50

export const generateAccessKeys = route({
  method: 'POST',
  path: '/api/generate-access-keys',
  access: 'admin',
  confirmation: 'login',
  summary: 'Makes several access keys, all of them or none.',
  body: z.object({
    count: wholeNumber({
      min: 1,
      max: ACCESS_KEYS_AT_ONCE,
      error: `Bitte gib eine Anzahl von 1 bis ${ACCESS_KEYS_AT_ONCE} an`,
    }),
  }),
  answer: z.object({ accessKeys: z.array(AccessKey) }),
})

export const withdrawAccessKey = route({
  method: 'DELETE',
  path: '/api/access-keys/:id',
  access: 'admin',
  confirmation: 'login',
  summary: 'Takes back a key that nobody used yet.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [accessKeyUsed],
})
