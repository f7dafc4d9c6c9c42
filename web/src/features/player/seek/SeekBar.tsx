import { useState, type CSSProperties, type PointerEvent } from 'react'
import { formatTime } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { Slider } from '#ui/components/controls/Slider.tsx'
import { percentBuffered, percentPlayed } from '../engine/playback/player-state.ts'
import { usePlayer } from '../engine/player-instance.ts'
import { useVisiblePlayer } from '../engine/visible-state.ts'
import { LockedSeekBar, useIsLocked } from './LockedSeekBar.tsx'
import styles from './SeekBar.module.css'
import { usePeaks } from './use-peaks.ts'
import { useSeekDrag } from './use-seek-drag.ts'
import { Waveform } from './Waveform.tsx'

/** Seconds by which an arrow key seeks. */
const KEY_SECONDS = 5

interface SeekBarProps {
  /** In the large view the waveform is higher, and the times are below it. */
  isLarge?: boolean
}

/** The position in the track on its waveform, and a slider to change it: 0 to 100 in steps of 0.1. */
export function SeekBar({ isLarge = false }: SeekBarProps) {
  const duration = usePlayer(({ durationSeconds }) => durationSeconds)
  const isLocked = useIsLocked()
  const length = formatTime(duration)
  const style: CSSProperties & { '--characters': number } = { '--characters': length.length }
  return (
    <div className={isLarge ? styles.large : styles.bar} style={style}>
      {isLocked ? <LockedSeekBar length={length} /> : <OpenSeekBar {...{ isLarge, duration, length }} />}
    </div>
  )
}

interface OpenSeekBarProps {
  isLarge: boolean
  duration: number
  length: string
}

function OpenSeekBar({ isLarge, duration, length }: OpenSeekBarProps) {
  const played = useVisiblePlayer(percentPlayed)
  const buffered = useVisiblePlayer(percentBuffered)
  const second = useVisiblePlayer(({ positionSeconds }) => Math.floor(positionSeconds))
  const isIdle = usePlayer(({ status }) => status === 'empty')
  const peaks = usePeaks()
  const isPhone = useMediaQuery(PHONE)
  const { dragged, begin, end, change, commit } = useSeekDrag()
  const { hovered, isHovered, ...hover } = useHoveredPlace()
  const value = dragged ?? played
  const shown = formatTime(dragged === undefined ? second : (dragged / 100) * duration)
  const left = formatTime(Math.max(0, Math.floor(duration) - Math.floor((value / 100) * duration)))
  const canHover = isHovered && !isIdle && dragged === undefined
  const style: CSSProperties & Record<'--played' | '--buffered' | '--hovered', string> = {
    '--played': `${value}%`,
    '--buffered': `${buffered}%`,
    '--hovered': `${hovered}%`,
  }
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
      >
        {peaks ? (
          <Waveform
            peaks={peaks}
            played={value}
            buffered={buffered}
            hovered={hovered}
            isHovered={canHover}
            size={isLarge && !isPhone ? 'large' : 'bar'}
          />
        ) : (
          <span className={classNames(styles.groove, canHover && styles.reached)} aria-hidden />
        )}
        {!isIdle && (
          <span className={styles.place} aria-hidden>
            <span className={styles.needle} />
          </span>
        )}
        {canHover && (
          <span className={styles.pointer} aria-hidden>
            <span className={styles.tip}>{formatTime((hovered / 100) * duration)}</span>
          </span>
        )}
        <Slider
          label="Position"
          value={value}
          max={100}
          step={0.1}
          keyStep={duration > 0 ? (KEY_SECONDS / duration) * 100 : 0}
          valueText={`${shown} von ${length}`}
          disabled={isIdle}
          className={styles.slider}
          onChange={change}
          onCommit={commit}
        />
      </div>
      <span className={styles.time}>{isLarge ? `−${left}` : length}</span>
    </>
  )
}

/** Where a mouse points, percent of the width. */
function useHoveredPlace() {
  const [hovered, setHovered] = useState(0)
  const [isHovered, setIsHovered] = useState(false)
  return {
    hovered,
    isHovered,
    onPointerMove({ pointerType, clientX, currentTarget }: PointerEvent<HTMLElement>) {
      if (pointerType !== 'mouse') return
      const { left, width } = currentTarget.getBoundingClientRect()
      setHovered(Math.min(100, Math.max(0, ((clientX - left) / width) * 100)))
      setIsHovered(true)
    },
    onPointerLeave: () => setIsHovered(false),
  }
}
