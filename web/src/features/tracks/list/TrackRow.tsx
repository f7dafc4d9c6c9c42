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

/** What a list adds to a row besides cover and texts. */
export interface TrackRowSlots {
  /** Rendered before the cover, such as a rank or a number. */
  lead?: ReactNode
  /** Replaces the plain title, for example with highlighted matches. */
  title?: ReactNode
  /** The line below the title; artist and album by default. */
  below?: string
  /** Rendered beside the title. */
  tags?: ReactNode
  /** The last part of the play button. */
  detail?: ReactNode
  /** After the play button; hidden in favour of two arrows while the row is moved. */
  end?: ReactNode
  /** Buttons at the end of the row. */
  actions?: ReactNode
}

interface TrackRowProps {
  track: Track
  /** Index in the list. */
  place: number
  /** Number of rows; undefined when all of them are in the document. */
  count: number | undefined
  style: CSSProperties | undefined
  state: PlayState | undefined
  /** Whether the track cannot be played any more. */
  isGone: boolean
  hasSpokenAction: boolean
  isSelected: boolean
  /** Whether a plain press selects the row. */
  isSelecting: boolean
  slots: TrackRowSlots
  moves: RowMoves | undefined
  onPlay: () => void
  onMenu: ((at: MenuAnchor) => void) | undefined
  onSelect: ((mode: SelectionMode) => void) | undefined
  /** The tracks that a mouse drags with the row. */
  tracksToDrag: () => readonly Track[]
  /** A long press of a finger starts a selection with this row instead of opening the menu. */
  onSelectStart: (() => void) | undefined
}

/** A track in a list: a press plays it, its drag handle moves it. */
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
    // After the first click another row may be at this position.
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
      <CoverThumb src={imageUrl(track.coverUrl)} state={state} />
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

/** The drag handle: moves the row by dragging, by keys, or by two arrows that a press shows. */
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

/** Two buttons for moving a row without dragging and without a keyboard. */
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
