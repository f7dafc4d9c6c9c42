import type { TreeNode } from './tree-model.ts'

/** What a key does in a tree: it moves the focus, opens or closes a place, or selects it. */
export type TreeStep =
  | { kind: 'focus'; id: string }
  | { kind: 'open'; id: string }
  | { kind: 'close'; id: string }
  | { kind: 'select'; id: string }

interface TreeState {
  /** From top to bottom. */
  visible: readonly TreeNode[]
  focusedId: string
  isOpen: (node: TreeNode) => boolean
}

/** What a key does, as in the tree view of the ARIA Authoring Practices; undefined when it does nothing. */
export function treeStep(key: string, { visible, focusedId, isOpen }: TreeState): TreeStep | undefined {
  const index = visible.findIndex(({ id }) => id === focusedId)
  const node = visible[index]
  if (node === undefined) return undefined
  const focus = (next: TreeNode | undefined): TreeStep | undefined =>
    next === undefined ? undefined : { kind: 'focus', id: next.id }
  const isParent = node.children.length > 0
  switch (key) {
    case 'ArrowDown':
      return focus(visible[index + 1])
    case 'ArrowUp':
      return focus(visible[index - 1])
    case 'Home':
      return focus(visible[0])
    case 'End':
      return focus(visible.at(-1))
    case 'ArrowRight':
      if (!isParent) return undefined
      return isOpen(node) ? focus(node.children[0]) : { kind: 'open', id: node.id }
    case 'ArrowLeft':
      return isParent && isOpen(node) ? { kind: 'close', id: node.id } : focus(node.parent)
    case 'Enter':
    case ' ':
      return { kind: 'select', id: node.id }
    default:
      return focus(nextByLetter(key, visible, index))
  }
}

function nextByLetter(key: string, visible: readonly TreeNode[], index: number): TreeNode | undefined {
  if (Array.from(key).length !== 1) return undefined
  const letter = key.toLocaleLowerCase('de')
  const following = [...visible.slice(index + 1), ...visible.slice(0, index + 1)]
  return following.find(({ name }) => name.toLocaleLowerCase('de').startsWith(letter))
}
