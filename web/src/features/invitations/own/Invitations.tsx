import type { Invitation, listInvitations } from '@tonarchiv/contract/invitations'
import type { ResponseOf } from '@tonarchiv/contract/route'
import type { User } from '@tonarchiv/contract/users'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { joinPages } from '#client/join-pages.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { PagedList } from '#ui/components/content/PagedList.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { ShareInvitation } from '../share/ShareInvitation.tsx'
import { invitationsQuery } from './api.ts'
import { InvitationCard } from '../share/InvitationCard.tsx'
import { InvitationList } from './InvitationList.tsx'
import styles from './Invitations.module.css'
import { EMPTY_INVITATION, InviteForm, scopeOfDraft } from './InviteForm.tsx'
import { Quota } from './Quota.tsx'

/** Makes invitations and lists those that the member has made. See docs/product.md §4.6. */
export function Invitations({ user }: { user: User }) {
  const list = useInfiniteQuery(invitationsQuery)
  const [newId, setNewId] = useState<string>()
  const [chosen, setChosen] = useState<{ invitation: Invitation; times: number }>()
  const pages = list.data?.pages
  const state = pages?.at(-1)
  const invitations = joinPages(pages?.map((page) => page.invitations) ?? [])
  const listId = useId()
  const share = (invitation: Invitation) =>
    setChosen((before) => ({ invitation, times: (before?.times ?? 0) + 1 }))
  // An invitation that was accepted or withdrawn meanwhile cannot be shared any more.
  const ready = invitations.find(({ id }) => id === chosen?.invitation.id) ?? chosen?.invitation
  return (
    <>
      {state && ready?.state === 'open' && (
        <ShareInvitation
          key={chosen?.times}
          user={user}
          invitation={ready}
          left={state.left}
          quota={state.quota}
        />
      )}
      {state && (
        <Maker
          user={user}
          state={state}
          onMade={(invitation) => {
            setNewId(invitation.id)
            share(invitation)
          }}
        />
      )}
      <section aria-labelledby={listId} className={styles.list}>
        <h2 id={listId}>Deine Einladungen</h2>
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
          <InvitationList invitations={invitations} newId={newId} onShare={share} />
        </PagedList>
      </section>
    </>
  )
}

interface MakerProps {
  user: User
  state: ResponseOf<typeof listInvitations>
  onMade: (invitation: Invitation) => void
}

/** The form with its preview, or the reason why the member cannot invite. */
function Maker({ user, state: { quota, left, canInvite, stayDays, scope }, onMade }: MakerProps) {
  const [draft, setDraft] = useState(EMPTY_INVITATION)
  const id = useId()
  if (!canInvite)
    return (
      <Surface className={styles.none}>
        <EmptyState title="Du kannst gerade niemanden einladen." />
      </Surface>
    )
  const head = (
    <div className={styles.head}>
      <h2 id={id}>Neue Einladung</h2>
      <Quota left={left} quota={quota} />
    </div>
  )
  if (left === 0)
    return (
      <Surface as="section" className={classNames(styles.maker, styles.none)} aria-labelledby={id}>
        {head}
        <Text as="p" tone="muted">
          Du hast alle Einladungen vergeben. Ziehst du eine offene zurück oder läuft sie ab, bekommst du sie
          wieder.
        </Text>
      </Surface>
    )
  return (
    <div className={styles.grid}>
      <Surface as="section" className={styles.maker} aria-labelledby={id}>
        {head}
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
