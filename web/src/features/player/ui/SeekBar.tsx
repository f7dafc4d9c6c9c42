import { useState, type CSSProperties } from 'react'
import { formatTime } from '#format.ts'
import { Slider } from '#ui/components/controls/Slider.tsx'
import { percentBuffered, percentPlayed } from '../engine/playback/player-state.ts'
import styles from './SeekBar.module.css'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'

/** Seconds by which an arrow key seeks. */
const KEY_SECONDS = 5

interface SeekBarProps {
  /** Places the times below the slider instead of beside it. */
  stacked?: boolean
}

/** The position in the track, and a slider to change it: 0 to 100 in steps of 0.1. */
export function SeekBar({ stacked = false }: SeekBarProps) {
  const played = usePlayer(percentPlayed)
  const buffered = usePlayer(percentBuffered)
  const duration = usePlayer(({ durationSeconds }) => durationSeconds)
  const isIdle = usePlayer(({ status }) => status === 'empty')
  const second = usePlayer(({ positionSeconds }) => Math.floor(positionSeconds))
  /** While the thumb is dragged it follows the pointer, not the sound. */
  const [dragged, setDragged] = useState<number>()
  const [isDragging, setIsDragging] = useState(false)
  const length = formatTime(duration)
  const style: CSSProperties & { '--characters': number } = { '--characters': length.length }
  const shown = formatTime(dragged === undefined ? second : (dragged / 100) * duration)

  return (
    <div
      className={stacked ? styles.stacked : styles.bar}
      style={style}
      onPointerDown={() => setIsDragging(true)}
      onPointerCancel={() => {
        setIsDragging(false)
        setDragged(undefined)
      }}
    >
      <span className={styles.time}>{shown}</span>
      <Slider
        label="Position"
        accent
        value={dragged ?? played}
        max={100}
        step={0.1}
        keyStep={duration > 0 ? (KEY_SECONDS / duration) * 100 : 0}
        valueText={`${shown} von ${length}`}
        buffered={buffered}
        disabled={isIdle}
        className={styles.slider}
        onChange={(percent) => {
          if (isDragging) setDragged(percent)
          else getPlayer().seekToPercent(percent)
        }}
        onCommit={(percent) => {
          if (isDragging) getPlayer().seekToPercent(percent)
          setIsDragging(false)
          setDragged(undefined)
        }}
      />
      <span className={styles.time}>{length}</span>
    </div>
  )
}
