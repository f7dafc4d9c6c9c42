// Live chat: one room for everyone, with texts, pictures and voices.
// `ChatRoom` shows it; the app holds `keepChat`, and what waits to be read tells `useUnread`.
export { ChatRoom } from './ChatRoom.tsx'
export { writeTo } from './composer/draft.ts'
export { keepChat } from './state/the-chat.ts'
export { keepDeletions } from './state/the-deletions.ts'
export { countText } from './reading/unread.ts'
export { useUnread } from './reading/unread-store.ts'
export { onVoice } from './voice/voice-floor.ts'
export { pauseVoice } from './voice/voice-player.ts'
