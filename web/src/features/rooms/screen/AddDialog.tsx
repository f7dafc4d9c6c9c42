import type { Added } from '@tonarchiv/contract/rooms'
import { ChooseDialog } from '#features/cards/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { addedOf, CHOSEN_KINDS } from '../parts/added.ts'
import { useRoomActions } from './room-actions.ts'

interface AddDialogProps {
  open: boolean
  /** Whether what the member adds is a proposal. */
  isProposal: boolean
  onClose: () => void
}

/** Finds a track, an album or a playlist and adds it to the queue of the room. */
export function AddDialog({ open, isProposal, onClose }: AddDialogProps) {
  const { command } = useRoomActions()
  const add = async (added: Added, title: string) => {
    if (await command({ name: 'add', added }))
      showToast(isProposal ? `„${title}“ vorgeschlagen` : `„${title}“ hinzugefügt`)
  }
  return (
    <ChooseDialog
      open={open}
      onClose={onClose}
      title={isProposal ? 'Titel vorschlagen' : 'Titel hinzufügen'}
      kinds={CHOSEN_KINDS}
      onChoose={({ card, title }) => {
        onClose()
        void add(addedOf(card), title)
      }}
    />
  )
}
