// Live chat: one room for everyone, with texts, pictures and voices.
// `ChatRoom` shows it; the app holds `keepChat`, and what waits to be read tells `useUnread`.
export { ChatRoom } from './ChatRoom.tsx'
export { writeTo } from './draft.ts'
export { keepChat } from './the-chat.ts'
export { keepDeletions } from './the-deletions.ts'
export { countText } from './unread.ts'
export { useUnread } from './unread-store.ts'
export { onVoice } from './voice-floor.ts'
export { pauseVoice } from './voice-player.ts'
