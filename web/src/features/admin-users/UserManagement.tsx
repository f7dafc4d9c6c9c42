import type { ManagedUser } from '@tonarchiv/contract/admin'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { joinPages } from '#client/join-pages.ts'
import { formatNumber } from '#format.ts'
import { ConfirmDialogAbout } from '#ui/components/overlays/ConfirmDialog.tsx'
import { DataTable } from '#ui/components/content/DataTable.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { ListTools } from '#ui/components/content/ListTools.tsx'
import { PagedList } from '#ui/components/content/PagedList.tsx'
import { useChangeUser, useRemoveUser, usersQuery } from './api.ts'
import { UserRow } from './UserRow.tsx'

/** The section of the admin panel for accounts. See docs/product.md §17.2. */
export function UserManagement({ ownId }: { ownId: string }) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const list = useInfiniteQuery(usersQuery(search))
  const change = useChangeUser()
  const [doomed, setDoomed] = useState<ManagedUser>()
  const [locked, setLocked] = useState<ManagedUser>()
  const users = joinPages(list.data?.pages.map((page) => page.users) ?? [])
  const total = list.data?.pages.at(-1)?.total ?? 0

  return (
    <>
      <ListTools
        search={{ label: 'Benutzer suchen', text, onText: setText }}
        count={list.data && `${formatNumber(total)} Benutzer`}
      />
      <PagedList
        list={list}
        height="24rem"
        problem={textOf(list.error, 'Die Benutzer konnten nicht geladen werden.')}
        isEmpty={users.length === 0}
        empty={
          <EmptyState title="Keine Benutzer gefunden">Versuche es mit einem anderen Suchbegriff.</EmptyState>
        }
      >
        <DataTable
          label="Benutzer"
          columns={['Benutzer', 'E-Mail-Adresse', 'Beigetreten', 'Schlüssel', 'Rolle', 'Aktionen']}
        >
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isSelf={user.id === ownId}
              onRole={(isAdmin) => change.mutate({ user, change: { isAdmin } })}
              onWithdrawKey={() => setLocked(user)}
              onDelete={() => setDoomed(user)}
            />
          ))}
        </DataTable>
      </PagedList>
      <DeleteUser user={doomed} onClose={() => setDoomed(undefined)} />
      <WithdrawAccess user={locked} onClose={() => setLocked(undefined)} />
    </>
  )
}

interface QuestionProps {
  /** The account to delete; undefined while the dialog is closed. */
  user: ManagedUser | undefined
  onClose: () => void
}

function DeleteUser({ user, onClose }: QuestionProps) {
  const remove = useRemoveUser()
  return (
    <ConfirmDialogAbout
      subject={user}
      title="Benutzer löschen"
      confirm="Löschen"
      busy={remove.isPending}
      onConfirm={(asked) => remove.mutate(asked, { onSettled: onClose })}
      onCancel={onClose}
    >
      {({ displayName, username }) => (
        <>
          <strong>{displayName}</strong> ({username})
          <br />
          <span lang="en">Are you sure you want to delete this user? This action cannot be undone.</span>
        </>
      )}
    </ConfirmDialogAbout>
  )
}

function WithdrawAccess({ user, onClose }: QuestionProps) {
  const change = useChangeUser()
  return (
    <ConfirmDialogAbout
      subject={user}
      title="Zugang entziehen?"
      confirm="Entziehen"
      busy={change.isPending}
      onConfirm={(asked) =>
        change.mutate({ user: asked, change: { keyVerified: false } }, { onSettled: onClose })
      }
      onCancel={onClose}
    >
      {({ displayName }) => (
        <>
          <strong>{displayName}</strong> braucht danach einen neuen Zugangsschlüssel, um das Archiv zu nutzen.
        </>
      )}
    </ConfirmDialogAbout>
  )
}
