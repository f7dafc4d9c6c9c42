import type { PublicProfile } from '@tonarchiv/contract/presence'
import Ban from 'lucide-react/icons/ban'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  BlockQuestion,
  useBlocks,
  useOpenConversation,
  useUnblockMember,
} from '#features/conversations/index.ts'
import { useUser } from '#features/auth/index.ts'
import { FriendAction, useRelation } from '#features/friends/index.ts'
import { InviteToRoom, ListenAlongButton } from '#features/rooms/index.ts'
import { closeProfile } from '#features/presence/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import styles from './ProfileActions.module.css'

/** What a member can do with another one, below the profile: befriend, write, block. */
export function ProfileActions({ profile }: { profile: PublicProfile }) {
  const ownId = useUser()?.id
  const blocks = useBlocks()
  if (profile.id === ownId || blocks.data === undefined) return null
  const isBlocked = blocks.data.some(({ id }) => id === profile.id)
  return (
    <div className={styles.actions}>
      {isBlocked ? <Unblock id={profile.id} /> : <Actions profile={profile} />}
    </div>
  )
}

function Actions({ profile }: { profile: PublicProfile }) {
  const { relation } = useRelation(profile.id)
  const navigate = useNavigate()
  const [isBlocking, setIsBlocking] = useState(false)
  const open = useOpenConversation((id) => {
    closeProfile()
    void navigate(`/messages/${id}`)
  })
  return (
    <>
      <ListenAlongButton
        person={{ ...profile, photoURL: profile.avatarUrl }}
        kind="primary"
        onPress={closeProfile}
      />
      <FriendAction personId={profile.id} />
      {relation !== 'none' && (
        <Button busy={open.isPending} onClick={() => open.mutate(profile.id)}>
          <MessageCircle className="icon icon-small" aria-hidden />
          Nachricht
        </Button>
      )}
      {relation === 'friend' && <InviteToRoom userId={profile.id} />}
      <Button kind="ghost" onClick={() => setIsBlocking(true)}>
        <Ban className="icon icon-small" aria-hidden />
        Blockieren…
      </Button>
      <BlockQuestion
        person={isBlocking ? { ...profile, photoURL: profile.avatarUrl } : undefined}
        onClose={() => setIsBlocking(false)}
        onBlocked={closeProfile}
      />
    </>
  )
}

function Unblock({ id }: { id: string }) {
  const unblock = useUnblockMember()
  return (
    <>
      <Text as="p" tone="muted">
        Du hast diese Person blockiert.
      </Text>
      <Button busy={unblock.isPending} onClick={() => unblock.mutate(id)}>
        Blockierung aufheben
      </Button>
    </>
  )
}
