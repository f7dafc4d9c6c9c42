import { ChooseDialog } from '#features/cards/index.ts'
import { addedOf, CHOSEN_KINDS } from '../parts/added.ts'
import { askToOpenRoom, closeOpenRoom, useOpenRoomDialog } from './open-room.ts'

/** Finds with what a room begins. */
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
