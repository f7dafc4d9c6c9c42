import { conversationEnded, waitForFriend } from '@tonarchiv/contract/chat-refusals'
import type { DirectConversation, Writing } from '@tonarchiv/contract/conversations'
import { shownName, type Person } from '@tonarchiv/contract/presence'
import type { User } from '@tonarchiv/contract/users'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Ban from 'lucide-react/icons/ban'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Search from 'lucide-react/icons/search'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useIsDisconnected } from '#realtime/socket-instance.ts'
import { PlayHeard } from '#features/cards/index.ts'
import { DirectChat, openMessageSearch, SearchButton } from '#features/chat/index.ts'
import { useAcceptRequest, useRejectRequest } from '#features/friends/index.ts'
import {
  openProfile,
  PersonActivity,
  PersonAvatar,
  PersonName,
  useOnlineUser,
} from '#features/presence/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { BlockQuestion } from './BlockQuestion.tsx'
import styles from './Conversations.module.css'
import { MuteItem } from './MuteItem.tsx'
import { useMuteConversation } from './muting.ts'

interface ConversationProps {
  conversation: DirectConversation
  user: User
  /** Called after the other member was blocked. */
  onGone: () => void
  /** Renders the button that starts listening along with the other member. */
  renderListenAlong?: (person: Person, isIcon: boolean) => ReactNode
}

/** A conversation with its head; for a received friend request also with the buttons that answer it. */
export function Conversation({ conversation, user, onGone, renderListenAlong }: ConversationProps) {
  const { id, person, writing, request, theirReadId } = conversation
  const name = shownName(person)
  return (
    <DirectChat
      {...{ user, theirReadId }}
      label={`Gespräch mit ${name}`}
      conversationId={id}
      placeholder={writing === 'once' ? 'Einmal antworten' : `Nachricht an ${name}`}
      closedText={closedText(writing, name)}
    >
      <Head {...{ conversation, onGone, renderListenAlong }} />
      {request?.isReceived === true && <ReceivedRequest id={request.id} />}
    </DirectChat>
  )
}

function closedText(writing: Writing, name: string): string | undefined {
  if (writing === 'waiting') return waitForFriend.text.replace('{name}', name)
  return writing === 'ended' ? conversationEnded.text : undefined
}

function Head({ conversation, onGone, renderListenAlong }: Omit<ConversationProps, 'user'>) {
  const { person, request } = conversation
  const live = useOnlineUser(person.id)
  const isLost = useIsDisconnected()
  const isPhone = useMediaQuery(PHONE)
  const heardId = isLost || live?.isOnline !== true ? null : (live.currentTrack?.id ?? null)
  const portrait = <PersonAvatar photoURL={person.photoURL} isOnline={live?.isOnline === true} size={40} />
  const hasAccount = person.username !== ''
  return (
    <header className={styles.head}>
      <Link
        to="/messages"
        className={classNames(iconButtonClass, styles.back)}
        aria-label="Zurück zu allen Gesprächen"
      >
        <ArrowLeft className="icon" aria-hidden />
      </Link>
      {hasAccount ? (
        <button
          type="button"
          className={styles.portrait}
          aria-label={`Profil von ${shownName(person)} öffnen`}
          onClick={() => openProfile(person.id)}
        >
          {portrait}
        </button>
      ) : (
        portrait
      )}
      <div className={styles.who}>
        <h2>
          <PersonName {...person} id={hasAccount ? person.id : null} isTabStop={false} />
        </h2>
        {request?.isReceived === true ? (
          <Text as="p" size="sm" tone="muted" truncate>
            Möchte mit dir befreundet sein
          </Text>
        ) : (
          !isLost && live && <PersonActivity person={live} />
        )}
      </div>
      {hasAccount && renderListenAlong?.(person, isPhone)}
      {heardId !== null && <PlayHeard key={heardId} trackId={heardId} />}
      {!isPhone && <SearchButton label="In diesem Gespräch suchen" />}
      {hasAccount && <More {...{ conversation, onGone }} />}
    </header>
  )
}

/** The menu with the profile, muting and blocking. */
function More({ conversation: { id, person, isMuted }, onGone }: Omit<ConversationProps, 'user'>) {
  const [isBlocking, setIsBlocking] = useState(false)
  const mute = useMuteConversation(id)
  const isPhone = useMediaQuery(PHONE)
  return (
    <>
      <MenuButton
        label="Mehr: Profil, stumm, blockieren"
        className={iconButtonClass}
        align="end"
        trigger={<Ellipsis className="icon" aria-hidden />}
      >
        <MenuItem icon={<UserRound className="icon" aria-hidden />} onSelect={() => openProfile(person.id)}>
          Profil anzeigen
        </MenuItem>
        {isPhone && (
          <MenuItem icon={<Search className="icon" aria-hidden />} onSelect={() => openMessageSearch(id)}>
            In diesem Gespräch suchen
          </MenuItem>
        )}
        <MuteItem isMuted={isMuted} onChange={mute.mutate} />
        <MenuItem danger icon={<Ban className="icon" aria-hidden />} onSelect={() => setIsBlocking(true)}>
          {shownName(person)} blockieren…
        </MenuItem>
      </MenuButton>
      <BlockQuestion
        person={isBlocking ? person : undefined}
        onClose={() => setIsBlocking(false)}
        onBlocked={onGone}
      />
    </>
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
