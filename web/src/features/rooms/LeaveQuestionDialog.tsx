import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { leaveListeningRoom } from './tab/actions.ts'
import { closeLeaveQuestion, useLeaveQuestion } from './state/leave-question.ts'

/** Asks whether to leave the listening room, before other music is played in this tab. */
export function LeaveQuestionDialog() {
  const wanted = useLeaveQuestion((question) => question.wanted)
  return (
    <Dialog
      open={wanted !== undefined}
      title="Im Hörraum"
      role="alertdialog"
      width="narrow"
      onClose={closeLeaveQuestion}
      footer={
        <>
          <Button data-autofocus onClick={closeLeaveQuestion}>
            Bleiben
          </Button>
          <Button
            kind="primary"
            onClick={() => {
              closeLeaveQuestion()
              leaveListeningRoom()
              wanted?.()
            }}
          >
            Verlassen und hören
          </Button>
        </>
      }
    >
      <Text as="p" tone="muted">
        Du verlässt dafür den Hörraum.
      </Text>
    </Dialog>
  )
}
