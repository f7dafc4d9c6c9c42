import ChevronDown from 'lucide-react/icons/chevron-down'
import { useLayoutEffect, useRef, useState, type TouchEvent } from 'react'
import { pictureAddress } from '#client/media.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { knownTone, toneOfImage, toneStyle } from '#ui/picture-tone.ts'
import { Sleeve } from '#ui/Sleeve.tsx'
import { NextButton, PlayButton, PreviousButton, RepeatButton, ShuffleButton } from './controls.tsx'
import styles from './NowPlayingSheet.module.css'
import { QueueButton } from './QueueButton.tsx'
import { SeekBar } from './SeekBar.tsx'
import { usePlayer } from './the-player.ts'
import type { PlayerTrack } from './track.ts'
import { VolumeControl } from './VolumeControl.tsx'

/** A finger that goes down so far, px, puts the sheet away. */
const SWIPE_CLOSES_AFTER = 90

/** The whole player over the page, on phones. Esc, the chevron and a swipe down put it away. */
export function NowPlayingSheet({ onClose }: { onClose: () => void }) {
  const sheet = useRef<HTMLDialogElement>(null)
  const track = usePlayer((state) => state.track)
  const [tone, setTone] = useState<string>()
  const swipe = useSwipeDown(onClose)

  // Closed while it is still in the document, so that the focus finds its way back to the opener.
  useLayoutEffect(() => {
    const dialog = sheet.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])

  if (!track) return null
  return (
    <dialog
      ref={sheet}
      className={classNames(styles.sheet, 'toned')}
      style={toneStyle(tone ?? knownTone(track.coverUrl))}
      aria-label="Spielt ab"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      {...swipe}
    >
      <header className={styles.head}>
        <IconButton label="Player schließen" onClick={onClose}>
          <ChevronDown className="icon icon-large" aria-hidden />
        </IconButton>
        <p>
          Spielt ab aus
          <strong className="truncate">{track.album}</strong>
        </p>
        <QueueButton />
      </header>
      <Playing track={track} onTone={setTone} />
    </dialog>
  )
}

function Playing({ track, onTone }: { track: PlayerTrack; onTone: (tone: string | undefined) => void }) {
  return (
    <div className={styles.main}>
      <div className={styles.sleeve}>
        <Sleeve
          src={pictureAddress(track.coverUrl)}
          size={296}
          eager
          out
          onReady={(image) => onTone(toneOfImage(track.coverUrl, image))}
        />
      </div>
      <div className={styles.side}>
        <p className={styles.title}>{track.title}</p>
        <p className={styles.artist}>{track.artist}</p>
        <div className={styles.seek}>
          <SeekBar stacked />
        </div>
        <div className={styles.controls}>
          <ShuffleButton />
          <PreviousButton iconClassName={styles.skip} />
          <PlayButton className={styles.play} />
          <NextButton iconClassName={styles.skip} />
          <RepeatButton />
        </div>
        <VolumeControl className={styles.volume} />
      </div>
    </div>
  )
}

/** Listens for a finger that goes down, except on a slider, which goes sideways by itself. */
function useSwipeDown(onSwiped: () => void) {
  const from = useRef<number>(undefined)
  return {
    onTouchStart: ({ target, touches }: TouchEvent) => {
      const isSlider = target instanceof Element && target.closest('input') !== null
      from.current = isSlider || touches.length > 1 ? undefined : touches[0]?.clientY
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const to = changedTouches[0]?.clientY
      if (from.current !== undefined && to !== undefined && to - from.current > SWIPE_CLOSES_AFTER) onSwiped()
    },
  }
}
