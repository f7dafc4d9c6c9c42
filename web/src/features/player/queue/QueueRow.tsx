import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import X from 'lucide-react/icons/x'
import type { CSSProperties, DOMAttributes, KeyboardEvent } from 'react'
import { formatTime } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/IconButton.tsx'
import { oncePerDoubleClick } from '#ui/dom/once-per-double-click.ts'
import { RowText } from '#ui/components/RowText.tsx'
import styles from './QueuePanel.module.css'
import { QueueCover } from './QueueCover.tsx'
import type { Track } from '#features/tracks/index.ts'

interface QueueRowProps {
  track: Track
  /** In the queue, counted from 0. */
  place: number
  /** Rows of the queue. */
  count: number
  className: string
  style: CSSProperties
  /** It is being moved by keys or by its two arrows. */
  isHeld: boolean
  /** What drags the row by its grip. */
  grip: DOMAttributes<HTMLElement>
  onPlay: () => void
  /** Takes it in the hand without dragging, and puts it down again. */
  onDragStart: () => void
  onStep: (by: 1 | -1, selector: string) => void
  onRemove: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A track that waits: a press plays it, its grip moves it. */
export function QueueRow({
  track,
  place,
  count,
  className,
  style,
  isHeld,
  grip,
  onPlay,
  onDragStart,
  onStep,
  onRemove,
  onKeyDown,
}: QueueRowProps) {
  return (
    <li
      className={classNames(styles.row, className)}
      style={style}
      data-place={place}
      aria-setsize={count}
      aria-posinset={place + 1}
    >
      <QueueCover track={track} />
      <button
        type="button"
        data-play
        className={styles.play}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        // After the first click another row stands there.
        onClick={oncePerDoubleClick(onPlay)}
        onKeyDown={onKeyDown}
      >
        <RowText title={track.title} below={track.album} />
        <span className="sr"> abspielen</span>
      </button>
      {isHeld ? (
        <span className={styles.steps}>
          <button
            type="button"
            data-up
            aria-label={`${track.title} nach oben`}
            aria-disabled={place === 0 || undefined}
            onClick={() => onStep(-1, '[data-up]')}
          >
            <ChevronUp className="icon" aria-hidden />
          </button>
          <button
            type="button"
            data-down
            aria-label={`${track.title} nach unten`}
            aria-disabled={place === count - 1 || undefined}
            onClick={() => onStep(1, '[data-down]')}
          >
            <ChevronDown className="icon" aria-hidden />
          </button>
        </span>
      ) : (
        <span className={styles.time}>{formatTime(track.durationSeconds)}</span>
      )}
      <button
        type="button"
        data-grip
        className={styles.grip}
        aria-label={`${track.title} verschieben`}
        aria-pressed={isHeld}
        {...grip}
        onClick={onDragStart}
        onKeyDown={onKeyDown}
      >
        <GripVertical className="icon" aria-hidden />
      </button>
      <IconButton label={`${track.title} entfernen`} data-remove onClick={onRemove}>
        <X className="icon icon-small" aria-hidden />
      </IconButton>
    </li>
  )
}
