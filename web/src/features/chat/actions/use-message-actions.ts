import { ROOM_ID, type ChatMessage } from '@tonarchiv/contract/chat'
import type { User } from '@tonarchiv/contract/users'
import { useCallback, useMemo, useState, type RefObject } from 'react'
import { askToBlock, openProfile } from '#features/presence/index.ts'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { startEdit, startReply } from '../composer/mode.ts'
import { markAsUnread } from '../reading/read-mark.ts'
import type { RowActions } from '../messages/row-actions.ts'
import { rememberEmoji } from '../reactions/recent-emojis.ts'
import type { ShownReactors } from '../reactions/ReactorsPopup.tsx'
import { useConversationChat } from '../state/chat-instance.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { quoteOf } from '../state/quote.ts'
import { copyText } from './copy-message.ts'
import { useDeletion } from './use-deletion.ts'

/** The overlay that an action of a message has opened over the list. */
export type Overlay =
  | { kind: 'menu'; message: ChatMessage; anchor: MenuAnchor; openedAt: number }
  | { kind: 'picker'; message: ChatMessage; anchor: MenuAnchor }
  | ({ kind: 'reactors' } & ShownReactors)
  | { kind: 'versions'; message: ChatMessage }

/**
 * The actions of a list of messages, and the overlay that they have opened. The actions are the same object on each
 * render.
 */
export function useMessageActions(
  scroller: RefObject<HTMLElement | null>,
  user: User,
  onJump: (messageId: string) => void,
) {
  const chat = useConversationChat()
  const conversationId = useConversationId()
  const [overlay, setOverlay] = useState<Overlay>()
  const deletion = useDeletion(scroller, user.id)
  const ownId = user.id
  // Outside of the room admins have no more rights than other members.
  const isAdmin = user.isAdmin && conversationId === ROOM_ID
  const { onDelete } = deletion

  const onReact = useCallback(
    ({ id, reactions }: ChatMessage, emoji: string) => {
      const own = reactions.find((reaction) => reaction.emoji === emoji)?.userIds.includes(ownId) === true
      if (!own) rememberEmoji(ownId, emoji)
      chat.react(id, emoji, !own)
    },
    [chat, ownId],
  )
  const actions = useMemo(
    (): RowActions => ({
      ownId,
      isAdmin,
      onMenu: (message, anchor) => setOverlay({ kind: 'menu', message, anchor, openedAt: Date.now() }),
      onPicker: (message, anchor) => setOverlay({ kind: 'picker', message, anchor }),
      onReactors: ({ id: messageId }, emoji, anchor) =>
        setOverlay({ kind: 'reactors', messageId, emoji, anchor }),
      onVersions: (message) => setOverlay({ kind: 'versions', message }),
      onReact,
      onReply: (message) => startReply(conversationId, quoteOf(message)),
      onEdit: (message) => startEdit(conversationId, message),
      onCopy: copyText,
      onUnread: ({ id }) => void markAsUnread(conversationId, id),
      onBlock: ({ userId, username, displayName, photoURL }) => {
        if (userId !== null) askToBlock({ id: userId, username, displayName, photoURL })
      },
      onDelete,
      onJump,
      onProfile: openProfile,
      onCancel: chat.cancel,
    }),
    [chat, conversationId, ownId, isAdmin, onReact, onDelete, onJump],
  )
  return { actions, overlay, close: () => setOverlay(undefined), deletion }
}
