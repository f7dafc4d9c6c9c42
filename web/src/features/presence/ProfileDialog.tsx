import { shownTitle } from '@tonarchiv/contract/catalog'
import { getPublicProfile, shownName, type PublicProfile } from '@tonarchiv/contract/presence'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { useIsDisconnected } from '#realtime/socket-instance.ts'
import { formatAgo, formatDate } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { Equalizer } from '#ui/components/images/Equalizer.tsx'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { PersonAvatar } from './PersonAvatar.tsx'
import { useOnlineUser } from './presence.ts'
import { closeProfile, useProfileDialog } from './profile-dialog.ts'
import styles from './ProfileDialog.module.css'

interface ProfileDialogProps {
  /** Renders the card of a track; undefined if this account may not hear the tracks of the archive. */
  card?: (trackId: string) => ReactNode
  /** Buttons below the profile. */
  actions?: (user: PublicProfile) => ReactNode
}

/** „Benutzerprofil“: the public profile of a member. See docs/product.md §13.4. */
export function ProfileDialog({ card, actions }: ProfileDialogProps) {
  const userId = useProfileDialog((state) => state.userId)
  const [shown, setShown] = useState(userId)
  // The content stays rendered until the dialog has finished its closing animation.
  if (userId !== undefined && userId !== shown) setShown(userId)
  return (
    <Dialog open={userId !== undefined} onClose={closeProfile} title="Benutzerprofil">
      {shown !== undefined && <Profile key={shown} userId={shown} {...{ card, actions }} />}
    </Dialog>
  )
}

function Profile({ userId, ...slots }: ProfileDialogProps & { userId: string }) {
  const { data, isError, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['people', 'profile', userId],
    queryFn: async ({ signal }) => {
      const { user } = await call(getPublicProfile, { params: { id: userId } }, { signal })
      return user
    },
    staleTime: 0,
  })
  if (data) return <Details user={data} now={dataUpdatedAt} {...slots} />
  if (!isError) return <ProfileSkeleton />
  return (
    <div className={styles.profile}>
      <Notice kind="danger">{textOf(error, 'Das Profil konnte nicht geladen werden')}</Notice>
      <Button onClick={() => void refetch()}>Erneut versuchen</Button>
    </div>
  )
}

function Details({ user, now, card, actions }: ProfileDialogProps & { user: PublicProfile; now: number }) {
  // The realtime connection reports changes while the dialog is open.
  const live = useOnlineUser(user.id) ?? user
  const isLost = useIsDisconnected()
  const { last_played_track: track, last_played_artist: artist, last_played_at: playedAt } = user
  return (
    <div className={styles.profile}>
      <div className={styles.top}>
        <PersonAvatar
          photoURL={user.avatarUrl}
          isOnline={live.isOnline}
          size={88}
          className={styles.picture}
        />
        <div className={styles.names}>
          <p className={styles.name} dir="auto">
            {shownName(user)} {user.isAdmin === true && <Tag>Admin</Tag>}
          </p>
          <Text as="p" size="md" tone="muted">
            @{user.username}
          </Text>
          <Text as="p" size="md" tone="muted">
            {isLost ? 'Nicht verbunden' : live.customStatus || (live.isOnline ? 'Online' : 'Offline')}
          </Text>
        </div>
      </div>
      {user.bio !== '' && (
        <p className={styles.bio} dir="auto">
          {user.bio}
        </p>
      )}
      <DetailList>
        <Detail name="Beigetreten">{user.createdAt === '' ? 'Unbekannt' : formatDate(user.createdAt)}</Detail>
      </DetailList>
      {!isLost && live.isOnline && live.currentTrack && (
        <Played label={live.isPlaying ? 'Hört gerade' : 'Hat pausiert'}>
          {card && live.currentTrack.id !== null ? (
            card(live.currentTrack.id)
          ) : (
            <>
              <Equalizer paused={!live.isPlaying} />
              <Track title={live.currentTrack.title} artist={live.currentTrack.artist} />
            </>
          )}
        </Played>
      )}
      <Played label="Zuletzt gespielt">
        {track === null ? (
          <Text as="p" tone="muted">
            Noch nichts
          </Text>
        ) : (
          <Track title={track} artist={artist} />
        )}
        {track !== null && playedAt !== null && (
          <Text as="p" size="sm" tone="muted" className={styles.when}>
            {formatAgo(playedAt, now)}
          </Text>
        )}
      </Played>
      {actions !== undefined && <div className={styles.actions}>{actions(user)}</div>}
    </div>
  )
}

function Played({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.last}>
      <Text as="p" size="sm" weight="medium" tone="muted" className={styles.label}>
        {label}
      </Text>
      <div className={styles.played}>{children}</div>
    </div>
  )
}

function Track({ title, artist }: { title: string; artist: string | null }) {
  return (
    <div className={styles.track}>
      <Text as="p" truncate>
        <strong>{shownTitle(title)}</strong>
      </Text>
      {artist !== null && (
        <Text as="p" size="sm" tone="muted" truncate>
          {artist}
        </Text>
      )}
    </div>
  )
}

function ProfileSkeleton() {
  return (
    <div className={styles.profile}>
      <div className={styles.top}>
        <Skeleton width={88} height={88} style={{ borderRadius: '50%' }} />
        <div className={styles.names}>
          <Skeleton width="9rem" height="1.75rem" />
          <Skeleton width="6rem" height="1rem" style={{ marginTop: 8 }} />
        </div>
      </div>
      <Skeleton width="100%" height="1.25rem" />
      <Skeleton width="100%" height="4.5rem" />
    </div>
  )
}
