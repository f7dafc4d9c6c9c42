import { lazyPart } from '#ui/hooks/lazy-part.ts'
import { useRoomTab } from './state/room-tab.ts'

const LeaveQuestionDialog = lazyPart(
  async () => (await import('./LeaveQuestionDialog.tsx')).LeaveQuestionDialog,
)

/** Asks before other music is played in a tab that is in a listening room. Its code is loaded only there. */
export function LeaveRoomQuestion() {
  return useRoomTab(({ name }) => name === 'in') ? <LeaveQuestionDialog /> : null
}
