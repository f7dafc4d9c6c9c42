import type { DirectConversation, Writing } from '@tonarchiv/contract/conversations'
import { conversationEnded, waitForFriend } from '@tonarchiv/contract/conversations'
import { shownName } from '@tonarchiv/contract/presence'
import type { User } from '@tonarchiv/contract/users'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Ban from 'lucide-react/icons/ban'
import Ellipsis from 'lucide-react/icons/ellipsis'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import { useState } from 'react'
import { Link } from 'react-router'
import { useIsDisconnected } from '#realtime/socket-instance.ts'
import { DirectChat } from '#features/chat/index.ts'
import { useAcceptRequest, useRejectRequest } from '#features/friends/index.ts'
import { openProfile, PersonActivity, PersonAvatar, useOnlineUser } from '#features/presence/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { BlockQuestion } from './BlockQuestion.tsx'
import styles from './Conversations.module.css'

interface ConversationProps {
  conversation: DirectConversation
  user: User
  /** Called after the other member was blocked. */
  onGone: () => void
}

/** A conversation with its head, and with the answer to a friend request. */
export function Conversation({ conversation, user, onGone }: ConversationProps) {
  const { id, person, writing, request, theirReadId } = conversation
  const name = shownName(person)
  return (
    <DirectChat
      {...{ user, name, theirReadId }}
      conversationId={id}
      placeholder={writing === 'once' ? 'Einmal antworten' : `Nachricht an ${name}`}
      closedText={closedText(writing, name)}
    >
      <Head {...{ conversation, onGone }} />
      {request?.isReceived === true && <ReceivedRequest id={request.id} />}
    </DirectChat>
  )
}

function closedText(writing: Writing, name: string): string | undefined {
  if (writing === 'waiting') return waitForFriend.text.replace('{name}', name)
  return writing === 'ended' ? conversationEnded.text : undefined
}

function Head({ conversation: { person, request }, onGone }: Omit<ConversationProps, 'user'>) {
  const live = useOnlineUser(person.id)
  const isLost = useIsDisconnected()
  const name = shownName(person)
  const [isBlocking, setIsBlocking] = useState(false)
  return (
    <header className={styles.head}>
      <Link
        to="/messages"
        className={classNames(iconButtonClass, styles.back)}
        aria-label="Zurück zu allen Gesprächen"
      >
        <ArrowLeft className="icon" aria-hidden />
      </Link>
      <PersonAvatar photoURL={person.photoURL} isOnline={live?.isOnline === true} size={40} />
      <div className={styles.who}>
        <h2 className="truncate" dir="auto">
          {name}
        </h2>
        {request?.isReceived === true ? (
          <Text as="p" size="sm" tone="muted" truncate>
            Möchte mit dir befreundet sein
          </Text>
        ) : (
          !isLost && live && <PersonActivity person={live} />
        )}
      </div>
      {person.username !== '' && (
        <MenuButton
          label="Mehr: Profil, blockieren"
          className={iconButtonClass}
          align="end"
          trigger={<Ellipsis className="icon" aria-hidden />}
        >
          <MenuItem icon={<UserRound className="icon" aria-hidden />} onSelect={() => openProfile(person.id)}>
            Profil anzeigen
          </MenuItem>
          <MenuItem danger icon={<Ban className="icon" aria-hidden />} onSelect={() => setIsBlocking(true)}>
            {name} blockieren…
          </MenuItem>
        </MenuButton>
      )}
      <BlockQuestion
        person={isBlocking ? person : undefined}
        onClose={() => setIsBlocking(false)}
        onBlocked={onGone}
      />
    </header>
  )
}

function ReceivedRequest({ id }: { id: string }) {
  const accept = useAcceptRequest()
  const reject = useRejectRequest()
  return (
    <Notice
      icon={<UserPlus className="icon" aria-hidden />}
      className={styles.request}
      actions={
        <>
          <Button small kind="ghost" busy={reject.isPending} onClick={() => reject.mutate(id)}>
            Ablehnen
          </Button>
          <Button small kind="primary" busy={accept.isPending} onClick={() => accept.mutate(id)}>
            Annehmen
          </Button>
        </>
      }
    >
      Ihr seid noch nicht befreundet. Du kannst einmal antworten oder die Anfrage annehmen.
    </Notice>
  )
}
