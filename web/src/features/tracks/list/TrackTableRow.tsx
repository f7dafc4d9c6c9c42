import Check from 'lucide-react/icons/check'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { useFileCopy, useIsAway } from '#client/copies-view.ts'
import { formatTime } from '#format.ts'
import { CopyMark, copyText } from '#ui/components/content/CopyMark.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { Equalizer } from '#ui/components/images/Equalizer.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { oncePerDoubleClick } from '#ui/dom/once-per-double-click.ts'
import { useContextMenu } from '#ui/hooks/use-context-menu.ts'
import { trackDragHandlers } from '../drag/track-drag.ts'
import { ArtistLinks } from '../track/ArtistLinks.tsx'
import { ConversionTag } from '../track/ConversionTag.tsx'
import { useNeedsMark } from '../track/use-needs-mark.ts'
import type { PlayableTrack, TrackCredits } from '../track/track.ts'
import { CONVERSION_MARK } from '../track/wording.ts'
import type { PlayState } from './current-track.ts'
import { spokenAction } from './spoken-action.ts'
import { selectionModeOf, type SelectionMode } from './track-selection.ts'
import styles from './TrackTable.module.css'

/** What can be done with the tracks of a table. */
export interface TrackTableActions {
  /** Plays the track, or pauses it when it is playing. */
  onPlay: (track: PlayableTrack) => void
  /**
   * Renders further actions at the end of a row. Rows of tracks without a file have none. Only the actions in the row
   * with the Tab stop can be reached by Tab.
   */
  actions?: ((track: PlayableTrack, tabIndex: 0 | -1) => ReactNode) | undefined
  /** Opens the menu of a row, after a right click, a long press or the menu key. */
  onMenu?: ((track: PlayableTrack, at: MenuAnchor) => void) | undefined
}

interface TrackTableRowProps extends TrackTableActions {
  track: PlayableTrack
  number: number
  state: PlayState | undefined
  isReachable: boolean
  isLinked: boolean
  isSelectable: boolean
  isSelected: boolean
  /** Whether a press without modifier keys selects the row instead of playing it. */
  isSelecting: boolean
  onSelect: ((mode: SelectionMode) => void) | undefined
  /** Called at a long press of a finger, which then selects the row instead of opening the menu. */
  onSelectStart: (() => void) | undefined
  /** Returns the tracks that are dragged when a mouse drags this row. */
  tracksToDrag: () => readonly PlayableTrack[]
  onFocus: (trackId: string) => void
  onKeyDown: (event: KeyboardEvent, trackId: string) => void
}

export function TrackTableRow({
  track,
  number,
  state,
  isReachable,
  isLinked,
  isSelectable,
  isSelected,
  isSelecting,
  onSelect,
  onSelectStart,
  tracksToDrag,
  onPlay,
  actions,
  onMenu,
  onFocus,
  onKeyDown,
}: TrackTableRowProps) {
  const row = useBroughtIntoView(isLinked)
  const menu = useContextMenu(onMenu && ((at) => onMenu(track, at)), onSelectStart)
  const { title } = track
  const isMarked = useNeedsMark(track)
  const copy = useFileCopy(track)
  const isAway = useIsAway(track)
  const placeText = copy ? copyText(copy.state) : ''
  const markText = isMarked ? `, ${CONVERSION_MARK}` : ''
  const press = (event: MouseEvent) => {
    const mode = onSelect && (selectionModeOf(event) ?? (isSelecting ? 'toggle' : undefined))
    if (onSelect && mode) onSelect(mode)
    else oncePerDoubleClick(() => onPlay(track))(event)
  }
  const button = (
    <button
      type="button"
      className={classNames(styles.title, isMarked && styles.marked)}
      title={title}
      aria-label={`${title} ${spokenAction({ isSelecting, state })}${markText}${placeText}${isSelected && !isSelecting ? ', ausgewählt' : ''}`}
      aria-pressed={isSelecting ? isSelected : undefined}
      aria-disabled={isAway || undefined}
      data-track={track.id}
      tabIndex={isReachable ? 0 : -1}
      onClick={press}
      onFocus={() => onFocus(track.id)}
      onKeyDown={(event) => onKeyDown(event, track.id)}
    >
      <span className={styles.name}>{title}</span>
      {isMarked && <ConversionTag />}
      {!track.credits && <span className={styles.leader} aria-hidden />}
      {!track.credits && copy && <CopyMark {...copy} />}
    </button>
  )
  return (
    <tr
      ref={row}
      aria-rowindex={number + 1}
      aria-selected={isSelectable ? isSelected : undefined}
      className={classNames(
        styles.row,
        state && styles.current,
        isSelected && styles.selected,
        isAway && styles.away,
      )}
      data-linked={isLinked || undefined}
      {...menu}
      {...trackDragHandlers(tracksToDrag)}
    >
      <td className={styles.number}>
        {isSelecting ? (
          <span className={classNames(styles.check, isSelected && styles.checked)} aria-hidden>
            {isSelected && <Check />}
          </span>
        ) : state === undefined ? (
          <span className={styles.digits}>{number}</span>
        ) : (
          <Equalizer paused={state === 'paused'} />
        )}
        {!isSelecting && <Play className={classNames('icon icon-small', styles.play)} aria-hidden />}
      </td>
      <th scope="row">
        {track.credits ? (
          <div className={styles.credited}>
            {button}
            <Credits credits={track.credits} tabIndex={isReachable ? 0 : -1} />
            {copy && <CopyMark {...copy} />}
          </div>
        ) : (
          button
        )}
      </th>
      <td className={styles.duration}>{formatTime(track.durationSeconds)}</td>
      {actions && <td className={styles.actions}>{actions(track, isReachable ? 0 : -1)}</td>}
    </tr>
  )
}

/** The credits beside the title of a track, for example `Ada Lindqvist mit Neonhirsch`. */
function Credits({ credits: { artists, features }, tabIndex }: { credits: TrackCredits; tabIndex: 0 | -1 }) {
  return (
    <>
      <span className={styles.credits}>
        <ArtistLinks artists={artists} tabIndex={tabIndex} />
        {features.length > 0 && (
          <>
            {artists.length > 0 && ' '}
            mit <ArtistLinks artists={features} tabIndex={tabIndex} />
          </>
        )}
      </span>
      <span className={styles.leader} aria-hidden />
    </>
  )
}

interface MissingRowProps {
  number: number
  title: string
  hasActions: boolean
}

export function MissingRow({ number, title, hasActions }: MissingRowProps) {
  return (
    <tr className={styles.missing} aria-rowindex={number + 1}>
      <td className={styles.number}>{number}</td>
      <th scope="row" aria-label={`${title}, fehlt`}>
        <span className={styles.title} title={title}>
          <s className={styles.name}>{title}</s>
          <Tag>Fehlt</Tag>
          <span className={styles.leader} aria-hidden />
        </span>
      </th>
      <td className={styles.duration}>–</td>
      {hasActions && <td aria-hidden />}
    </tr>
  )
}

/** Scrolling counts as ended when there was no scroll event for this many milliseconds. */
const SCROLL_ENDED_AFTER = 100

/** Scrolls the row of a linked track into view immediately, and again when other scrolling has ended. */
function useBroughtIntoView(isLinked: boolean) {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (!isLinked) return undefined
    const bring = () => row.current?.scrollIntoView({ block: 'center', behavior: 'instant' })
    // Opening the album also scrolls the page, and may still do so. A scroll by the user cancels all further scrolling
    // of this hook.
    const done = new AbortController()
    const { signal } = done
    // A timer, because not all browsers support the event `scrollend`.
    let pause: ReturnType<typeof setTimeout> | undefined
    const scrolled = () => {
      clearTimeout(pause)
      pause = setTimeout(bring, SCROLL_ENDED_AFTER)
    }
    document.addEventListener('scroll', scrolled, { passive: true, signal })
    signal.addEventListener('abort', () => clearTimeout(pause))
    for (const name of ['wheel', 'pointerdown', 'keydown']) {
      document.addEventListener(name, () => done.abort(), { passive: true, signal })
    }
    bring()
    return () => done.abort()
  }, [isLinked])
  return row
}
