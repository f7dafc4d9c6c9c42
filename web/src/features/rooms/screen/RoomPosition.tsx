import { useEffect, useMemo } from 'react'
import { useWaveCanvas } from '#features/player/index.ts'
import { decodeWaveform, useTrackSound } from '#features/track-sound/index.ts'
import { formatTime } from '#format.ts'
import { Slider } from '#ui/components/controls/Slider.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import type { InRoom } from '../state/room-tab.ts'
import styles from './RoomPosition.module.css'
import { useRoomSecond } from './use-room-second.ts'
import { useRoomSeek } from './use-room-seek.ts'

const SIZES = { desk: { bar: 3, gap: 2 }, phone: { bar: 2, gap: 1 } }
const COLORS = ['--color-accent', '--color-fg-faint'] as const
/** Seconds by which an arrow key seeks. */
const KEY_SECONDS = 5

interface RoomPositionProps {
  tab: InRoom
  trackId: string
  durationMs: number
}

/** The position of the room on the waveform of the track. Members who may steer the room can change it. */
export function RoomPosition({ tab, trackId, durationMs }: RoomPositionProps) {
  const { room, rights } = tab
  const { entryId } = room.state.playback
  const duration = Math.floor(durationMs / 1000)
  const { second, change, commit } = useRoomSeek(entryId, useRoomSecond(tab) ?? 0, duration)
  const waveform = useTrackSound(trackId)?.waveform
  const peaks = useMemo(
    () => (typeof waveform === 'string' ? decodeWaveform(waveform) : undefined),
    [waveform],
  )
  const share = duration === 0 ? 0 : (second / duration) * 100
  const times = `${formatTime(second)} von ${formatTime(duration)}`
  return (
    <div className={styles.position}>
      <div className={classNames(styles.wave, !rights.maySteer && styles.fixed)}>
        {peaks ? (
          <Wave peaks={peaks} share={share} />
        ) : (
          <span className={styles.line} aria-hidden>
            <span style={{ width: `${share}%` }} />
          </span>
        )}
        <Slider
          label="Position im Raum"
          value={second}
          max={duration}
          step={1}
          keyStep={KEY_SECONDS}
          valueText={room.state.mode === 'premiere' ? `${times}, Spulen ist während der Premiere aus` : times}
          disabled={!rights.maySteer}
          className={styles.slider}
          onChange={change}
          onCommit={commit}
        />
      </div>
      <p className={styles.times} aria-hidden>
        <span>{formatTime(second)}</span>
        <span>{formatTime(duration)}</span>
      </p>
    </div>
  )
}

function Wave({ peaks, share }: { peaks: Uint8Array; share: number }) {
  const isPhone = useMediaQuery(PHONE)
  const [canvas, show] = useWaveCanvas({ peaks, size: isPhone ? SIZES.phone : SIZES.desk, colors: COLORS })
  useEffect(() => show([share]), [show, share])
  return <canvas ref={canvas} className={styles.canvas} aria-hidden />
}
