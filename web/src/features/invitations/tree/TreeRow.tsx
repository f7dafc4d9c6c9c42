import { useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { formatDate, formatNumber } from '#format.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { ScopeGlyph } from '#features/access-scope/index.ts'
import type { TreeNode } from './tree-model.ts'
import { admissionText } from './tree-wording.ts'
import styles from './TreeRow.module.css'

interface TreeRowProps {
  node: TreeNode
  isSelected: boolean
  /** Undefined for a place without places below it. */
  isExpanded: boolean | undefined
  tabIndex: 0 | -1
  onFocus: () => void
  onPress: () => void
}

/** A row of the tree. Keys are handled by the tree; a press selects the row. */
export function TreeRow({ node, isSelected, isExpanded, tabIndex, onFocus, onPress }: TreeRowProps) {
  const [now] = useState(Date.now)
  const { member, invitation } = node
  const hiddenPeople = isExpanded === false ? node.branchSize : 0
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys
    <div
      role="treeitem"
      data-node={node.id}
      aria-level={node.level}
      aria-selected={isSelected}
      aria-expanded={isExpanded}
      tabIndex={tabIndex}
      className={classNames(styles.row, isSelected && styles.selected)}
      onFocus={onFocus}
      onClick={onPress}
    >
      {member === undefined ? (
        <span className={styles.open} aria-hidden />
      ) : (
        <Avatar src={member.user.photoURL && imageUrl(member.user.photoURL)} size={36} />
      )}
      <span className={styles.text}>
        <span className={styles.name}>
          <strong className={classNames('truncate', member === undefined && styles.muted)} dir="auto">
            {node.name}
          </strong>{' '}
          {member?.isAdmin === true && <Tag>Admin</Tag>}
          {member?.isBarred === true && <Tag kind="warning">Ohne Einladungen</Tag>}
          {hiddenPeople > 0 && <Tag>{formatNumber(hiddenPeople)} im Zweig</Tag>}
        </span>
        <Text size="sm" tone="muted" truncate>
          {member === undefined
            ? `${invitation?.key ?? ''}, bis ${formatDate(invitation?.expiresAt ?? '')}`
            : admissionText(member, now)}
        </Text>
      </span>
      {member !== undefined && member.scope !== null && (
        <span className={styles.scope}>
          <ScopeGlyph scope={member.scope} />
        </span>
      )}
    </div>
  )
}
