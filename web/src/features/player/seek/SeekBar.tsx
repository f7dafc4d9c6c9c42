import { use, useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { MomentDots, type MomentDotsHandle } from '#features/moments/index.ts'
import { formatTime } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { Slider } from '#ui/components/controls/Slider.tsx'
import { useIsPainted } from '#ui/hooks/use-is-painted.ts'
import { percentPlayed } from '../engine/playback/player-state.ts'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { PlayerRoomContext } from '../engine/player-room.ts'
import { playTrackAt } from '../engine/play-track-at.ts'
import { useVisiblePlayer, visibleState } from '../engine/visible-state.ts'
import { LockedSeekBar, useIsLocked } from './LockedSeekBar.tsx'
import styles from './SeekBar.module.css'
import { usePeaks } from './use-peaks.ts'
import { usePlaces, type Moving } from './use-places.ts'
import { useSeekDrag } from './use-seek-drag.ts'
import { Waveform } from './Waveform.tsx'

/** Seconds by which one press of an arrow key seeks. */
const KEY_SECONDS = 5

interface SeekBarProps {
  /** Whether the bar is that of the large view, with a higher waveform and the times below it. */
  isLarge?: boolean
  /** Whether another element covers the bar, which is not updated then. */
  isCovered?: boolean
}

/** Shows the position in the track on the track's waveform. A slider changes it, in percent in steps of 0.1. */
export function SeekBar({ isLarge = false, isCovered = false }: SeekBarProps) {
  const duration = usePlayer(({ durationSeconds }) => durationSeconds)
  const isLocked = useIsLocked()
  const length = formatTime(duration)
  const style: CSSProperties & { '--characters': number } = { '--characters': length.length }
  return (
    <div className={isLarge ? styles.large : styles.bar} style={style}>
      {isLocked ? (
        <LockedSeekBar length={length} />
      ) : (
        <OpenSeekBar {...{ isLarge, isCovered, duration, length }} />
      )}
    </div>
  )
}

const ALT_STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }

interface OpenSeekBarProps {
  isLarge: boolean
  isCovered: boolean
  duration: number
  length: string
}

/** Rendered once a second. Faster changes are written to the elements by `usePlaces`, without rendering. */
function OpenSeekBar({ isLarge, isCovered, duration, length }: OpenSeekBarProps) {
  const second = useVisiblePlayer(({ positionSeconds }) => Math.floor(positionSeconds), isCovered)
  const isIdle = usePlayer(({ status }) => status === 'empty')
  const isFixed = use(PlayerRoomContext)?.maySteer === false
  const trackId = usePlayer(({ track }) => track?.id)
  const peaks = usePeaks()
  // In the large view the waveform is left out of the first frame, so that the view opens sooner.
  const isPainted = useIsPainted()
  const isPhone = useMediaQuery(PHONE)
  const { dragged, begin, end, change, commit } = useSeekDrag()
  const { hovered, isHovered, ...hover } = useHoveredPlace()
  const shownSecond = dragged === undefined ? second : Math.floor((dragged / 100) * duration)
  const shown = formatTime(shownSecond)
  const canHover = isHovered && !isIdle && !isFixed && dragged === undefined
  const dots = useRef<MomentDotsHandle>(null)
  /** Alt with an arrow key seeks to the next or the previous moment. */
  const stepMoments = (event: KeyboardEvent) => {
    const direction = ALT_STEPS[event.key]
    if (!event.altKey || direction === undefined || isIdle) return
    const next = dots.current?.step(direction, second)
    // If there are no moments, the keys are left to the browser, which goes back or forward.
    if (dots.current === null) return
    event.preventDefault()
    event.stopPropagation()
    if (next !== undefined) getPlayer().seekToSeconds(next)
  }
  const moving: Moving = { dragged, isCovered }
  const style: CSSProperties & { '--hovered': string } = { '--hovered': `${hovered}%` }
  return (
    <>
      <span className={styles.time}>{shown}</span>
      <div
        className={classNames(styles.wave, !peaks && styles.flat)}
        style={style}
        data-waveform={peaks ? 'drawn' : 'none'}
        {...(!isIdle && hover)}
        onPointerDown={begin}
        onPointerCancel={end}
        onKeyDownCapture={stepMoments}
      >
        {!peaks && <Groove moving={moving} isHovered={canHover} />}
        {peaks && isPainted && (
          <Waveform
            {...{ peaks, moving, hovered }}
            isHovered={canHover}
            size={isLarge && !isPhone ? 'large' : 'bar'}
          />
        )}
        {!isIdle && <Needle moving={moving} />}
        {canHover && (
          <span className={styles.pointer} aria-hidden>
            <span className={styles.tip}>{formatTime((hovered / 100) * duration)}</span>
          </span>
        )}
        <Slider
          label="Position"
          value={dragged ?? percentPlayed({ positionSeconds: second, durationSeconds: duration })}
          valueNow={() => percentPlayed(visibleState().getState())}
          max={100}
          step={0.1}
          keyStep={duration > 0 ? (KEY_SECONDS / duration) * 100 : 0}
          valueText={`${shown} von ${length}`}
          disabled={isIdle || isFixed}
          className={styles.slider}
          onChange={change}
          onCommit={commit}
        />
        {trackId !== undefined && !isCovered && isPainted && (
          <MomentDots
            ref={dots}
            trackId={trackId}
            durationSeconds={duration}
            size={isLarge ? 'large' : 'bar'}
            onPlay={playCurrentAt}
          />
        )}
      </div>
      <span className={styles.time}>
        {isLarge ? `−${formatTime(Math.max(0, Math.floor(duration) - shownSecond))}` : length}
      </span>
    </>
  )
}

function playCurrentAt(second: number): void {
  const { track } = getPlayer().state.getState()
  if (track) playTrackAt(track, second)
}

/** Replaces the waveform while the peaks are not known. */
function Groove({ moving, isHovered }: { moving: Moving; isHovered: boolean }) {
  const groove = useRef<HTMLSpanElement>(null)
  usePlaces(moving, ({ played, buffered }) => {
    groove.current?.style.setProperty('--played', `${played}%`)
    groove.current?.style.setProperty('--buffered', `${buffered}%`)
  })
  return <span ref={groove} className={classNames(styles.groove, isHovered && styles.reached)} aria-hidden />
}

/** The vertical line at the current position. */
function Needle({ moving }: { moving: Moving }) {
  const place = useRef<HTMLSpanElement>(null)
  usePlaces(moving, ({ played }) => place.current?.style.setProperty('translate', `${played}%`))
  return (
    <span ref={place} className={styles.place} aria-hidden>
      <span className={styles.needle} />
    </span>
  )
}

/** The position of a mouse pointer over the bar, in percent of the width. */
function useHoveredPlace() {
  const [hovered, setHovered] = useState(0)
  const [isHovered, setIsHovered] = useState(false)
  return {
    hovered,
    isHovered,
    onPointerMove({ pointerType, clientX, currentTarget, target }: PointerEvent<HTMLElement>) {
      if (pointerType !== 'mouse') return
      // Over the dot of a moment, the card of that dot is shown instead of the time at the pointer.
      if (target instanceof Element && target.closest('button') !== null) return setIsHovered(false)
      const { left, width } = currentTarget.getBoundingClientRect()
      setHovered(Math.min(100, Math.max(0, ((clientX - left) / width) * 100)))
      setIsHovered(true)
    },
    onPointerLeave: () => setIsHovered(false),
  }
}
