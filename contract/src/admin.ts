import * as z from 'zod/mini'
import { lastAdmin } from './auth.ts'
import { forbidden, notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, paging } from './text.ts'
import { AlbumType, UNKNOWN } from './catalog.ts'

export const USERS_PAGE = 50
export const AUDIT_EVENTS_PAGE = 50

/** An account as admins see it. */
export const ManagedUser = z.object({
  id: Id,
  email: z.string(),
  username: z.string(),
  /** The name that is shown; the username if the account has no display name. */
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
  isAdmin: z.boolean(),
  emailVerified: z.boolean(),
  keyVerified: z.boolean(),
  createdAt: IsoTimestamp,
})
export type ManagedUser = z.infer<typeof ManagedUser>

export const ownRights = refusal(409, 'OWN_RIGHTS', 'Du kannst dir die Admin-Rechte nicht selbst entziehen')
export const ownAccount = refusal(
  409,
  'OWN_ACCOUNT',
  'Deinen eigenen Account kannst du nur in den Einstellungen löschen',
)

export const listUsers = route({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'A page of all accounts, oldest first; the search looks into names and e-mail addresses.',
  query: z.object({
    ...paging(USERS_PAGE),
    search: z.optional(z.string().check(z.maxLength(100, 'Die Suche darf höchstens 100 Zeichen lang sein'))),
  }),
  answer: z.object({ users: z.array(ManagedUser), total: z.number() }),
})

export const changeUser = route({
  method: 'PUT',
  path: '/api/admin/users/:id',
  access: 'admin',
  summary: 'Makes somebody an admin or a user, or takes their access to the archive back.',
  params: z.object({ id: Id }),
  body: z.object({
    isAdmin: z.optional(z.boolean()),
    /** Only false is allowed: an admin can withdraw archive access, but only an access key grants it. */
    keyVerified: z.optional(z.literal(false)),
  }),
  answer: z.object({ user: ManagedUser }),
  refusals: [notFound, forbidden, lastAdmin, ownRights],
})

export const removeUser = route({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  access: 'admin',
  summary: 'Deletes an account with all that hangs on it, except what it wrote in the chat.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound, forbidden, lastAdmin, ownAccount],
})

/** An entry of the audit log. */
export const AuditEvent = z.object({
  id: Id,
  at: IsoTimestamp,
  /** Display name of the acting admin; null when that account has been deleted. */
  by: z.nullable(z.string()),
  /** A German sentence without its subject, such as „Album „Nordlicht“ gelöscht“. */
  text: z.string(),
})
export type AuditEvent = z.infer<typeof AuditEvent>

export const listAuditEvents = route({
  method: 'GET',
  path: '/api/admin/acts',
  access: 'admin',
  summary: 'What admins did, newest first; `before` is the id of the oldest act that is known already.',
  query: z.object({ limit: paging(AUDIT_EVENTS_PAGE).limit, before: z.optional(Id) }),
  answer: z.object({ acts: z.array(AuditEvent), hasMore: z.boolean() }),
})

/** An album as a row of the complete list for admins. */
export const ManagedAlbum = z.object({
  albumId: Id,
  albumTitel: z.string(),
  /** A URL path of this server, or `unknown`. */
  albumCover: z.string(),
  releaseJahr: z.union([z.number(), z.literal(UNKNOWN)]),
  type: AlbumType,
  isExclusive: z.boolean(),
  trackCount: z.number(),
})
export type ManagedAlbum = z.infer<typeof ManagedAlbum>

export const listManagedAlbums = route({
  method: 'GET',
  path: '/api/admin/albums',
  access: 'admin',
  summary: 'All albums in their order, one line each, for putting them into another one.',
  answer: z.object({
    albums: z.array(ManagedAlbum),
    /**
     * Identifies this order. A client sends the value back with a changed order, to show from which order it started.
     */
    order: z.string(),
  }),
})
