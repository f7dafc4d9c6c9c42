import type { User } from '@tonarchiv/contract/users'
import { useCallback, useState } from 'react'
import { useIsFull } from '#features/videos/index.ts'
import { formatNumber } from '#format.ts'
import { Tabs } from '#ui/components/controls/Tabs.tsx'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { RoomVideoInfo } from './RoomVideoInfo.tsx'
import { RoomVideoStage } from './RoomVideoStage.tsx'
import { currentEntry } from '../state/room-data.ts'
import type { InRoom } from '../state/room-tab.ts'
import { AddDialog } from './AddDialog.tsx'
import { ConnectionNotices } from './ConnectionNotices.tsx'
import { EventAnnouncer } from './EventAnnouncer.tsx'
import type { TrackActions } from './RoomControls.tsx'
import { RoomHead } from './RoomHead.tsx'
import { RoomPeople } from './RoomPeople.tsx'
import { RoomQueue } from './RoomQueue.tsx'
import styles from './RoomScreen.module.css'
import { RoomStage } from './RoomStage.tsx'
import { RoomTalk } from './RoomTalk.tsx'

interface RoomScreenProps {
  tab: InRoom
  user: User
  /** Whether the member has archive access, and so may add tracks. */
  mayAdd: boolean
  trackActions: TrackActions
  onProfile: (userId: string) => void
  onLeft: () => void
}

type Panel = 'talk' | 'queue' | 'people'

/**
 * A listening room: the current entry, the queue, the members, and the conversation. On phones the last three are tabs.
 * In fullscreen only the video is shown, with the conversation beside it.
 */
export function RoomScreen({ tab, user, mayAdd, trackActions, onProfile, onLeft }: RoomScreenProps) {
  const isPhone = useMediaQuery(PHONE)
  const ownId = user.id
  const [panel, setPanel] = useState<Panel>('talk')
  const [isAdding, setIsAdding] = useState(false)
  const [box, setBox] = useState<HTMLElement | null>(null)
  const isFull = useIsFull(box)
  const [hasTalk, setHasTalk] = useState(false)
  const { video } = tab
  const seats = <RoomPeople {...{ tab, ownId, onProfile }} />
  const people = video ? (
    <RoomVideoInfo tab={tab} entry={currentEntry(tab.room)}>
      {seats}
    </RoomVideoInfo>
  ) : (
    seats
  )
  const add = useCallback(() => setIsAdding(true), [])
  const { state, entries } = tab.room
  const queue = <RoomQueue {...{ state, entries, ownId }} onAdd={mayAdd ? add : undefined} />
  const talk = <RoomTalk tab={tab} user={user} />
  const fullScreen = { box, isFull, hasTalk, toggleTalk: () => setHasTalk(!hasTalk) }
  const stage = video ? (
    <RoomVideoStage {...{ tab, video, fullScreen }} />
  ) : (
    <RoomStage {...{ tab, trackActions }} />
  )
  return (
    <div
      ref={setBox}
      className={styles.room}
      data-fills-page
      data-full={isFull ? (hasTalk ? 'talk' : 'video') : undefined}
    >
      <RoomHead {...{ tab, ownId, onLeft }} />
      <EventAnnouncer room={tab.room} ownId={ownId} />
      {isPhone ? (
        <div className={styles.main}>
          <ConnectionNotices tab={tab} />
          {stage}
          <div className={styles.tabs} data-panel={panel}>
            <Tabs<Panel>
              label="Raum"
              value={panel}
              tabs={[
                { value: 'talk', label: 'Gespräch' },
                { value: 'queue', label: video ? 'Danach' : 'Warteschlange' },
                { value: 'people', label: 'Leute' },
              ]}
              badges={{
                queue: <Count>{state.queue.filter(({ isProposal }) => !isProposal).length}</Count>,
                people: <Count>{state.peopleCount}</Count>,
              }}
              onChange={setPanel}
            >
              {panel === 'talk' ? talk : panel === 'queue' ? queue : people}
            </Tabs>
          </div>
        </div>
      ) : (
        <>
          <div className={styles.main}>
            <ConnectionNotices tab={tab} />
            {stage}
            {people}
            {queue}
          </div>
          <div className={styles.side}>{talk}</div>
        </>
      )}
      <AddDialog
        open={isAdding}
        kind={state.kind}
        isProposal={tab.rights.onlyProposes}
        onClose={() => setIsAdding(false)}
      />
    </div>
  )
}

function Count({ children }: { children: number }) {
  return <span className={styles.count}> {formatNumber(children)}</span>
}
