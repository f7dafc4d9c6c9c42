// Live chat: one room for everyone, with texts, images and voices.
// `ChatRoom` shows it; the app holds `startChat`, and what waits to be read tells `useUnread`.
export { ChatRoom } from './ChatRoom.tsx'
export { writeTo } from './composer/draft.ts'
export { startChat } from './keep-chat.ts'
export { startOwnDeletions } from './state/own-deletions-instance.ts'
export { countText } from './reading/unread.ts'
export { useUnread } from './reading/unread-store.ts'
export { onVoice } from './voice/voice-output.ts'
export { pauseVoice } from './voice/voice-player.ts'
