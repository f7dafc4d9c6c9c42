import Maximize from 'lucide-react/icons/maximize'
import Minimize from 'lucide-react/icons/minimize'
import Pause from 'lucide-react/icons/pause'
import PictureInPicture from 'lucide-react/icons/picture-in-picture-2'
import Play from 'lucide-react/icons/play'
import Volume from 'lucide-react/icons/volume'
import Volume1 from 'lucide-react/icons/volume-1'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { useState } from 'react'
import { useStore, type StoreApi } from 'zustand'
import { canSetVolume, volumeLevel } from '#features/player/index.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Slider } from '#ui/components/controls/Slider.tsx'
import { SEEK_SECONDS } from './connect-video.ts'
import type { VideoPlayback } from './video-playback.ts'
import { VOLUME_STEP, type VideoState } from './video-state.ts'
import type { VideoVolume } from './video-volume.ts'
import styles from './VideoControls.module.css'
import { videoTime } from '../video/wording.ts'

const VOLUME_ICONS = { muted: VolumeX, low: Volume, middle: Volume1, high: Volume2 } as const

interface VideoControlsProps {
  playback: VideoPlayback
  isFull: boolean
  onFullscreen: () => void
}

/**
 * Buttons and sliders: play and pause, position, time, volume, fullscreen and picture-in-picture. See
 * docs/product.md §11.3.
 */
export function VideoControls({ playback, isFull, onFullscreen }: VideoControlsProps) {
  const { state } = playback
  const isPlaying = useStore(state, (now) => now.isPlaying)
  const isPicture = useStore(state, (now) => now.isPicture)
  const PlayIcon = isPlaying ? Pause : Play
  const FullIcon = isFull ? Minimize : Maximize
  return (
    <div className={styles.controls}>
      <Seek playback={playback} />
      <div className={styles.row}>
        <IconButton
          label={isPlaying ? 'Pause' : 'Abspielen'}
          aria-keyshortcuts="Space K"
          className={styles.button}
          onClick={playback.toggle}
        >
          <PlayIcon className={classNames('icon', styles.solid)} aria-hidden />
        </IconButton>
        <Time playback={playback} />
        <span className={styles.gap} />
        <VideoVolumeControl playback={playback} />
        {document.pictureInPictureEnabled && (
          <IconButton
            label="Bild im Bild"
            aria-keyshortcuts="P"
            pressed={isPicture}
            className={classNames(styles.button, styles.picture)}
            onClick={playback.togglePicture}
          >
            <PictureInPicture className="icon" aria-hidden />
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

interface ControlProps {
  playback: VideoPlayback
}

function Seek({ playback }: ControlProps) {
  const position = useStore(playback.state, (now) => now.positionSeconds)
  const duration = useStore(playback.state, (now) => now.durationSeconds)
  const buffered = useStore(playback.state, (now) => now.bufferedSeconds)
  /** The position to which the viewer drags. During a drag, the thumb follows the pointer and not the playback. */
  const [dragged, setDragged] = useState<number>()
  const [isDragging, setIsDragging] = useState(false)
  const shown = dragged ?? Math.min(position, duration)
  return (
    <div
      className={styles.seek}
      onPointerDown={() => setIsDragging(true)}
      onPointerCancel={() => {
        setIsDragging(false)
        setDragged(undefined)
      }}
    >
      <Slider
        label="Position"
        accent
        value={shown}
        max={duration}
        step={0.1}
        keyStep={SEEK_SECONDS}
        valueText={`${videoTime(shown)} von ${videoTime(duration)}`}
        buffered={buffered}
        disabled={duration <= 0}
        onChange={(seconds) => {
          if (isDragging) setDragged(seconds)
          else playback.seek(seconds)
        }}
        onCommit={(seconds) => {
          if (isDragging) playback.seek(seconds)
          setIsDragging(false)
          setDragged(undefined)
        }}
      />
    </div>
  )
}

function Time({ playback }: ControlProps) {
  const second = useStore(playback.state, (now) => Math.floor(now.positionSeconds))
  const duration = useStore(playback.state, (now) => now.durationSeconds)
  return (
    <span className={styles.time}>
      {videoTime(second)} / {videoTime(duration)}
    </span>
  )
}

interface VolumeControlProps {
  playback: VideoVolume & {
    state: Pick<
      StoreApi<Pick<VideoState, 'volume' | 'isMuted'>>,
      'getState' | 'getInitialState' | 'subscribe'
    >
  }
}

/** The button that mutes a video, and its volume. */
export function VideoVolumeControl({ playback }: VolumeControlProps) {
  const volume = useStore(playback.state, (now) => now.volume)
  const isMuted = useStore(playback.state, (now) => now.isMuted)
  const level = volumeLevel(volume, isMuted)
  const Icon = VOLUME_ICONS[level]
  const shown = isMuted ? 0 : volume
  return (
    <>
      <IconButton
        label={level === 'muted' ? 'Ton einschalten' : 'Stumm schalten'}
        aria-keyshortcuts="M"
        className={styles.button}
        onClick={playback.toggleMute}
      >
        <Icon className="icon" aria-hidden />
      </IconButton>
      {canSetVolume() && (
        <div className={styles.volume}>
          <Slider
            label="Lautstärke"
            value={shown}
            max={1}
            step={VOLUME_STEP}
            keyStep={VOLUME_STEP}
            valueText={`${Math.round(shown * 100)} %`}
            onChange={playback.setVolume}
          />
        </div>
      )}
    </>
  )
}
