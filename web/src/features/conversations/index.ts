// Conversations of two members: their list, one of them, and blocking; and muting, also of the conversations of listening
// rooms. The app runs `startConversations`; `useUnreadConversations` returns the number of unread messages.
export {
  startConversations,
  useBlocks,
  useConversation,
  useConversations,
  useOpenConversation,
  useUnblockMember,
  useUnreadConversations,
} from './api.ts'
export { BlockQuestion } from './BlockQuestion.tsx'
export { BlockQuestionHost } from './BlockQuestionHost.tsx'
export { Conversation } from './Conversation.tsx'
export { ConversationList } from './ConversationList.tsx'
export { ShareTargets } from './ShareTargets.tsx'
export { RoomMuteItem } from './MuteItem.tsx'
export { NewConversation } from './NewConversation.tsx'
export { NoticesButton } from './NoticesButton.tsx'
