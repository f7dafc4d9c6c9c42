import type { Invitation } from '@tonarchiv/contract/invitations'
import type { ShownScope } from '@tonarchiv/contract/key-batches'
import { INVITATION_DAYS } from '@tonarchiv/contract/invitations'
import { scopeText } from '@tonarchiv/contract/scope-text'
import { formatDate, formatNumber } from '#format.ts'

/** `90 Tage`, `für immer` */
export function stayText(days: number | null): string {
  if (days === null) return 'für immer'
  return days === 1 ? '1 Tag' : `${formatNumber(days)} Tage`
}

/** The text that says how long an invitation is valid, and how long the guest then has access. */
export function promiseText(stayDays: number | null): string {
  const stay = stayDays === null ? 'dann für immer Archiv' : `dann ${stayText(stayDays)} Archiv`
  return `Gilt ${INVITATION_DAYS} Tage für eine Person, ${stay}.`
}

/** `4 Alben, 90 Tage` */
export function scopeAndStay(scope: Omit<ShownScope, 'albums'>, stayDays: number | null): string {
  return `${scopeText(scope)}, ${stayText(stayDays)}`
}

/** The last column of the list: until when an invitation is open, or how long the guest stays. */
export function untilText({ state, expiresAt, acceptedAt, stayDays }: Invitation): string {
  if (state !== 'accepted' || acceptedAt === null) return formatDate(expiresAt)
  if (stayDays === null) return 'für immer'
  return formatDate(new Date(Date.parse(acceptedAt) + stayDays * 86_400_000))
}
