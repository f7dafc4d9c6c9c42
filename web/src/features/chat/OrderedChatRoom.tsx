import { useEffect, type ComponentProps } from 'react'
import { ChatRoom } from './ChatRoom.tsx'
import { BannedNotice } from './order/MutedNotice.tsx'
import { useOwnOrder, watchOwnOrder } from './order/own-order.ts'
import { ReportDialog } from './order/ReportDialog.tsx'

/** The room, unless the member is banned from it. */
export function OrderedChatRoom(room: ComponentProps<typeof ChatRoom>) {
  const isBanned = useOwnOrder(({ ban }) => ban !== null)
  useEffect(watchOwnOrder, [])
  if (isBanned) return <BannedNotice />
  return (
    <>
      <ChatRoom {...room} />
      <ReportDialog />
    </>
  )
}
