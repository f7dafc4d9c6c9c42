import type { InvitedMember } from '@tonarchiv/contract/invitation-tree'
import { formatDate, formatNumber } from '#format.ts'
import { visibleNodes, type TreeNode } from './tree-model.ts'

/** `1 Person`, `1.284 Personen` */
export function peopleText(count: number): string {
  return count === 1 ? '1 Person' : `${formatNumber(count)} Personen`
}

/**
 * When and why a member has joined, for example `seit gestern, „Fahr nicht ohne Musik.“`; the date in the time zone of
 * the browser.
 */
export function admissionText(
  { isAdmin, invitedById, joinedAt, admission }: InvitedMember,
  now: number,
): string {
  const since = `seit ${dayText(joinedAt, now)}`
  if (admission === null) {
    if (invitedById === null && isAdmin) return 'Admin, von Anfang an'
    return since
  }
  if (admission.kind === 'key')
    return `${since}, ${admission.note === '' ? `mit ${admission.key}` : admission.note}`
  return admission.words === '' ? `${since}, eingeladen` : `${since}, „${admission.words}“`
}

/** `heute`, `gestern` or the date. */
function dayText(moment: string, now: number): string {
  const date = formatDate(moment)
  const today = new Date(now)
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (date === formatDate(today)) return 'heute'
  return date === formatDate(yesterday) ? 'gestern' : date
}

/** Number of names that `branchText` contains. */
const NAMES = 3

/** The members and invitations below a place, for example `Lene M., Okan S., nachtbus und 1 Einladung.` */
export function branchText(node: TreeNode): string {
  const below = visibleNodes([node], () => true).slice(1)
  const people = below.filter(({ member }) => member !== undefined)
  const invitations = below.length - people.length
  const names = people.slice(0, NAMES).map(({ name }) => name)
  const parts = [
    ...names,
    ...(people.length > NAMES ? [`${formatNumber(people.length - NAMES)} weitere`] : []),
    ...(invitations > 0
      ? [invitations === 1 ? '1 Einladung' : `${formatNumber(invitations)} Einladungen`]
      : []),
  ]
  const last = parts.pop() ?? ''
  return parts.length === 0 ? `${last}.` : `${parts.join(', ')} und ${last}.`
}

interface Counted {
  members: readonly unknown[]
  invitations: readonly unknown[]
  total: number
}

/** The size of the tree, for example `8 Personen, 3 Stufen, 1 offene Einladung`. */
export function countText({ members, invitations, total }: Counted, levels: number): string {
  const people =
    total > members.length
      ? `Die ersten ${formatNumber(members.length)} von ${peopleText(total)}`
      : peopleText(total)
  const open =
    invitations.length === 1 ? '1 offene Einladung' : `${formatNumber(invitations.length)} offene Einladungen`
  return `${people}, ${levels === 1 ? '1 Stufe' : `${formatNumber(levels)} Stufen`}, ${open}`
}
