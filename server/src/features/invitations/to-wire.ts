import type { Invitation } from '@tonarchiv/contract/invitations'
import type { ShownScope } from '@tonarchiv/contract/key-batches'
import { personOf } from '#features/access-keys/index.ts'
import type { InvitationRow } from './store.ts'

/** An invitation as its author sees it. `hidden` are members whom the author does not see, because of a block. */
export function toWire(
  row: InvitationRow,
  { now, scope, hidden }: { now: Date; scope: ShownScope; hidden: ReadonlySet<string> },
): Invitation {
  return {
    id: row.id,
    key: row.keyValue,
    words: row.words ?? '',
    scope,
    createdAt: row.createdAt,
    state: stateOf(row, now),
    expiresAt: row.expiresAt ?? row.createdAt,
    acceptedBy: guestOf(row, hidden),
    acceptedAt: row.acceptedAt,
    stayDays: row.stayDays,
  }
}

function stateOf({ uses, withdrawnAt, expiresAt }: InvitationRow, now: Date): Invitation['state'] {
  if (uses > 0) return 'accepted'
  if (withdrawnAt !== null) return 'withdrawn'
  return expiresAt !== null && new Date(expiresAt) <= now ? 'expired' : 'open'
}

function guestOf(
  { guestId, guestUsername, guestDisplayName, guestAvatarName }: InvitationRow,
  hidden: ReadonlySet<string>,
): Invitation['acceptedBy'] {
  if (guestId === null || guestUsername === null || hidden.has(guestId)) return null
  return personOf({
    id: guestId,
    username: guestUsername,
    displayName: guestDisplayName,
    avatarName: guestAvatarName,
  })
}
