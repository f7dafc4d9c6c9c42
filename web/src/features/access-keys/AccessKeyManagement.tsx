import { ACCESS_KEYS_AT_ONCE, type AccessKey } from '@tonarchiv/contract/access-keys'
import { useInfiniteQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useState, type SubmitEvent } from 'react'
import { textOf } from '#client/api-error.ts'
import { joinPages } from '#client/join-pages.ts'
import { formatDate, formatNumber } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { ConfirmDialogAbout } from '#ui/components/overlays/ConfirmDialog.tsx'
import { DataCell, DataRow, DataTable } from '#ui/components/content/DataTable.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { ListTools } from '#ui/components/content/ListTools.tsx'
import { PagedList } from '#ui/components/content/PagedList.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './AccessKeyManagement.module.css'
import { keysQuery, useGenerateKeys, useWithdrawKey } from './api.ts'
import { KeyRequests } from './KeyRequests.tsx'

const NONE: ReadonlySet<string> = new Set()
const GENERATE_FAILED = 'Fehler beim Generieren des Zugangschlüssels'
const WITHDRAW_FAILED = 'Zugangsschlüssel konnte nicht zurückgezogen werden'

async function copy({ key_value: key }: AccessKey) {
  try {
    await navigator.clipboard.writeText(key)
    showToast('Kopiert', { duration: ADMIN_TOAST })
  } catch {
    showToast('Kopieren nicht möglich', { kind: 'error', duration: ADMIN_TOAST })
  }
}

interface KeyRowProps {
  entry: AccessKey
  isNew: boolean
  onCopy: () => void
  onWithdraw: () => void
}

function KeyRow({ entry, isNew, onCopy, onWithdraw }: KeyRowProps) {
  const { key_value: key, used, created_at, used_by_username: by, used_at: at } = entry
  return (
    <DataRow isNew={isNew}>
      <DataCell>
        <span className={classNames(styles.key, used && styles.used)}>{key}</span>
      </DataCell>
      <DataCell label="Erstellt">
        <Text tone="muted">{formatDate(created_at)}</Text>
      </DataCell>
      <DataCell label="Status">{used ? <Tag>Verwendet</Tag> : <Tag kind="success">Verfügbar</Tag>}</DataCell>
      <DataCell label="Verwendet von">
        {used ? (
          <span>
            {by ?? 'Gelöschter Benutzer'}
            {at !== null && <Text tone="muted">, {formatDate(at)}</Text>}
          </span>
        ) : (
          <span className={styles.none}>–</span>
        )}
      </DataCell>
      <DataCell isAction>
        <span className={styles.actions}>
          <IconButton label={`Schlüssel ${key} kopieren`} title="Schlüssel kopieren" onClick={onCopy}>
            <Copy className="icon icon-small" aria-hidden />
          </IconButton>
          {!used && (
            <IconButton
              label={`Schlüssel ${key} zurückziehen`}
              title="Schlüssel zurückziehen"
              onClick={onWithdraw}
            >
              <Trash className="icon icon-small" aria-hidden />
            </IconButton>
          )}
        </span>
      </DataCell>
    </DataRow>
  )
}

function Count({ keys, total }: { keys: readonly AccessKey[]; total: number }) {
  const used = keys.filter((key) => key.used).length
  // As long as not all pages are loaded, it is not known how many keys were used.
  if (keys.length < total) return <>{formatNumber(total)} Schlüssel</>
  return (
    <>
      <strong>{formatNumber(keys.length - used)}</strong> Verfügbar, <strong>{formatNumber(used)}</strong>{' '}
      Verwendet
    </>
  )
}

/**
 * The section of the admin panel for access keys: creates, copies, lists and withdraws them. See docs/product.md §17.3.
 */
export function AccessKeyManagement() {
  const list = useInfiniteQuery(keysQuery)
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(NONE)
  const [doomed, setDoomed] = useState<AccessKey>()

  const keys = joinPages(list.data?.pages.map(({ accessKeys }) => accessKeys) ?? [])
  const total = list.data?.pages.at(-1)?.total ?? 0

  return (
    <>
      <KeyRequests />
      <ListTools count={list.data !== undefined && <Count keys={keys} total={total} />}>
        <GenerateForm onMade={setNewIds} />
      </ListTools>
      <PagedList
        list={list}
        height="16rem"
        problem={textOf(list.error, 'Die Schlüssel konnten nicht geladen werden.')}
        isEmpty={keys.length === 0}
        empty={<EmptyState title="Keine Zugangschlüssel vorhanden" />}
      >
        <DataTable
          label="Zugangsschlüssel"
          columns={['Schlüssel', 'Erstellt', 'Status', 'Verwendet von', 'Aktionen']}
        >
          {keys.map((key) => (
            <KeyRow
              key={key.id}
              entry={key}
              isNew={newIds.has(key.id)}
              onCopy={() => {
                setNewIds(NONE)
                void copy(key)
              }}
              onWithdraw={() => {
                setNewIds(NONE)
                setDoomed(key)
              }}
            />
          ))}
        </DataTable>
      </PagedList>
      <WithdrawKey entry={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}

/** The form that creates several access keys at once. */
function GenerateForm({ onMade }: { onMade: (ids: ReadonlySet<string>) => void }) {
  const generate = useGenerateKeys()
  const [amount, setAmount] = useState('1')
  const count = Number(amount)
  const isAmount = Number.isInteger(count) && count >= 1 && count <= ACCESS_KEYS_AT_ONCE
  const make = () =>
    generate.mutate(count, {
      onSuccess({ accessKeys }) {
        onMade(new Set(accessKeys.map(({ id }) => id)))
        showToast('Zugangschlüssel generiert', { duration: ADMIN_TOAST })
      },
      onError: () => showToast(GENERATE_FAILED, { kind: 'error', duration: ADMIN_TOAST }),
    })
  return (
    <form
      className={styles.generate}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        if (isAmount && !generate.isPending) make()
      }}
    >
      <TextField
        label={`Anzahl von 1 bis ${ACCESS_KEYS_AT_ONCE}`}
        labelHidden
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        fieldClassName={styles.amount}
        aria-invalid={isAmount ? undefined : true}
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <Button kind="primary" type="submit" busy={generate.isPending} disabled={!isAmount}>
        {!generate.isPending && <Plus className="icon icon-small" aria-hidden />}
        Schlüssel generieren
      </Button>
    </form>
  )
}

interface WithdrawKeyProps {
  /** The access key to withdraw; undefined while the dialog is closed. */
  entry: AccessKey | undefined
  onClose: () => void
}

function WithdrawKey({ entry, onClose }: WithdrawKeyProps) {
  const withdraw = useWithdrawKey()
  const confirm = (key: AccessKey) =>
    withdraw.mutate(key, {
      onSuccess: () => showToast('Zugangsschlüssel zurückgezogen', { duration: ADMIN_TOAST }),
      onError: (failure) =>
        showToast(textOf(failure, WITHDRAW_FAILED), { kind: 'error', duration: ADMIN_TOAST }),
      onSettled: onClose,
    })
  return (
    <ConfirmDialogAbout
      subject={entry}
      title="Zugangsschlüssel zurückziehen?"
      confirm="Zurückziehen"
      busy={withdraw.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {({ key_value: key }) => `Der Schlüssel ${key} kann danach nicht mehr eingelöst werden.`}
    </ConfirmDialogAbout>
  )
}
