import Headphones from 'lucide-react/icons/headphones'
import { Button } from '#ui/components/controls/Button.tsx'
import { useRoomTab } from '../state/room-tab.ts'
import { useInvitation } from './use-invitation.ts'

/** A button that invites a friend to the room of this tab. Renders nothing while the tab is in no room. */
export function InviteToRoom({ userId }: { userId: string }) {
  const roomId = useRoomTab((tab) => (tab.name === 'in' ? tab.roomId : undefined))
  const invitation = useInvitation(userId)
  if (roomId === undefined) return null
  return (
    <Button
      busy={invitation.isPending}
      disabled={invitation.isSuccess}
      onClick={() => invitation.mutate(roomId)}
    >
      <Headphones className="icon icon-small" aria-hidden />
      {invitation.isSuccess ? 'Eingeladen' : 'In den Hörraum einladen'}
    </Button>
  )
}
