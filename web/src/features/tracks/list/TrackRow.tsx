import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { use, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { useFileCopy, useIsAway } from '#client/copies-view.ts'
import { imageUrl } from '#client/media.ts'
import { CoverThumb } from '#ui/components/images/CoverThumb.tsx'
import { LatePictures } from '#ui/components/images/late-pictures.ts'
import { CopyMark, copyText } from '#ui/components/content/CopyMark.tsx'
import { RowText } from '#ui/components/content/RowText.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { oncePerDoubleClick } from '#ui/dom/once-per-double-click.ts'
import { useContextMenu } from '#ui/hooks/use-context-menu.ts'
import { trackDragHandlers } from '../drag/track-drag.ts'
import { ConversionTag } from '../track/ConversionTag.tsx'
import { useNeedsMark } from '../track/use-needs-mark.ts'
import { artistAndAlbum, type Track } from '../track/track.ts'
import { spokenAction } from './spoken-action.ts'
import type { PlayState } from './current-track.ts'
import styles from './TrackList.module.css'
import { selectionModeOf, type SelectionMode } from './track-selection.ts'
import type { RowMoves } from './use-row-moves.ts'

/** What a list adds to its rows besides the cover and the texts. */
export interface TrackRowSlots {
  /** Rendered before the cover; for example a rank or a number. */
  lead?: ReactNode
  /** Replaces the cover. */
  cover?: ReactNode
  /** Replaces the plain title, for example with highlighted matches. */
  title?: ReactNode
  /** Text of the line below the title; by default artist and album. */
  below?: string
  /** Tags that are rendered beside the title. */
  tags?: ReactNode
  /** Rendered at the end of the play button. */
  detail?: ReactNode
  /** Rendered after the play button. While the row is moved, two arrow buttons replace it. */
  end?: ReactNode
  /** Buttons at the end of the row. */
  actions?: ReactNode
}

interface TrackRowProps {
  track: Track
  /** The index of the row in the list. */
  place: number
  /** The number of all rows if only some of them are in the document; otherwise undefined. */
  count: number | undefined
  style: CSSProperties | undefined
  state: PlayState | undefined
  /** Whether the track is not available any more. */
  isGone: boolean
  hasSpokenAction: boolean
  isSelected: boolean
  /** Whether a press without modifier keys selects the row instead of playing it. */
  isSelecting: boolean
  slots: TrackRowSlots
  moves: RowMoves | undefined
  onPlay: () => void
  onMenu: ((at: MenuAnchor) => void) | undefined
  onSelect: ((mode: SelectionMode) => void) | undefined
  /** Returns the tracks that are dragged when a mouse drags this row. */
  tracksToDrag: () => readonly Track[]
  /** Called at a long press of a finger, which then selects the row instead of opening the menu. */
  onSelectStart: (() => void) | undefined
}

/** The row of a track in a list. A press plays the track; a drag handle moves the row. */
export function TrackRow({
  track,
  place,
  count,
  style,
  state,
  isGone,
  hasSpokenAction,
  isSelected,
  isSelecting,
  slots,
  moves,
  onPlay,
  onMenu,
  onSelect,
  onSelectStart,
  tracksToDrag,
}: TrackRowProps) {
  const isMarked = useNeedsMark(track)
  const copy = useFileCopy(track)
  const isAway = useIsAway(track) && !isGone
  const menu = useContextMenu(isGone ? undefined : onMenu, isGone ? undefined : onSelectStart)
  const press = (event: MouseEvent) => {
    const mode = onSelect && (selectionModeOf(event) ?? (isSelecting ? 'toggle' : undefined))
    if (onSelect && mode) onSelect(mode)
    // The second click of a double click is ignored, because another row may be at this position by then.
    else oncePerDoubleClick(onPlay)(event)
  }
  const content = (
    <>
      {isSelecting && !isGone && (
        <span className={classNames(styles.check, isSelected && styles.checked)} aria-hidden>
          {isSelected && <Check />}
        </span>
      )}
      {slots.lead}
      {slots.cover ?? <CoverThumb src={imageUrl(track.coverUrl)} state={state} />}
      {moves !== undefined && moves.count > 1 && <span className={styles.taking}>{moves.count} Titel</span>}
      <RowText
        title={track.title}
        shownTitle={slots.title}
        below={slots.below ?? artistAndAlbum(track)}
        isCurrent={state !== undefined}
        isFaint={isGone || isAway}
      >
        {slots.tags}
        {isMarked && <ConversionTag />}
        {copy && <CopyMark {...copy} />}
      </RowText>
      {slots.detail}
    </>
  )
  return (
    <li
      className={classNames(
        styles.row,
        isGone && styles.gone,
        isAway && styles.away,
        isSelected && styles.selected,
        isSelecting && !isGone && styles.selecting,
        moves?.isLifted && styles.lifted,
        moves?.isTaken && styles.taken,
        moves?.isYielding && styles.yielding,
        moves?.isHeld && styles.held,
      )}
      style={style}
      data-place={place}
      aria-setsize={count}
      aria-posinset={count === undefined ? undefined : place + 1}
      {...menu}
      {...trackDragHandlers(tracksToDrag)}
    >
      {isGone ? (
        <span className={styles.play}>{content}</span>
      ) : (
        <button
          type="button"
          className={styles.play}
          data-play
          data-track={track.id}
          aria-pressed={isSelecting ? isSelected : undefined}
          aria-disabled={isAway || undefined}
          aria-keyshortcuts={moves && 'Alt+ArrowUp Alt+ArrowDown'}
          onClick={press}
          onKeyDown={moves?.onKeyDown}
        >
          {content}
          {(hasSpokenAction || isSelecting) && (
            <span className="sr"> {spokenAction({ isSelecting, state })}</span>
          )}
          {copy && <span className="sr">{copyText(copy.state)}</span>}
          {isSelected && !isSelecting && <span className="sr">, ausgewählt</span>}
        </button>
      )}
      {moves?.isHeld ? <Steps title={track.title} {...{ place, count, moves }} /> : slots.end}
      {moves && <Grip title={track.title} moves={moves} />}
      {slots.actions}
    </li>
  )
}

/**
 * The drag handle. It moves the row by dragging, by keys, or by two arrow buttons that appear when the handle is
 * pressed.
 */
function Grip({ title, moves }: Pick<StepsProps, 'title' | 'moves'>) {
  return (
    <button
      type="button"
      data-grip
      className={styles.grip}
      aria-label={`${title} verschieben`}
      aria-pressed={moves.isHeld}
      {...moves.grip}
      onClick={moves.onHold}
      onKeyDown={moves.onKeyDown}
    >
      {!use(LatePictures) && <GripVertical className="icon" aria-hidden />}
    </button>
  )
}

interface StepsProps extends Pick<TrackRowProps, 'place' | 'count'> {
  title: string
  moves: RowMoves
}

/** Two arrow buttons that move a row without dragging and without a keyboard. */
function Steps({ title, place, count, moves }: StepsProps) {
  const isLast = count !== undefined && place === count - 1
  return (
    <span className={styles.steps}>
      <button
        type="button"
        data-up
        aria-label={`${title} nach oben`}
        aria-disabled={place === 0 || undefined}
        onClick={() => moves.onStep(-1, '[data-up]')}
        onKeyDown={moves.onKeyDown}
      >
        <ChevronUp className="icon" aria-hidden />
      </button>
      <button
        type="button"
        data-down
        aria-label={`${title} nach unten`}
        aria-disabled={isLast || undefined}
        onClick={() => moves.onStep(1, '[data-down]')}
        onKeyDown={moves.onKeyDown}
      >
        <ChevronDown className="icon" aria-hidden />
      </button>
    </span>
  )
}
