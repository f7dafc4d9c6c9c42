import { Link } from 'react-router'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { ChatRoom } from '#features/chat/index.ts'
import type { ShownListener } from '#features/presence/index.ts'
import { usePageTitle } from '#page-title.ts'
import { buttonClass } from '#ui/components/controls/Button.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { ListenerPopup } from './ListenerPopup.tsx'

const listener = (shown: ShownListener) => <ListenerPopup {...shown} />

/** `/chat` */
export function ChatPage() {
  const user = useUser()
  usePageTitle('Chat Room')
  if (!user) {
    return (
      <EmptyState
        level={1}
        drawing="keyhole"
        title="Anmeldung erforderlich"
        action={
          <Link to="/login" className={buttonClass({ kind: 'primary' })}>
            Anmelden
          </Link>
        }
      >
        Du musst angemeldet sein, um den Chat zu nutzen.
      </EmptyState>
    )
  }
  return <ChatRoom user={user} renderListener={hasAccess(user) ? listener : undefined} />
}
