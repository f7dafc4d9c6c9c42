import { APP_PASSWORDS_MAX, type AppPassword } from '@tonarchiv/contract/app-passwords'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState, type ReactNode } from 'react'
import { textOf } from '#client/api-error.ts'
import { DataTable } from '#ui/components/content/DataTable.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { ConfirmDialogAbout } from '#ui/components/overlays/ConfirmDialog.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { appPasswordsQuery, forgetAppPassword, useRevokeAppPassword } from './api.ts'
import { AppPasswordRow } from './AppPasswordRow.tsx'
import styles from './AppPasswords.module.css'
import { CreateAppPassword } from './CreateAppPassword.tsx'
import { LoadingRows } from './LoadingRows.tsx'

const LOAD_FAILED = 'Die App-Passwörter konnten nicht geladen werden.'
const NONE: ReadonlySet<string> = new Set()
const REVOKE_FAILED = 'Das App-Passwort konnte nicht widerrufen werden'

interface AppPasswordsProps {
  /** The username, with which apps log in. */
  username: string
}

/**
 * The account's app passwords: creates and revokes them, and shows when each was last used. See docs/product.md §16.6.
 */
export function AppPasswords({ username }: AppPasswordsProps) {
  const list = useQuery(appPasswordsQuery)
  const [isCreating, setIsCreating] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  const create = (
    <Button kind="primary" onClick={() => setIsCreating(true)}>
      <Plus className="icon icon-small" aria-hidden />
      App-Passwort erstellen
    </Button>
  )
  // When the first app password is created or the last one is revoked, another button replaces the focused one.
  const firstButton = () => card.current?.querySelector('button')
  useRestoredFocus(card, firstButton)

  return (
    <div ref={card}>
      {list.data === undefined ? (
        <Surface>
          {list.isError ? (
            <LoadFailure onRetry={list.refetch}>{textOf(list.error, LOAD_FAILED)}</LoadFailure>
          ) : (
            <LoadingRows />
          )}
        </Surface>
      ) : list.data.appPasswords.length === 0 ? (
        <Surface>
          <EmptyState
            className={styles.empty}
            drawing="apps"
            title="Noch keine App verbunden"
            action={create}
          >
            Erstelle ein Passwort, trage es in der App ein, und das ganze Archiv ist dort.
          </EmptyState>
        </Surface>
      ) : (
        <Rows appPasswords={list.data.appPasswords} now={list.dataUpdatedAt}>
          {create}
        </Rows>
      )}
      <CreateAppPassword
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onLeft={() => {
          // The button that has opened the form may have been replaced while the password was shown.
          if (document.activeElement === document.body) firstButton()?.focus()
        }}
        isFull={(list.data?.appPasswords.length ?? 0) >= APP_PASSWORDS_MAX}
        username={username}
        serverAddress={list.data?.serverAddress ?? location.origin}
      />
    </div>
  )
}

/** The button in the next row or, for the last row, in the previous one. */
function buttonBeside(row: HTMLTableRowElement): HTMLElement | null | undefined {
  return (row.nextElementSibling ?? row.previousElementSibling)?.querySelector('button')
}

interface RowsProps {
  appPasswords: readonly AppPassword[]
  /** When the list was read, in milliseconds since 1970. */
  now: number
  /** The button that is shown beside the heading. */
  children: ReactNode
}

function Rows({ appPasswords, now, children }: RowsProps) {
  const cache = useQueryClient()
  const revoke = useRevokeAppPassword()
  const [asked, setAsked] = useState<AppPassword>()
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(NONE)

  const confirm = (one: AppPassword) =>
    revoke.mutate(one, {
      onSuccess: () => {
        setLeaving((before) => new Set(before).add(one.id))
        showToast(`„${one.name}“ widerrufen`, { icon: Check })
      },
      onError: (failure) => showToast(textOf(failure, REVOKE_FAILED), { kind: 'error' }),
      onSettled: () => setAsked(undefined),
    })

  return (
    <>
      <DataTable
        label="App-Passwörter"
        columns={['Name', 'App', 'Zuletzt benutzt', 'Widerrufen']}
        head={
          <>
            <h2>App-Passwörter</h2>
            {children}
          </>
        }
      >
        {appPasswords.map((one) => (
          <AppPasswordRow
            key={one.id}
            appPassword={one}
            now={now}
            isLeaving={leaving.has(one.id)}
            onGone={(row) => {
              if (row.contains(document.activeElement)) buttonBeside(row)?.focus()
              forgetAppPassword(cache, one.id)
            }}
            onRevoke={() => setAsked(one)}
          />
        ))}
      </DataTable>
      <ConfirmDialogAbout
        subject={asked}
        title={({ name }) => `„${name}“ widerrufen?`}
        confirm="Widerrufen"
        busy={revoke.isPending}
        onConfirm={confirm}
        onCancel={() => setAsked(undefined)}
      >
        {({ app }) =>
          `${app ?? 'Die App'} wird sofort abgemeldet. Was dort schon heruntergeladen ist, kann das Archiv nicht löschen.`
        }
      </ConfirmDialogAbout>
    </>
  )
}
