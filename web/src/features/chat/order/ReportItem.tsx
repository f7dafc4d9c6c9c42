import { ROOM_ID, type ChatMessage } from '@tonarchiv/contract/chat'
import Flag from 'lucide-react/icons/flag'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { useConversationId } from '../state/conversation-context.ts'
import { openReport } from '../messages/report-dialog.ts'

/** The menu item „Melden…“ of a message of another member. It exists only in the room of all members. */
export function ReportItem({ message }: { message: ChatMessage }) {
  if (useConversationId() !== ROOM_ID) return null
  return (
    <MenuItem icon={<Flag className="icon" aria-hidden />} onSelect={() => openReport(message)}>
      Melden…
    </MenuItem>
  )
}
