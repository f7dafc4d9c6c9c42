import type { Video } from '@tonarchiv/contract/videos'
import CircleAlert from 'lucide-react/icons/circle-alert'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useState, type MouseEvent } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { Spinner } from '#ui/components/controls/Spinner.tsx'
import { connectVideo } from './connect-video.ts'
import { connectVideoKeys } from './connect-video-keys.ts'
import { playbackOf } from './playback-of.ts'
import { toggleFullscreen, useIsFull } from './use-fullscreen.ts'
import { useRest } from './use-rest.ts'
import { VideoControls } from './VideoControls.tsx'
import styles from './VideoPlayer.module.css'
import { thumbnailUrlOf } from '../video/VideoPoster.tsx'

interface VideoPlayerProps {
  /** The video. To show another video, the component must be mounted with another key. */
  video: Video
  userId: string
  onPlaying: (isPlaying: boolean) => void
}

/**
 * A video with its controls, which disappear when the viewer neither moves the pointer nor presses a key. See
 * docs/product.md §11.3.
 */
export function VideoPlayer({ video, userId, onPlaying }: VideoPlayerProps) {
  const [opened] = useState(video)
  const [playback] = useState(() => playbackOf(video, userId))
  const { attach, retry } = playback
  const [box, setBox] = useState<HTMLElement | null>(null)
  const isFull = useIsFull(box)
  const { isResting, toggle: toggleRest } = useRest(box)
  const status = useStore(playback.state, (state) => state.status)
  const isPlaying = useStore(playback.state, (state) => state.isPlaying)
  const isWaiting = useStore(playback.state, (state) => state.isWaiting)
  const problem = useStore(playback.state, (state) => state.problem)

  useEffect(() => connectVideo(playback, opened), [playback, opened])
  useEffect(() => onPlaying(isPlaying), [onPlaying, isPlaying])
  useEffect(() => {
    if (!box) return undefined
    // When a video was chosen, its player gets the focus. When the page was opened with a video, the focus does not
    // move.
    if (document.activeElement !== document.body) box.focus({ preventScroll: true })
    return connectVideoKeys(box, playback, () => toggleFullscreen(box))
  }, [box, playback])

  const changeSize = () => box && toggleFullscreen(box)
  const pressed = ({ nativeEvent }: MouseEvent) => {
    const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
    if (isTouch && isPlaying) toggleRest()
    else playback.toggle()
  }

  return (
    <section
      ref={setBox}
      className={classNames(
        styles.player,
        status !== 'ready' && styles.dimmed,
        isPlaying && isResting && styles.resting,
        isFull && styles.full,
      )}
      aria-label={`Video: ${opened.title}`}
      tabIndex={-1}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the archive holds no captions that could be shown */}
      <video
        ref={attach}
        className={styles.video}
        poster={opened.thumbnailUrl === null ? undefined : thumbnailUrlOf(opened.thumbnailUrl, '1280')}
        preload="auto"
        playsInline
        onClick={pressed}
        onDoubleClick={changeSize}
      />
      {(status === 'loading' || isWaiting) && (
        <output className={styles.waiting}>
          <Spinner large />
          <span className="sr">Das Video lädt</span>
        </output>
      )}
      {problem !== undefined && <Problem text={problem} onRetry={retry} />}
      <VideoControls playback={playback} isFull={isFull} onFullscreen={changeSize} />
    </section>
  )
}

function Problem({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={styles.problem} role="alert">
      <CircleAlert className="icon icon-large" aria-hidden />
      <p>{text}</p>
      <Button onClick={onRetry}>
        <RefreshCw className="icon icon-small" aria-hidden />
        Erneut versuchen
      </Button>
    </div>
  )
}
