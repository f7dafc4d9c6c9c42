import type { PremiereEvening } from '@tonarchiv/contract/premieres'
import type { User } from '@tonarchiv/contract/users'
import { useState, type ReactNode } from 'react'
import { formatNumber } from '#format.ts'
import { ConnectionNotices, RoomPeople, RoomTalk, type InRoom } from '#features/rooms/index.ts'
import type { Track } from '#features/tracks/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Tabs } from '#ui/components/controls/Tabs.tsx'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import type { ServerTime } from '../time/server-time.ts'
import { AlbumProgress } from './AlbumProgress.tsx'
import { LiveStage } from './LiveStage.tsx'
import { OverStage } from './OverStage.tsx'
import { PremiereHead } from './PremiereHead.tsx'
import styles from './PremiereScreen.module.css'
import { useEveningLines } from './use-evening-lines.tsx'
import { useAlbumTracks } from './use-album-tracks.ts'
import { WaitingStage } from './WaitingStage.tsx'

interface PremiereScreenProps {
  tab: InRoom
  evening: PremiereEvening
  time: ServerTime
  user: User
  trackActions: (track: Track, positionMs: () => number | undefined) => ReactNode
  onProfile: (userId: string) => void
  onLeft: () => void
}

type Panel = 'talk' | 'tracks' | 'people'

/** The room of a premiere: first the countdown, then the album, which plays for all; beside them the conversation. */
export function PremiereScreen(props: PremiereScreenProps) {
  const { tab, evening, time, user, trackActions, onProfile, onLeft } = props
  const { state } = tab.room
  const isPhone = useMediaQuery(PHONE)
  const [panel, setPanel] = useState<Panel>('talk')
  const [wasWaiting] = useState(() => !hasBegun(tab, evening))
  const phase = tab.isFollowing ? 'live' : hasBegun(tab, evening) ? 'over' : 'waiting'
  const tracks = useAlbumTracks(evening.albumId, { isOpen: phase !== 'waiting', isSpread: wasWaiting })
  const lines = useEveningLines(tab, evening, tracks)
  const talk = <RoomTalk tab={tab} user={user} title="Premierenabend" note="bleibt beim Album" more={lines} />
  const stage =
    phase === 'waiting' ? (
      <WaitingStage tab={tab} evening={evening} time={time} />
    ) : phase === 'live' ? (
      <LiveStage tab={tab} tracks={tracks} falls={wasWaiting} evening={evening} trackActions={trackActions} />
    ) : (
      <OverStage evening={evening} />
    )
  const progress = phase !== 'waiting' && <AlbumProgress tab={tab} tracks={tracks} />
  return (
    <div className={styles.room} data-fills-page>
      <PremiereHead
        tab={tab}
        title={evening.title}
        isLive={phase === 'live'}
        ownId={user.id}
        onLeft={onLeft}
      />
      <div className={styles.main}>
        <ConnectionNotices tab={tab} />
        {stage}
        {isPhone ? (
          <div className={styles.tabs}>
            <Tabs<Panel>
              label="Premiere"
              value={phase === 'waiting' && panel === 'tracks' ? 'talk' : panel}
              tabs={[
                { value: 'talk', label: 'Gespräch' },
                ...(phase === 'waiting' ? [] : [{ value: 'tracks' as const, label: 'Titel' }]),
                { value: 'people', label: 'Leute' },
              ]}
              badges={{
                tracks: <Count>{tracks.length}</Count>,
                people: <Count>{state.peopleCount}</Count>,
              }}
              onChange={setPanel}
            >
              {panel === 'people' ? (
                <People tab={tab} ownId={user.id} onProfile={onProfile} />
              ) : panel === 'tracks' && phase !== 'waiting' ? (
                progress
              ) : (
                talk
              )}
            </Tabs>
          </div>
        ) : (
          progress
        )}
      </div>
      {!isPhone && <div className={styles.side}>{talk}</div>}
    </div>
  )
}

/** Whether the premiere has begun. Also true after the album has ended, when the room plays nothing any more. */
function hasBegun({ isFollowing, room }: InRoom, { phase, openedAt }: PremiereEvening): boolean {
  return isFollowing || room.entries.size > 0 || (phase !== 'waiting' && openedAt !== null)
}

function People({ tab, ownId, onProfile }: { tab: InRoom; ownId: string; onProfile: (id: string) => void }) {
  const others = tab.room.state.peopleCount - tab.room.people.length
  return (
    <>
      <RoomPeople tab={tab} ownId={ownId} onProfile={onProfile} />
      {others > 0 && (
        <Text as="p" size="sm" tone="muted" className={styles.others}>
          {`und ${formatNumber(others)} weitere`}
        </Text>
      )}
    </>
  )
}

function Count({ children }: { children: number }) {
  return <span className={styles.count}> {formatNumber(children)}</span>
}
