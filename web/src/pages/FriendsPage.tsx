import { unauthenticated } from '@tonarchiv/contract/refusal'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import UserPlus from 'lucide-react/icons/user-plus'
import { Link, useNavigate } from 'react-router'
import { ApiError, textOf } from '#client/api-error.ts'
import { useOpenConversation } from '#features/conversations/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { areInvitationsEnabled } from '#features/invitations/index.ts'
import { FriendGrid, FriendRequests, FriendSearch, useFriends } from '#features/friends/index.ts'
import { openProfile } from '#features/presence/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import styles from './FriendsPage.module.css'

/** `/friends` */
export function FriendsPage() {
  usePageTitle('Freunde')
  const { data, isError, error, refetch } = useFriends()
  // If the session has ended, no error is shown, because the app shows the login. See docs/product.md §14.3.
  const hasFailed = isError && !(error instanceof ApiError && error.is(unauthenticated))
  return (
    <>
      <header className={styles.head}>
        <h1>Freunde</h1>
        <InviteLink />
        {(data ?? !hasFailed) && <FriendSearch place="page" />}
      </header>
      {data ? (
        <Friends {...data} />
      ) : hasFailed ? (
        <EmptyState
          failed
          title="Freunde konnten nicht geladen werden"
          action={
            <Button kind="inverse" onClick={() => void refetch()}>
              <RefreshCw className="icon icon-small" aria-hidden />
              Erneut versuchen
            </Button>
          }
        >
          {textOf(error, 'Bitte versuche es später erneut.')}
        </EmptyState>
      ) : (
        <FriendsSkeleton />
      )}
    </>
  )
}

/** A link to the page for invitations, if the operator has enabled them and the member has archive access. */
function InviteLink() {
  const user = useUser()
  if (!user || !areInvitationsEnabled() || !hasAccess(user)) return null
  return (
    <Link to="/invite" className={buttonClass({ kind: 'tint' })}>
      <UserPlus className="icon icon-small" aria-hidden />
      Einladen
    </Link>
  )
}

type Lists = NonNullable<ReturnType<typeof useFriends>['data']>

function Friends({ friends, friendRequests, sentRequests }: Lists) {
  const navigate = useNavigate()
  const open = useOpenConversation((id) => void navigate(`/messages/${id}`))
  return (
    <>
      <FriendRequests received={friendRequests} sent={sentRequests} />
      {friends.length === 0 ? (
        <EmptyState drawing="people" title="Noch keine Freunde">
          Über die Suche findest du andere aus dem Archiv.
        </EmptyState>
      ) : (
        <FriendGrid friends={friends} onProfile={openProfile} onMessage={(userId) => open.mutate(userId)} />
      )}
    </>
  )
}

function FriendsSkeleton() {
  return (
    <div className={styles.skeleton}>
      <output className="sr">Freunde werden geladen</output>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height="5rem" style={{ borderRadius: 12 }} />
      ))}
    </div>
  )
}
