import type { ChatMessage } from '@tonarchiv/contract/chat'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'

/** What rows of the chat can do with a message. */
export interface RowActions {
  ownId: string
  /** Admins may delete and pin every message, and see its earlier texts. */
  isAdmin: boolean
  onMenu: (message: ChatMessage, anchor: MenuAnchor) => void
  /** Opens the picker of reactions. */
  onPicker: (message: ChatMessage, anchor: Element) => void
  /** Adds the member's reaction, or removes it. */
  onReact: (message: ChatMessage, emoji: string) => void
  onReactors: (message: ChatMessage, emoji: string, anchor: MenuAnchor) => void
  onReply: (message: ChatMessage) => void
  onEdit: (message: ChatMessage) => void
  onCopy: (message: ChatMessage) => void
  /** Makes a message of another member and all later ones unread. */
  onUnread: (message: ChatMessage) => void
  /** Asks before the author is blocked. */
  onBlock: (message: ChatMessage) => void
  /** Deletes an own message at once, and asks before deleting that of another member. */
  onDelete: (message: ChatMessage, isByKey: boolean) => void
  /** Shows the earlier texts of a message. */
  onVersions: (message: ChatMessage) => void
  /** Scrolls to a message. */
  onJump: (messageId: string) => void
  onProfile: (userId: string) => void
  onCancel: (clientId: string) => void
}
