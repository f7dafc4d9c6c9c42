import type { InvitedMember, OpenInvitation } from '@tonarchiv/contract/invitation-tree'
import { shownName } from '@tonarchiv/contract/presence'

/** A place in the tree: a member, or an invitation that was not accepted yet. */
export interface TreeNode {
  id: string
  /** The name that is shown, and that typed letters are compared with. */
  name: string
  member: InvitedMember | undefined
  invitation: OpenInvitation | undefined
  parent: TreeNode | undefined
  children: TreeNode[]
  /** The level of this place in the tree; 1 at the top. */
  level: number
  /** Number of members below this place. */
  branchSize: number
}

export interface InvitationForest {
  roots: TreeNode[]
  nodes: ReadonlyMap<string, TreeNode>
  /** The number of levels with members. */
  levels: number
}

interface Lists {
  members: readonly InvitedMember[]
  invitations: readonly OpenInvitation[]
}

/**
 * Puts members below those who have invited them, in the order of the lists. A member whose inviter is not in the list
 * stands at the top.
 */
export function growForest({ members, invitations }: Lists): InvitationForest {
  const nodes = new Map<string, TreeNode>()
  for (const member of members)
    nodes.set(member.user.id, {
      ...newNode(member.user.id, shownName(member.user)),
      member,
    })
  for (const member of members) attach(nodes, member.user.id, member.invitedById)
  for (const invitation of invitations) {
    if (!nodes.has(invitation.invitedById)) continue
    nodes.set(invitation.id, { ...newNode(invitation.id, 'Offene Einladung'), invitation })
    attach(nodes, invitation.id, invitation.invitedById)
  }
  const roots = [...nodes.values()].filter(({ parent }) => parent === undefined)
  let levels = 0
  // Parents come before their children, so that a loop from the end can add the size of each branch to that of its
  // parent.
  const inOrder: TreeNode[] = [...roots]
  for (const node of inOrder) {
    for (const child of node.children) child.level = node.level + 1
    inOrder.push(...node.children)
    if (node.member !== undefined) levels = Math.max(levels, node.level)
  }
  for (const { parent, member, branchSize } of inOrder.toReversed())
    if (parent !== undefined) parent.branchSize += branchSize + (member === undefined ? 0 : 1)
  return { roots, nodes, levels }
}

function newNode(id: string, name: string): TreeNode {
  return {
    id,
    name,
    member: undefined,
    invitation: undefined,
    parent: undefined,
    children: [],
    level: 1,
    branchSize: 0,
  }
}

/** Attaches a place to its parent, unless the parent stands below it. */
function attach(nodes: ReadonlyMap<string, TreeNode>, id: string, parentId: string | null): void {
  const node = nodes.get(id)
  const parent = parentId === null ? undefined : nodes.get(parentId)
  if (node === undefined || parent === undefined) return
  for (let above: TreeNode | undefined = parent; above !== undefined; above = above.parent)
    if (above === node) return
  node.parent = parent
  parent.children.push(node)
}

/** The places that are shown: all whose ancestors are open, from top to bottom. */
export function visibleNodes(roots: readonly TreeNode[], isOpen: (node: TreeNode) => boolean): TreeNode[] {
  const visible: TreeNode[] = []
  const waiting = roots.toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    visible.push(node)
    if (node.children.length > 0 && isOpen(node)) waiting.push(...node.children.toReversed())
  }
  return visible
}

/** The ids of a place and of everything below it. */
export function branchOf(node: TreeNode): Set<string> {
  return new Set(visibleNodes([node], () => true).map(({ id }) => id))
}

/** The ids of the places whose name contains the text, and of all places above them. */
export function foundIds({ nodes }: InvitationForest, fold: (text: string) => string, text: string) {
  const wanted = fold(text)
  const hits = new Set<string>()
  const shown = new Set<string>()
  for (const node of nodes.values()) {
    const username = node.member?.user.username ?? node.invitation?.key ?? ''
    if (!fold(node.name).includes(wanted) && !fold(username).includes(wanted)) continue
    hits.add(node.id)
    for (let above: TreeNode | undefined = node; above !== undefined; above = above.parent)
      shown.add(above.id)
  }
  return { hits, shown }
}
