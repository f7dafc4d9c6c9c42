import * as z from 'zod/mini'
import { lastAdmin } from './auth.ts'
import { ownAccount } from './admin.ts'
import { Person } from './presence.ts'
import { forbidden, notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, wholeNumber } from './text.ts'
import { ShownScope } from './key-batches.ts'

/** Maximum number of members in one answer, those who joined first. */
export const TREE_MEMBERS_MAX = 5000
/** Maximum number of open invitations in one answer. */
export const TREE_INVITATIONS_MAX = 1000
/** Maximum number of accounts that are removed at once. */
export const BRANCH_MAX = 500

/** How a member got access for the first time: by an invitation, or by a key of an admin. */
export const Admission = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invitation'), words: z.string() }),
  z.object({ kind: z.literal('key'), key: z.string(), note: z.string() }),
])
export type Admission = z.infer<typeof Admission>

/** A member in the tree of who has invited whom. */
export const InvitedMember = z.object({
  user: Person,
  isAdmin: z.boolean(),
  joinedAt: IsoTimestamp,
  /** Null for those at the top of the tree. */
  invitedById: z.nullable(Id),
  /** How the member got access for the first time; null if that is not known any more, or if there was none. */
  admission: z.nullable(Admission),
  /** What the member may play now; null without access. */
  scope: z.nullable(ShownScope),
  /** Number of invitations that the member has left. */
  invitationsLeft: z.number(),
  /** Whether an admin has withdrawn this member's right to invite. */
  isBarred: z.boolean(),
})
export type InvitedMember = z.infer<typeof InvitedMember>

/** An invitation that may still be accepted. */
export const OpenInvitation = z.object({
  id: Id,
  key: z.string(),
  words: z.string(),
  invitedById: Id,
  expiresAt: IsoTimestamp,
})
export type OpenInvitation = z.infer<typeof OpenInvitation>

export const getInvitationTree = route({
  method: 'GET',
  path: '/api/admin/invitation-tree',
  access: 'admin',
  summary: 'Who has invited whom: members in the order in which they joined, and open invitations.',
  answer: z.object({
    members: z.array(InvitedMember),
    invitations: z.array(OpenInvitation),
    /** Number of members in the archive; larger than that of `members` when there are too many for one answer. */
    total: z.number(),
    /** Number of invitations that each member may have. */
    quota: z.number(),
    /** Whether the operator lets members invite. */
    isEnabled: z.boolean(),
  }),
})

export const barInvitations = route({
  method: 'PUT',
  path: '/api/admin/invitation-tree/:id',
  access: 'admin',
  summary: 'Takes the invitations from a member, open ones included, or gives them back.',
  params: z.object({ id: Id }),
  body: z.object({ isBarred: z.boolean() }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound, forbidden],
})

export const branchChanged = refusal(
  409,
  'BRANCH_CHANGED',
  'Der Zweig hat sich gerade geändert. Bitte sieh ihn dir noch einmal an.',
)
export const branchTooLarge = refusal(
  409,
  'BRANCH_TOO_LARGE',
  `Mehr als ${BRANCH_MAX} Personen lassen sich nicht auf einmal entfernen.`,
)
export const branchHasAdmin = refusal(
  409,
  'BRANCH_HAS_ADMIN',
  'In diesem Zweig ist ein Admin. Entziehe zuerst die Admin-Rechte.',
)

export const removeBranch = route({
  method: 'DELETE',
  path: '/api/admin/invitation-tree/:id',
  access: 'admin',
  confirmation: 'login',
  summary: 'Deletes an account together with the accounts below it, and withdraws their open invitations.',
  params: z.object({ id: Id }),
  query: z.object({
    /** The number of accounts below this one that the admin was shown and has confirmed. */
    people: wholeNumber({ min: 0, max: BRANCH_MAX }),
  }),
  answer: z.object({ success: z.boolean(), removed: z.number() }),
  refusals: [notFound, forbidden, ownAccount, lastAdmin, branchChanged, branchTooLarge, branchHasAdmin],
})
