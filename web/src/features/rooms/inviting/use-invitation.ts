import { inviteToRoom } from '@tonarchiv/contract/room-invitations'
import { useMutation } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { showToast } from '#ui/dom/toast.ts'

const invite = (roomId: string, userId: string) =>
  call(inviteToRoom, { params: { id: roomId }, body: { userId } })

/** Invites a friend to the room with the id that is passed to `mutate`. */
export function useInvitation(userId: string) {
  return useMutation({
    mutationFn: (roomId: string) => invite(roomId, userId),
    onSuccess: () => showToast('Einladung gesendet'),
    onError: (failure) => showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' }),
  })
}

/** Invites these friends to a room that was just opened. */
export async function inviteAll(roomId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const answers = await Promise.allSettled(userIds.map((userId) => invite(roomId, userId)))
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed)
    showToast(textOf(failed.reason, 'Nicht alle Einladungen konnten gesendet werden'), { kind: 'error' })
  else showToast(userIds.length === 1 ? 'Einladung gesendet' : 'Einladungen gesendet')
}
