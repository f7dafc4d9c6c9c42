import { inviteToRoom } from '@tonarchiv/contract/room-invitations'
import { useMutation } from '@tanstack/react-query'
import Headphones from 'lucide-react/icons/headphones'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useRoomTab } from '../state/room-tab.ts'

/** A button that invites a friend to the room of this tab. Renders nothing while the tab is in no room. */
export function InviteToRoom({ userId }: { userId: string }) {
  const roomId = useRoomTab((tab) => (tab.name === 'in' ? tab.roomId : undefined))
  const invite = useMutation({
    mutationFn: (id: string) => call(inviteToRoom, { params: { id }, body: { userId } }),
    onSuccess: () => showToast('Einladung gesendet'),
    onError: (failure) => showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' }),
  })
  if (roomId === undefined) return null
  return (
    <Button busy={invite.isPending} disabled={invite.isSuccess} onClick={() => invite.mutate(roomId)}>
      <Headphones className="icon icon-small" aria-hidden />
      {invite.isSuccess ? 'Eingeladen' : 'In den Hörraum einladen'}
    </Button>
  )
}
