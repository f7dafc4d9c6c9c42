import { foldText } from '@tonarchiv/contract/fold-text'
import type { ResponseOf } from '@tonarchiv/contract/route'
import type { getInvitationTree } from '@tonarchiv/contract/invitation-tree'
import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { textOf } from '#client/api-error.ts'
import { formatNumber } from '#format.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { treeQuery } from './api.ts'
import { InvitationRecord } from './InvitationRecord.tsx'
import styles from './InvitationTree.module.css'
import { InvitationTreeList } from './InvitationTreeList.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { TreeDetail } from './TreeDetail.tsx'
import { branchOf, foundIds, growForest, type InvitationForest, type TreeNode } from './tree-model.ts'
import { countText } from './tree-wording.ts'

const NONE: ReadonlySet<string> = new Set()
/** Number of members up to which the whole tree is open at first. */
const OPEN_AT_FIRST = 200

interface InvitationTreeProps {
  ownId: string
  /** Opens the profile of a member. */
  onProfile: (userId: string) => void
}

/**
 * The section of the admin panel that shows who has invited whom. See docs/product.md §17.3. Its first element is a
 * line of text, beside which the page can put something.
 */
export function InvitationTree({ ownId, onProfile }: InvitationTreeProps) {
  const { data, error, refetch } = useQuery(treeQuery)
  const forest = useMemo(() => data && growForest(data), [data])
  const isEmpty = data?.invitations.length === 0 && data.members.every(({ admission }) => admission === null)
  return (
    <>
      <Text as="p" size="md" tone="muted" className={styles.count}>
        {data && forest && !isEmpty && withBoldNumbers(countText(data, forest.levels))}
      </Text>
      {data === undefined || forest === undefined ? (
        <Missing error={error} onRetry={refetch} />
      ) : isEmpty ? (
        <Empty isEnabled={data.isEnabled} />
      ) : (
        <Forest {...{ data, forest, ownId, onProfile }} />
      )}
    </>
  )
}

/** A text in which the numbers stand out. */
function withBoldNumbers(text: string): ReactNode {
  return text.split(/(\d[\d.]*)/).map((part, index) =>
    // Every other part is a number. Their places do not change.
    // oxlint-disable-next-line react/no-array-index-key
    index % 2 === 1 ? <b key={index}>{part}</b> : part,
  )
}

function Missing({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) {
  if (error === null) return <Skeleton height="24rem" style={{ display: 'block', borderRadius: 12 }} />
  return (
    <LoadFailure onRetry={onRetry}>
      {textOf(error, 'Der Einladungsbaum konnte nicht geladen werden.')}
    </LoadFailure>
  )
}

function Empty({ isEnabled }: { isEnabled: boolean }) {
  return (
    <EmptyState title="Noch hat niemand jemanden mitgebracht">
      {isEnabled
        ? 'Mitglieder laden über ihr Benutzermenü ein.'
        : 'Mitglieder dürfen einladen, sobald der Betreiber es erlaubt.'}
    </EmptyState>
  )
}

interface ForestProps extends InvitationTreeProps {
  data: ResponseOf<typeof getInvitationTree>
  forest: InvitationForest
}

function Forest({ data, forest, ownId, onProfile }: ForestProps) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const found = useMemo(
    () => (search === '' ? undefined : foundIds(forest, foldText, search)),
    [forest, search],
  )
  const folding = useFolding(data.members.length > OPEN_AT_FIRST)
  const [selectedId, setSelectedId] = useState<string>()
  const [doomed, setDoomed] = useState<TreeNode>()
  const selected = (selectedId === undefined ? undefined : forest.nodes.get(selectedId)) ?? forest.roots[0]
  const branch = useMemo(() => (selected ? branchOf(selected) : NONE), [selected])
  return (
    <>
      <div className={styles.grid}>
        <Surface as="section" aria-label="Baum">
          <div className={styles.head}>
            <TextField
              label="Person suchen"
              labelHidden
              type="search"
              placeholder="Person suchen..."
              autoComplete="off"
              maxLength={100}
              fieldClassName={styles.search}
              icon={<Search className="icon" aria-hidden />}
              value={text}
              onChange={({ currentTarget: { value } }) => setText(value)}
            />
            <Button kind="ghost" small className={styles.fold} onClick={folding.toggleAll}>
              {folding.areAllClosed ? 'Alles aufklappen' : 'Alles zuklappen'}
            </Button>
          </div>
          <Text as="p" size="sm" tone="muted" className={styles.found} aria-live="polite">
            {found && `${formatNumber(found.hits.size)} gefunden`}
          </Text>
          <InvitationTreeList
            roots={forest.roots}
            selectedId={selected?.id}
            isShown={({ id }) => found === undefined || found.shown.has(id)}
            isOpen={(node) => found !== undefined || folding.isOpen(node)}
            onSelect={({ id }) => setSelectedId(id)}
            onToggle={folding.toggle}
          />
        </Surface>
        <aside className={styles.side} aria-label={selected?.name}>
          <InvitationRecord roots={forest.roots} branch={branch} selectedId={selected?.id} />
          {selected && (
            <TreeDetail
              node={selected}
              quota={data.quota}
              isSelf={selected.id === ownId}
              onProfile={onProfile}
              onRemove={() => setDoomed(selected)}
            />
          )}
        </aside>
      </div>
      <RemoveDialog
        node={doomed}
        onClose={() => setDoomed(undefined)}
        onRemoved={() => setSelectedId(doomed?.parent?.id)}
      />
    </>
  )
}

/** Which places of the tree are open: all, or none but the top, except those that were toggled since. */
function useFolding(isLarge: boolean) {
  const [areAllClosed, setAllClosed] = useState(isLarge)
  const [toggled, setToggled] = useState(NONE)
  const isOpen = ({ id }: TreeNode) => areAllClosed === toggled.has(id)
  return {
    areAllClosed,
    isOpen,
    toggleAll: () => {
      setAllClosed(!areAllClosed)
      setToggled(NONE)
    },
    toggle: (node: TreeNode, open: boolean) => {
      if (isOpen(node) === open) return
      const next = new Set(toggled)
      if (!next.delete(node.id)) next.add(node.id)
      setToggled(next)
    },
  }
}
