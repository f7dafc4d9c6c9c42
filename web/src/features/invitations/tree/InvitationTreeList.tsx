import { useRef, useState, type KeyboardEvent } from 'react'
import styles from './InvitationTreeList.module.css'
import { treeStep } from './tree-keys.ts'
import { visibleNodes, type TreeNode } from './tree-model.ts'
import { TreeRow } from './TreeRow.tsx'

interface Selection {
  selectedId: string | undefined
  isOpen: (node: TreeNode) => boolean
  onSelect: (node: TreeNode) => void
  onToggle: (node: TreeNode, open: boolean) => void
}

interface InvitationTreeListProps extends Selection {
  roots: readonly TreeNode[]
  /** Whether a place is rendered; a search hides places. The ancestors of a rendered place are rendered, too. */
  isShown: (node: TreeNode) => boolean
}

/**
 * The tree of who has invited whom, as a tree view of the ARIA Authoring Practices: one tab stop, arrow keys, letters,
 * Enter selects. A press selects; a press on the selected place opens or closes it.
 */
export function InvitationTreeList({ roots, isShown, ...selection }: InvitationTreeListProps) {
  const tree = useRef<HTMLUListElement>(null)
  const [focusedId, setFocusedId] = useState<string>()
  const { selectedId, isOpen, onSelect, onToggle } = selection
  const visible = visibleNodes(roots.filter(isShown), isOpen).filter(isShown)
  const stop =
    visible.find(({ id }) => id === focusedId) ?? visible.find(({ id }) => id === selectedId) ?? visible[0]

  const focus = (id: string) => {
    setFocusedId(id)
    const item = tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)
    item?.focus({ preventScroll: true })
    item?.scrollIntoView({ block: 'nearest' })
  }

  const press = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || stop === undefined) return
    const step = treeStep(event.key, { visible, focusedId: stop.id, isOpen })
    if (step === undefined) return
    event.preventDefault()
    if (step.kind === 'focus') focus(step.id)
    else if (step.kind === 'select') onSelect(stop)
    else onToggle(stop, step.kind === 'open')
  }

  return (
    <ul ref={tree} role="tree" aria-label="Einladungsbaum" className={styles.tree} onKeyDown={press}>
      {roots.filter(isShown).map((node) => (
        <TreeItem
          key={node.id}
          {...selection}
          {...{ node, isShown }}
          stopId={stop?.id}
          onFocus={setFocusedId}
        />
      ))}
    </ul>
  )
}

interface TreeItemProps extends Selection {
  node: TreeNode
  isShown: (node: TreeNode) => boolean
  /** The id of the place that gets the focus by Tab. */
  stopId: string | undefined
  onFocus: (id: string) => void
}

function TreeItem({ node, ...shared }: TreeItemProps) {
  const { selectedId, stopId, isOpen, isShown, onSelect, onToggle, onFocus } = shared
  const isParent = node.children.length > 0
  const isExpanded = isParent && isOpen(node)
  return (
    <li role="none">
      <TreeRow
        node={node}
        isSelected={node.id === selectedId}
        isExpanded={isParent ? isExpanded : undefined}
        tabIndex={node.id === stopId ? 0 : -1}
        onFocus={() => onFocus(node.id)}
        onPress={() => {
          if (node.id === selectedId && isParent) onToggle(node, !isExpanded)
          else onSelect(node)
        }}
      />
      {isExpanded && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the group of a tree view
        <ul role="group">
          {node.children.filter(isShown).map((child) => (
            <TreeItem key={child.id} {...shared} node={child} />
          ))}
        </ul>
      )}
    </li>
  )
}
