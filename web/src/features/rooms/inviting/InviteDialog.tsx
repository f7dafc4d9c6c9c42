import { shownName, type Person } from '@tonarchiv/contract/presence'
import LinkIcon from 'lucide-react/icons/link'
import { useFriends } from '#features/friends/index.ts'
import { copyUrl } from '#features/player/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { inviteUrl } from '../parts/invite-url.ts'
import type { InRoom } from '../state/room-tab.ts'
import { FriendList } from './FriendList.tsx'
import { useInvitation } from './use-invitation.ts'

interface InviteDialogProps {
  open: boolean
  tab: InRoom
  onClose: () => void
}

/** „Leute einladen“: the friends who are not in the room, and the link to the room. */
export function InviteDialog({ open, tab, onClose }: InviteDialogProps) {
  const { roomId, room } = tab
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Leute einladen"
      footer={
        <Button onClick={() => void copyUrl(inviteUrl(roomId, room.state.inviteCode))}>
          <LinkIcon className="icon icon-small" aria-hidden />
          Link zum Einladen kopieren
        </Button>
      }
    >
      {open && <Friends roomId={roomId} people={room.people} />}
    </Dialog>
  )
}

function Friends({ roomId, people }: { roomId: string; people: readonly Person[] }) {
  const { data, isError } = useFriends()
  if (!data)
    return isError ? (
      <Text as="p" tone="muted">
        Freunde konnten nicht geladen werden
      </Text>
    ) : (
      <Skeleton height="8rem" />
    )
  const there = new Set(people.map(({ id }) => id))
  const friends = data.friends.filter(({ id }) => !there.has(id))
  if (friends.length === 0)
    return (
      <Text as="p" tone="muted">
        {data.friends.length === 0 ? 'Noch keine Freunde' : 'Alle deine Freunde sind schon hier.'}
      </Text>
    )
  return (
    <FriendList
      friends={friends}
      renderAction={(friend) => <InviteButton friend={friend} roomId={roomId} />}
    />
  )
}

function InviteButton({ friend, roomId }: { friend: Person; roomId: string }) {
  const invitation = useInvitation(friend.id)
  const isSent = invitation.isSuccess
  return (
    <Button
      small
      busy={invitation.isPending}
      // Not disabled, because a disabled button would lose the focus.
      aria-disabled={isSent || undefined}
      aria-label={isSent ? `${shownName(friend)} ist eingeladen` : `${shownName(friend)} einladen`}
      onClick={() => {
        if (!isSent) invitation.mutate(roomId)
      }}
    >
      {isSent ? 'Eingeladen' : 'Einladen'}
    </Button>
  )
}
