import '../styles/tokens-inside.css'
import { resolveCards, type CardContent } from '@tonarchiv/contract/cards'
import { getReadMark, listMessages, ROOM_ID, type ChatMessage, type ReadMark } from '@tonarchiv/contract/chat'
import type { User } from '@tonarchiv/contract/users'
import { render } from 'vitest-browser-react'
import { unreadOf } from '#features/chat/reading/unread-store.ts'
import { ChatRoom } from '#features/chat/ChatRoom.tsx'
import { startTestChat } from './chat-with-composer.tsx'
import { startFakeSocket } from './fake-socket.ts'
import { aUser } from './sign-in.ts'
import { ProfileDialog } from '#features/presence/index.ts'
import { TestApp } from './TestApp.tsx'

interface RoomOptions {
  messages: readonly ChatMessage[]
  user?: Partial<User>
  pins?: readonly ChatMessage[]
  /** Whether the server has messages before `messages`. */
  hasOlder?: boolean
  /** The answer of `getReadMark`; if missing, all messages are read. */
  readMark?: ReadMark
  /** What the fake server returns for each card in the messages. */
  card?: CardContent
}

/** Renders the chat room with these messages, in a window of fixed size, with a fake server and socket. */
export async function renderChatRoom({
  messages,
  user: more,
  pins = [],
  hasOlder = false,
  readMark,
  card,
}: RoomOptions) {
  const user = aUser(more)
  const server = startTestChat(user)
  const newest = messages.at(-1)?.id ?? null
  const mark = readMark ?? { lastReadId: newest, unread: 0 }
  server.on(getReadMark, () => mark)
  server.on(listMessages, () => ({
    messages: [...messages],
    hasMore: hasOlder,
    revision: 1,
    deletedIds: [],
    changed: [],
    ownReactions: [],
    pins: [...pins],
  }))
  if (card)
    server.on(resolveCards, (sent) => ({ cards: resolveCards.body.parse(sent).cards.map(() => card) }))
  const socket = startFakeSocket()
  unreadOf(ROOM_ID).setState({ lastReadId: mark.lastReadId, count: mark.unread }, true)
  const show = () =>
    render(
      <TestApp>
        <div style={{ display: 'flex', height: '100vh' }}>
          <ChatRoom user={user} />
        </div>
        <ProfileDialog />
      </TestApp>,
    )
  const { unmount } = await show()
  return { server, socket, user, leave: unmount, enterAgain: show }
}
