// Live chat: one room for all members, with texts, images and voice messages. `ChatRoom` shows it; the app
// runs `startChat`, and `useUnread` returns the number of unread messages.
export { OrderedChatRoom as ChatRoom } from './OrderedChatRoom.tsx'
export { Reports } from './order/Reports.tsx'
export { DirectChat } from './DirectChat.tsx'
export { useToday } from './messages/use-today.ts'
export { excerptOf } from './messages/excerpt.ts'
export { dayLabel, dayOf, timeOf } from './messages/days.ts'
export { startChat } from './keep-chat.ts'
export { startOwnDeletions } from './state/own-deletions-instance.ts'
export { countText } from './reading/unread.ts'
export { useUnread } from './reading/unread-store.ts'
export { onVoice } from './voice/voice-output.ts'
export { pauseVoice } from './voice/voice-player.ts'
