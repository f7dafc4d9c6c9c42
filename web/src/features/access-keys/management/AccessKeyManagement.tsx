import { KEY_STATUSES, type KeyBatch, type KeyStatus } from '@tonarchiv/contract/key-batches'
import { useInfiniteQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/plus'
import Printer from 'lucide-react/icons/printer'
import Search from 'lucide-react/icons/search'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { joinPages } from '#client/join-pages.ts'
import { formatNumber } from '#format.ts'
import { DataTable } from '#ui/components/content/DataTable.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { PagedList } from '#ui/components/content/PagedList.tsx'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { useUrlQuery } from '#ui/hooks/use-url-query.ts'
import { KeyRequests } from '../requests/KeyRequests.tsx'
import styles from './AccessKeyManagement.module.css'
import { batchesQuery, saveKeys, type KeyFilter } from './api.ts'
import { BatchRow } from './BatchRow.tsx'
import { ChangeBatch, type BatchChange } from './ChangeBatch.tsx'
import { copyText } from './copy.ts'
import { CreateKeys } from './CreateKeys.tsx'
import { WithdrawKeys } from './WithdrawKeys.tsx'

const STATUS_TEXTS = {
  available: 'Verfügbar',
  used: 'Verwendet',
  expired: 'Abgelaufen',
  withdrawn: 'Zurückgezogen',
} as const satisfies Record<KeyStatus, string>

const COLUMNS = ['Schlüssel', 'Umfang', 'Einlösungen', 'Einlösbar bis', 'Aufenthalt', 'Von', 'Aktionen']

/** Keys that were made in this tab. */
interface Made {
  batch: KeyBatch
  keys: readonly string[]
}

/** The filter of the list by status and search text, which are stored in the URL. */
function useKeyFilter() {
  const [query, change] = useUrlQuery()
  const status = KEY_STATUSES.find((one) => one === query.get('status'))
  const [text, setText] = useState(query.get('q') ?? '')
  const q = useDeferredValue(text.trim())
  const put = (name: string, value: string) =>
    change(
      (next) => {
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const filter: KeyFilter = { ...(status !== undefined && { status }), ...(q !== '' && { q }) }
  return {
    filter,
    text,
    setText: (value: string) => {
      setText(value)
      put('q', value.trim())
    },
    setStatus: (value: KeyStatus | 'all') => put('status', value === 'all' ? '' : value),
  }
}

/**
 * The section of the admin panel for access keys: makes, lists, prints, changes and withdraws them. See
 * docs/product.md §17.3. Its first element is a row of buttons, beside which the page can put something.
 */
export function AccessKeyManagement() {
  const { filter, text, setText, setStatus } = useKeyFilter()
  const list = useInfiniteQuery(batchesQuery(filter))
  const [isCreating, setIsCreating] = useState(false)
  const [made, setMade] = useState<Made>()
  const [newId, setNewId] = useState<string>()
  const [change, setChange] = useState<BatchChange>()
  const [doomed, setDoomed] = useState<KeyBatch>()
  const act = (action: () => void) => {
    setNewId(undefined)
    action()
  }
  const batches = joinPages(list.data?.pages.map((page) => page.batches) ?? [])
  const counts = list.data?.pages.at(-1)?.counts
  const create = (
    <Button kind="primary" onClick={() => act(() => setIsCreating(true))}>
      <Plus className="icon icon-small" aria-hidden />
      Schlüssel generieren
    </Button>
  )
  const isFiltered = filter.status !== undefined || filter.q !== undefined
  return (
    <>
      <div className={styles.tools}>
        <Button kind="ghost" onClick={() => void saveKeys(filter)}>
          <Download className="icon icon-small" aria-hidden />
          CSV
        </Button>
        {create}
      </div>
      <KeyRequests />
      <div className={styles.filter}>
        <TextField
          label="Schlüssel, Notiz oder Person suchen"
          labelHidden
          type="search"
          placeholder="Schlüssel, Notiz oder Person suchen..."
          autoComplete="off"
          maxLength={100}
          fieldClassName={styles.search}
          icon={<Search className="icon" aria-hidden />}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <StatusFilter counts={counts} status={filter.status} onChange={setStatus} />
      </div>
      {made !== undefined && <MadeNotice made={made} onClose={() => setMade(undefined)} />}
      <PagedList
        list={list}
        height="24rem"
        problem={textOf(
          list.error,
          'Schlüssel konnten nicht geladen werden. Bestehende Schlüssel gelten weiter.',
        )}
        isEmpty={batches.length === 0}
        empty={
          isFiltered ? (
            <EmptyState title="Keine Schlüssel gefunden">Versuche es mit einem anderen Filter.</EmptyState>
          ) : (
            <EmptyState title="Keine Zugangschlüssel vorhanden" action={create}>
              Ohne Schlüssel bleibt das Archiv für neue Mitglieder zu.
            </EmptyState>
          )
        }
      >
        <DataTable label="Zugangsschlüssel" columns={COLUMNS}>
          {batches.map((batch) => (
            <BatchRow
              key={batch.id}
              batch={batch}
              isNew={batch.id === newId}
              actions={{
                onNote: (one) => act(() => setChange({ batch: one, what: 'note' })),
                onExpiry: (one) => act(() => setChange({ batch: one, what: 'expiry' })),
                onWithdraw: (one) => act(() => setDoomed(one)),
              }}
            />
          ))}
        </DataTable>
      </PagedList>
      <CreateKeys
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onMade={(batch, keys) => {
          setMade({ batch, keys })
          setNewId(batch.id)
        }}
      />
      <ChangeBatch change={change} onClose={() => setChange(undefined)} />
      <WithdrawKeys batch={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}

interface StatusFilterProps {
  /** Undefined until the numbers are known. */
  counts: Record<KeyStatus, number> | undefined
  status: KeyStatus | undefined
  onChange: (status: KeyStatus | 'all') => void
}

function StatusFilter({ counts, status, onChange }: StatusFilterProps) {
  const numbered = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} ${formatNumber(count)}`
  const total = counts && KEY_STATUSES.reduce((sum, one) => sum + counts[one], 0)
  return (
    <ToggleGroup
      label="Status"
      value={status ?? 'all'}
      options={[
        { value: 'all', label: numbered('Alle', total) },
        ...KEY_STATUSES.map((one) => ({ value: one, label: numbered(STATUS_TEXTS[one], counts?.[one]) })),
      ]}
      onChange={onChange}
    />
  )
}

interface MadeNoticeProps {
  made: Made
  onClose: () => void
}

function MadeNotice({ made: { batch, keys }, onClose }: MadeNoticeProps) {
  const many = keys.length > 1
  return (
    <Notice
      kind="success"
      className={styles.made}
      onClose={onClose}
      actions={
        <span className={styles.next}>
          <Link
            to={`/admin/keys/${batch.id}`}
            target="_blank"
            className={buttonClass({ small: true, kind: 'primary' })}
          >
            <Printer className="icon icon-small" aria-hidden />
            Bogen drucken
          </Link>
          <Button small onClick={() => void copyText(keys.join('\n'))}>
            <Copy className="icon icon-small" aria-hidden />
            {many ? 'Alle kopieren' : 'Schlüssel kopieren'}
          </Button>
        </span>
      }
    >
      {many
        ? `${keys.length} Zugangschlüssel generiert. Sie stehen oben in der Liste.`
        : `1 Zugangschlüssel generiert. Er steht oben in der Liste.`}
    </Notice>
  )
}
