import type { RoomEntry } from '@tonarchiv/contract/rooms'
import Play from 'lucide-react/icons/play'
import Volume2 from 'lucide-react/icons/volume-2'
import { useEffect, useEffectEvent, useState, type MouseEvent, type ReactNode } from 'react'
import { connectVideoKeys, toggleFullscreen, useRest } from '#features/videos/index.ts'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Spinner } from '#ui/components/controls/Spinner.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useRoomActions } from './room-actions.ts'
import { LockedStage } from './LockedStage.tsx'
import { currentEntry } from '../state/room-data.ts'
import type { InRoom, RoomVideo } from '../state/room-tab.ts'
import { RoomVideoControls } from './RoomVideoControls.tsx'
import type { FullScreen } from './full-screen.ts'
import styles from './RoomVideoStage.module.css'

interface RoomVideoStageProps {
  tab: InRoom
  video: RoomVideo
  fullScreen: FullScreen
}

/** The video that the room watches. Its controls disappear after some time without input. */
export function RoomVideoStage({ tab, video, fullScreen }: RoomVideoStageProps) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const { isResting, toggle: toggleRest } = useRest(box)
  const entry = currentEntry(tab.room)
  const { entryId, isPlaying } = tab.room.state.playback
  const { name } = tab.following
  const toggleFull = () => fullScreen.box && toggleFullscreen(fullScreen.box)
  useVideoKeys(box, { tab, video, toggleFull })
  useFocusInFullscreen(box, fullScreen)
  const pressed = ({ nativeEvent }: MouseEvent) => {
    if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') toggleRest()
  }
  const isShown = entry?.video !== undefined && name !== 'locked'
  return (
    <section
      ref={setBox}
      className={classNames(
        styles.stage,
        isShown && isPlaying && isResting && styles.resting,
        tab.rights.maySteer && styles.steering,
        !isShown && styles.empty,
      )}
      aria-label="Film läuft"
      tabIndex={-1}
      data-stage
    >
      {/* By keyboard, the buttons and the shortcuts do the same as these presses. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={styles.screen} onClick={pressed} onDoubleClick={toggleFull}>
        <VideoScreen video={video} isShown={isShown} />
      </div>
      <Overlay tab={tab} entry={entry} entryId={entryId} />
      {isShown && <RoomVideoControls {...{ tab, video, entry, fullScreen }} onFullscreen={toggleFull} />}
    </section>
  )
}

/** Holds the video element of the room; while it is shown, the video follows the room. */
function VideoScreen({ video, isShown }: { video: RoomVideo; isShown: boolean }) {
  const [screen, setScreen] = useState<HTMLElement | null>(null)
  useEffect(() => (screen ? video.mount(screen) : undefined), [screen, video])
  return <div ref={setScreen} className={classNames(styles.video, !isShown && styles.hidden)} />
}

interface OverlayProps {
  tab: InRoom
  entry: RoomEntry | undefined
  entryId: string | null
}

/** What is shown over the video while it does not play in this browser. */
function Overlay({ tab, entry, entryId }: OverlayProps): ReactNode {
  const { playHere } = useRoomActions()
  const { name } = tab.following
  if (entryId === null)
    return (
      <div className={styles.note}>
        <EmptyState drawing="video" title="Gerade läuft nichts">
          Füge ein Video hinzu, dann geht es weiter.
        </EmptyState>
      </div>
    )
  if (!entry) return null
  if (entry.video === undefined || name === 'locked') return <LockedStage tab={tab} entry={entry} />
  if (name === 'needsPress')
    return (
      <div className={styles.cover}>
        <EmptyState
          drawing="muted"
          title="Dein Browser wartet auf dich"
          action={
            <Button kind="primary" onClick={playHere}>
              <Volume2 className="icon icon-small" aria-hidden />
              Ton einschalten
            </Button>
          }
        >
          Einmal drücken, dann bist du an der richtigen Stelle dabei.
        </EmptyState>
      </div>
    )
  if (name === 'stopped')
    return (
      <div className={styles.cover}>
        <Button kind="primary" onClick={playHere}>
          <Play className="icon icon-small" aria-hidden />
          Weiter mitsehen
        </Button>
      </div>
    )
  if (name !== 'buffering' && name !== 'starting' && name !== 'jumping') return null
  return (
    <output className={styles.waiting}>
      <Spinner large />
      <span className="sr">Das Video lädt</span>
    </output>
  )
}

interface KeyParts {
  tab: InRoom
  video: RoomVideo
  toggleFull: () => void
}

/** The keyboard shortcuts of videos. Those that change the room have an effect only if the member has that right. */
function useVideoKeys(box: HTMLElement | null, { tab, video, toggleFull }: KeyParts): void {
  const { command, playHere } = useRoomActions()
  const toggle = useEffectEvent(() => {
    const { isPlaying, entryId } = tab.room.state.playback
    if (tab.following.name === 'stopped' || tab.following.name === 'needsPress') playHere()
    else if (tab.rights.mayPlay && entryId !== null)
      void command({ name: isPlaying ? 'pause' : 'play', entryId })
  })
  const seek = useEffectEvent((seconds: number) => {
    const { entryId } = tab.room.state.playback
    if (tab.rights.maySteer && entryId !== null)
      void command({ name: 'seek', entryId, positionMs: Math.max(0, Math.round(seconds * 1000)) })
  })
  const stateNow = useEffectEvent(() => ({
    ...video.state.getState(),
    positionSeconds: (tab.positionMs() ?? 0) / 1000,
    durationSeconds: (currentEntry(tab.room)?.durationMs ?? 0) / 1000,
  }))
  const changeSize = useEffectEvent(toggleFull)
  const { setVolume, toggleMute } = video
  useEffect(() => {
    if (!box) return undefined
    const keyed = {
      state: { getState: () => stateNow() },
      toggle: () => toggle(),
      seek: (seconds: number) => seek(seconds),
      setVolume,
      toggleMute,
      togglePicture: () => undefined,
    }
    return connectVideoKeys(box, keyed, () => changeSize())
  }, [box, setVolume, toggleMute])
}

/** When fullscreen begins, the focused element may be hidden. In this case, moves the focus to the video. */
function useFocusInFullscreen(box: HTMLElement | null, { isFull }: FullScreen): void {
  useEffect(() => {
    if (!isFull || !box) return
    const { activeElement } = document
    const isVisible = activeElement instanceof HTMLElement && activeElement.checkVisibility()
    if (!isVisible || activeElement === document.body) box.focus({ preventScroll: true })
  }, [box, isFull])
}
