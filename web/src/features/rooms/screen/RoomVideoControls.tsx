import type { RoomEntry } from '@tonarchiv/contract/rooms'
import Maximize from 'lucide-react/icons/maximize'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Minimize from 'lucide-react/icons/minimize'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import SkipForward from 'lucide-react/icons/skip-forward'
import { useStore } from 'zustand'
import { videoTime, VideoVolumeControl } from '#features/videos/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Slider } from '#ui/components/controls/Slider.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { callNameOf } from '../parts/wording.ts'
import { useRoomActions } from './room-actions.ts'
import { useRoomSecond } from './use-room-second.ts'
import { useRoomSeek } from './use-room-seek.ts'
import type { InRoom, RoomVideo } from '../state/room-tab.ts'
import type { FullScreen } from './full-screen.ts'
import styles from './RoomVideoControls.module.css'

/** Seconds by which an arrow key seeks. */
const KEY_SECONDS = 5

interface RoomVideoControlsProps {
  tab: InRoom
  video: RoomVideo
  entry: RoomEntry
  fullScreen: FullScreen
  onFullscreen: () => void
}

/** Position, time, who steers, volume and fullscreen; also play and skip for members who may do that for all. */
export function RoomVideoControls({ tab, video, entry, fullScreen, onFullscreen }: RoomVideoControlsProps) {
  const { command } = useRoomActions()
  const { rights, room } = tab
  const { isPlaying } = room.state.playback
  const { isFull, hasTalk, toggleTalk } = fullScreen
  const isPhone = useMediaQuery(PHONE)
  const second = useRoomSecond(tab) ?? 0
  const duration = Math.floor(entry.durationMs / 1000)
  const PlayIcon = isPlaying ? Pause : Play
  const FullIcon = isFull ? Minimize : Maximize
  return (
    <div className={styles.controls}>
      <VideoPosition key={entry.id} {...{ tab, video, entry, second, duration }} />
      <div className={styles.row}>
        {rights.mayPlay && (
          <IconButton
            label={isPlaying ? 'Für alle anhalten' : 'Für alle abspielen'}
            aria-keyshortcuts="Space K"
            className={styles.button}
            onClick={() => void command({ name: isPlaying ? 'pause' : 'play', entryId: entry.id })}
          >
            <PlayIcon className={classNames('icon', styles.solid)} aria-hidden />
          </IconButton>
        )}
        {rights.maySteer && room.state.queue.some(({ isProposal }) => !isProposal) && (
          <IconButton
            label="Nächstes Video für alle"
            className={styles.button}
            onClick={() => void command({ name: 'next', entryId: entry.id })}
          >
            <SkipForward className={classNames('icon', styles.solid)} aria-hidden />
          </IconButton>
        )}
        <span
          className={styles.time}
        >{`${videoTime(Math.min(second, duration))} / ${videoTime(duration)}`}</span>
        <span className={styles.note}>{noteOf(tab)}</span>
        <VideoVolumeControl playback={video} />
        {!isPhone && document.fullscreenEnabled && (
          <IconButton
            label="Gespräch neben dem Vollbild"
            pressed={hasTalk}
            className={styles.button}
            onClick={toggleTalk}
          >
            <MessagesSquare className="icon" aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={isFull ? 'Vollbild beenden' : 'Vollbild'}
          aria-keyshortcuts="F"
          className={styles.button}
          onClick={onFullscreen}
        >
          <FullIcon className="icon" aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

interface PositionProps extends Pick<RoomVideoControlsProps, 'tab' | 'video' | 'entry'> {
  second: number
  duration: number
}

/** The position of the room in the video. Members who may steer the room can change it. */
function VideoPosition({ tab: { rights }, video, entry, second, duration }: PositionProps) {
  const { second: shown, change, commit } = useRoomSeek(entry.id, second, duration)
  const buffered = useStore(video.state, (state) => state.bufferedSeconds)
  return (
    <div className={styles.seek}>
      <Slider
        label="Position im Raum"
        accent
        value={shown}
        max={duration}
        step={1}
        keyStep={KEY_SECONDS}
        valueText={`${videoTime(shown)} von ${videoTime(duration)}`}
        buffered={buffered}
        disabled={!rights.maySteer}
        onChange={change}
        onCommit={commit}
      />
    </div>
  )
}

function noteOf({ room: { state, people }, rights }: InRoom): string {
  if (state.mode === 'all') return 'Alle dürfen steuern'
  if (state.mode === 'vote') return 'Ihr stimmt ab'
  if (rights.isHost) return 'Du steuerst'
  const host = people.find(({ id }) => id === state.hostId)
  return host ? `${callNameOf(host)} steuert` : 'Gastgeber bestimmt'
}
