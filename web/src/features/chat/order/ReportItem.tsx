import { ROOM_ID, type ChatMessage } from '@tonarchiv/contract/chat'
import Flag from 'lucide-react/icons/flag'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { useConversationId } from '../state/conversation-context.ts'
import { isBySystem } from '../messages/rights.ts'
import { openReport } from '../messages/report-dialog.ts'

/** „Melden…“ in the menu of a message of another member, in the room. */
export function ReportItem({ message, ownId }: { message: ChatMessage; ownId: string }) {
  const isRoom = useConversationId() === ROOM_ID
  if (!isRoom || isBySystem(message) || message.userId === ownId || message.userId === null) return null
  return (
    <MenuItem icon={<Flag className="icon" aria-hidden />} onSelect={() => openReport(message)}>
      Melden…
    </MenuItem>
  )
}
