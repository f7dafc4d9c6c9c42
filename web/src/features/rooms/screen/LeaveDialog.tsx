import type { RoomPerson } from '@tonarchiv/contract/rooms'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { callNameOf } from '../parts/wording.ts'

interface LeaveDialogProps {
  open: boolean
  people: readonly RoomPerson[]
  ownId: string
  onClose: () => void
  onLeave: () => void
}

/** Asks the host whether to leave the room, and names the member who becomes the next host. */
export function LeaveDialog({ open, people, ownId, onClose, onLeave }: LeaveDialogProps) {
  const next = people
    .filter(({ id }) => id !== ownId)
    .toSorted((one, other) => one.joinedAt.localeCompare(other.joinedAt))[0]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Hörraum verlassen?"
      role="alertdialog"
      width="narrow"
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Bleiben
          </Button>
          <Button kind="primary" onClick={onLeave}>
            Verlassen
          </Button>
        </>
      }
    >
      <Text as="p" tone="muted">
        {next
          ? `${callNameOf(next)} übernimmt dann.`
          : 'Danach ist niemand mehr da. Der Raum endet nach zehn Minuten.'}
      </Text>
    </Dialog>
  )
}
