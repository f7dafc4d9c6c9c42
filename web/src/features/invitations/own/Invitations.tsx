import type { listInvitations } from '@tonarchiv/contract/invitations'
import type { ResponseOf } from '@tonarchiv/contract/route'
import type { User } from '@tonarchiv/contract/users'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { joinPages } from '#client/join-pages.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { PagedList } from '#ui/components/content/PagedList.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { invitationsQuery } from './api.ts'
import { InvitationCard } from './InvitationCard.tsx'
import { InvitationList } from './InvitationList.tsx'
import styles from './Invitations.module.css'
import { EMPTY_INVITATION, InviteForm, scopeOfDraft } from './InviteForm.tsx'
import { Quota } from './Quota.tsx'

/** Makes invitations and lists those that the member has made. See docs/product.md §4.6. */
export function Invitations({ user }: { user: User }) {
  const list = useInfiniteQuery(invitationsQuery)
  const [newId, setNewId] = useState<string>()
  const pages = list.data?.pages
  const state = pages?.at(-1)
  const invitations = joinPages(pages?.map((page) => page.invitations) ?? [])
  const listId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      {state && (
        <Maker
          user={user}
          state={state}
          onMade={(id) => {
            setNewId(id)
            showToast('Einladung erstellt. Schick deinem Gast den Link.')
            heading.current?.focus()
          }}
        />
      )}
      <section aria-labelledby={listId} className={styles.list}>
        <h2 id={listId} ref={heading} tabIndex={-1}>
          Deine Einladungen
        </h2>
        <PagedList
          list={list}
          height="16rem"
          problem={textOf(list.error, 'Die Einladungen konnten nicht geladen werden.')}
          isEmpty={invitations.length === 0}
          empty={
            <EmptyState title="Noch keine Einladung">
              Wen du einlädst, der bekommt von dir einen Schlüssel.
            </EmptyState>
          }
        >
          <InvitationList invitations={invitations} newId={newId} />
        </PagedList>
      </section>
    </>
  )
}

interface MakerProps {
  user: User
  state: ResponseOf<typeof listInvitations>
  onMade: (id: string) => void
}

/** The form with its preview, or the reason why the member cannot invite. */
function Maker({ user, state: { quota, left, canInvite, stayDays, scope }, onMade }: MakerProps) {
  const [draft, setDraft] = useState(EMPTY_INVITATION)
  const id = useId()
  if (!canInvite || left === 0)
    return (
      <Surface className={styles.none}>
        <EmptyState
          title={canInvite ? 'Du hast alle Einladungen vergeben.' : 'Du kannst gerade niemanden einladen.'}
        >
          {canInvite && 'Eine offene Einladung kannst du zurückziehen, dann ist sie wieder frei.'}
        </EmptyState>
      </Surface>
    )
  return (
    <div className={styles.grid}>
      <Surface as="section" className={styles.maker} aria-labelledby={id}>
        <div className={styles.head}>
          <h2 id={id}>Neue Einladung</h2>
          <Quota left={left} quota={quota} />
        </div>
        <InviteForm draft={draft} onChange={setDraft} mine={scope} stayDays={stayDays} onMade={onMade} />
      </Surface>
      <aside className={styles.preview} aria-labelledby={`${id}-preview`}>
        <Text as="h2" size="sm" tone="muted" id={`${id}-preview`}>
          So sieht sie aus
        </Text>
        <InvitationCard
          user={user}
          words={draft.words}
          scope={scopeOfDraft(draft, scope)}
          stayDays={stayDays}
        />
      </aside>
    </div>
  )
}
