import { ChooseDialog } from '#features/cards/index.ts'
import { addedOf, CHOSEN_KINDS } from '../parts/added.ts'
import { askToOpenRoom, closeOpenRoom, useOpenRoomDialog } from './open-room.ts'

/** The dialog in which the member chooses what a new room plays first. */
export function ChooseForRoom() {
  const isChoosing = useOpenRoomDialog((state) => state.isChoosing)
  return (
    <ChooseDialog
      open={isChoosing}
      onClose={closeOpenRoom}
      title="Womit soll es losgehen?"
      kinds={CHOSEN_KINDS}
      onChoose={({ card, title, below, cover }) =>
        askToOpenRoom({ added: addedOf(card), title, below, cover, positionMs: 0 })
      }
    />
  )
}
