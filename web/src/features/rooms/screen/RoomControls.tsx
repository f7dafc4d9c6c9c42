import type { RoomEntry } from '@tonarchiv/contract/rooms'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import SkipForward from 'lucide-react/icons/skip-forward'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import type { Track } from '#features/tracks/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { callNameOf } from '../parts/wording.ts'
import { trackOfEntry } from '../session/followed-room.ts'
import type { InRoom } from '../state/room-tab.ts'
import { useRoomActions } from './room-actions.ts'
import styles from './RoomControls.module.css'
import { SkipVote } from './SkipVote.tsx'

/** Renders buttons for the track that the room plays. `positionMs` returns the current position in the track. */
export type TrackActions = (track: Track, positionMs: () => number | undefined) => ReactNode

interface RoomControlsProps {
  tab: InRoom
  entry: RoomEntry
  /** Buttons for the track, from other features. */
  trackActions: TrackActions
}

/** Buttons that play, pause and skip for all, as far as the member may; in the mode `vote`, the votes to skip. */
export function RoomControls({ tab, entry, trackActions }: RoomControlsProps) {
  const { room, rights } = tab
  const { command } = useRoomActions()
  const { isPlaying } = room.state.playback
  const Icon = isPlaying ? Pause : Play
  const track = trackOfEntry(entry)
  return (
    <div className={classNames(styles.controls, rights.mayVote && styles.voting)}>
      {rights.mayPlay && (
        <button
          type="button"
          className={styles.play}
          aria-label={isPlaying ? 'Für alle anhalten' : 'Für alle abspielen'}
          title={isPlaying ? 'Für alle anhalten' : 'Für alle abspielen'}
          onClick={() => void command({ name: isPlaying ? 'pause' : 'play', entryId: entry.id })}
        >
          <Icon className="icon" aria-hidden />
        </button>
      )}
      {rights.maySteer && (
        <IconButton
          label="Nächster Titel für alle"
          className={styles.button}
          onClick={() => void command({ name: 'next', entryId: entry.id })}
        >
          <SkipForward className={`icon ${styles.solid}`} aria-hidden />
        </IconButton>
      )}
      {track && <span className={styles.track}>{trackActions(track, tab.positionMs)}</span>}
      {rights.mayVote ? (
        <SkipVote entry={entry} skip={room.state.skip} peopleCount={room.state.peopleCount} />
      ) : (
        <Text size="sm" tone="muted" className={styles.note}>
          <Users className="icon icon-small" aria-hidden />
          {noteOf(tab)}
        </Text>
      )}
    </div>
  )
}

function noteOf({ room: { state, people }, rights }: InRoom): string {
  if (state.mode === 'all') return 'Alle dürfen steuern'
  if (rights.isHost) return 'Du bestimmst'
  const host = people.find(({ id }) => id === state.hostId)
  return host ? `${callNameOf(host)} bestimmt` : 'Gastgeber bestimmt'
}
