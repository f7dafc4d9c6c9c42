import type { Added, RoomKind } from '@tonarchiv/contract/rooms'
import { ChooseDialog } from '#features/cards/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { addedOf, CHOSEN_IN } from '../parts/added.ts'
import { useRoomActions } from './room-actions.ts'

interface AddDialogProps {
  open: boolean
  /** What the room plays. */
  kind: RoomKind
  /** Whether what the member adds is a proposal. */
  isProposal: boolean
  onClose: () => void
}

/** The dialog that searches tracks, albums and playlists, or videos, and adds one to the queue of the room. */
export function AddDialog({ open, kind, isProposal, onClose }: AddDialogProps) {
  const { command } = useRoomActions()
  const what = kind === 'video' ? 'Video' : 'Titel'
  const add = async (added: Added, title: string) => {
    if (await command({ name: 'add', added }))
      showToast(isProposal ? `„${title}“ vorgeschlagen` : `„${title}“ hinzugefügt`)
  }
  return (
    <ChooseDialog
      open={open}
      onClose={onClose}
      title={isProposal ? `${what} vorschlagen` : `${what} hinzufügen`}
      kinds={CHOSEN_IN[kind]}
      onChoose={({ card, title }) => {
        onClose()
        void add(addedOf(card), title)
      }}
    />
  )
}
