import * as z from 'zod/mini'
import { Person } from './presence.ts'
import { notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Scope, scopeAlbumGone } from './scope.ts'
import { ShownScope } from './key-batches.ts'
import { Id, IsoTimestamp, paging, plainText } from './text.ts'

/** Maximum number of characters of `words`, the personal text on an invitation. */
export const INVITATION_WORDS_MAX_LENGTH = 280
/** An invitation can be accepted for this long. See docs/product.md §4.6. */
export const INVITATION_DAYS = 14

/** What an invitation opens: everything that the inviter may play at that moment, or a part of it. */
export const InvitationScope = z.discriminatedUnion(
  'kind',
  [z.object({ kind: z.literal('mine') }), Scope],
  'Bitte wähle, was die Person hören darf',
)
export type InvitationScope = z.infer<typeof InvitationScope>

/** An invitation as its author sees it. */
export const Invitation = z.object({
  id: Id,
  key: z.string(),
  words: z.string(),
  scope: ShownScope,
  createdAt: IsoTimestamp,
  /** `open` until it is accepted, withdrawn or expired. */
  state: z.enum(['open', 'accepted', 'expired', 'withdrawn']),
  /** Until when it can be accepted. */
  expiresAt: IsoTimestamp,
  /** Who has accepted it, and when; null before that, or when that account was deleted. */
  acceptedBy: z.nullable(Person),
  acceptedAt: z.nullable(IsoTimestamp),
  /** Days for which the invited member has access after accepting; null: for ever. */
  stayDays: z.nullable(z.number()),
})
export type Invitation = z.infer<typeof Invitation>

export const invitationsOff = refusal(403, 'INVITATIONS_OFF', 'Einladungen sind gerade abgeschaltet.')
export const invitationsBarred = refusal(403, 'INVITATIONS_BARRED', 'Du kannst gerade niemanden einladen.')
export const noInvitationLeft = refusal(409, 'NO_INVITATION_LEFT', 'Du hast alle Einladungen vergeben.')
export const scopeNotYours = refusal(
  403,
  'SCOPE_NOT_YOURS',
  'Was du selbst nicht hören darfst, kannst du nicht weitergeben.',
)
export const scopeTooLarge = refusal(
  409,
  'SCOPE_TOO_LARGE',
  'Dein ganzer Zugang passt nicht in eine Einladung. Wähle Typen oder Alben aus.',
)
export const invitationClosed = refusal(409, 'INVITATION_CLOSED', 'Diese Einladung ist nicht mehr offen.')

export const listInvitations = route({
  method: 'GET',
  path: '/api/invitations',
  access: 'key',
  summary: 'The caller’s invitations, newest first, and how many are left.',
  query: z.object(paging(50)),
  answer: z.object({
    invitations: z.array(Invitation),
    total: z.number(),
    quota: z.number(),
    left: z.number(),
    /** False while the operator has switched invitations off, or an admin has withdrawn the caller's right to them. */
    canInvite: z.boolean(),
    /** Days for which an invited member has access after accepting; null: for ever. */
    stayDays: z.nullable(z.number()),
    /** What the caller may play, and so may pass on. */
    scope: ShownScope,
  }),
})

export const createInvitation = route({
  method: 'POST',
  path: '/api/invitations',
  access: 'key',
  summary: 'Makes a key for one other person, within what the caller may play.',
  body: z.object({
    words: plainText({
      max: INVITATION_WORDS_MAX_LENGTH,
      tooLong: `Höchstens ${INVITATION_WORDS_MAX_LENGTH} Zeichen sind erlaubt`,
      paragraphs: true,
    }),
    scope: InvitationScope,
  }),
  status: 201,
  answer: z.object({ invitation: Invitation }),
  refusals: [
    invitationsOff,
    invitationsBarred,
    noInvitationLeft,
    scopeNotYours,
    scopeTooLarge,
    scopeAlbumGone,
  ],
})

export const withdrawInvitation = route({
  method: 'DELETE',
  path: '/api/invitations/:id',
  access: 'auth',
  summary: 'Withdraws an open invitation of the caller, which comes back to the quota.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound, invitationClosed],
})
