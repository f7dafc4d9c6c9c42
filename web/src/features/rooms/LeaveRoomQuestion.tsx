import { lazyPart } from '#ui/hooks/lazy-part.ts'
import { useRoomTab } from './state/room-tab.ts'

const LeaveQuestionDialog = lazyPart(
  async () => (await import('./LeaveQuestionDialog.tsx')).LeaveQuestionDialog,
)

/** Asks whether to leave the listening room, before other music is played. Renders nothing outside of a room. */
export function LeaveRoomQuestion() {
  return useRoomTab(({ name }) => name === 'in') ? <LeaveQuestionDialog /> : null
}
