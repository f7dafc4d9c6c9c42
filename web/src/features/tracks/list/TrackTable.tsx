import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { TrackGroup } from './TrackGroup.tsx'
import { openMenuOfSelected, playableTracksOf, SelectedRowsContext } from '../menu/selected-tracks.ts'
import { isPlayable, type PlayableTrack, type Track } from '../track/track.ts'
import { type CurrentTrack, playStateOf } from './current-track.ts'
import { SelectButton, type SelectButtonProps } from './SelectButton.tsx'
import styles from './TrackTable.module.css'
import { selectRow, type SelectionMode, type TrackKey } from './track-selection.ts'
import { MissingRow, TrackTableRow, type TrackTableActions } from './TrackTableRow.tsx'
import {
  type ListSelection,
  type RenderSelected,
  selectionKeys,
  useListSelection,
} from './use-list-selection.ts'

interface TrackTableProps extends TrackTableActions {
  tracks: readonly Track[]
  current?: CurrentTrack | undefined
  /** The id of the track that the URL names. Its row is highlighted and scrolled into view. */
  linkedId?: string | undefined
  /** Renders the actions for the selected tracks below the table; without it, rows cannot be selected. */
  renderSelected?: RenderSelected | undefined
}

/** Number of rows that are mounted and unmounted together while a long album scrolls. */
const GROUP = 20

/**
 * The tracks of an album as a table with numbers and durations. The table is one Tab stop. Arrow keys move the focus
 * between tracks and skip those without a file; with Shift they extend the selection. Of a long table, only rows near
 * the visible part are in the document. For lists with covers see `TrackList`.
 */
export function TrackTable({
  tracks,
  current,
  onPlay,
  actions,
  onMenu,
  linkedId,
  renderSelected,
}: TrackTableProps) {
  const playable = useMemo(() => tracks.filter(isPlayable), [tracks])
  const entries = useMemo(() => playable.map((track) => ({ key: track.id, track })), [playable])
  const order = useMemo(() => playable.map(({ id }) => id), [playable])
  const { selection, bar, button } = useListSelection(entries, renderSelected)
  const keys = selection?.value.keys
  const selectedRows = {
    tracks: () => playableTracksOf(entries.filter(({ key }) => keys?.has(key) === true)),
  }
  const [visited, setVisited] = useState<string>()
  const { table, focusSoon } = useFocusOnTrack()
  const reachable = [visited, current?.id, playable[0]?.id].find((id) =>
    playable.some((track) => track.id === id),
  )

  const move = (event: KeyboardEvent, trackId: string) => {
    const index = playable.findIndex(({ id }) => id === trackId)
    const next = indexAfterKey(event.key, index, playable.length)
    if (next === undefined) return
    event.preventDefault()
    const track = playable[next]
    if (!track) return
    setVisited(track.id)
    focusSoon(track.id)
    if (!selection || !event.shiftKey) return
    const { anchor } = selection.value
    const start = { ...selection.value, anchor: anchor ?? trackId }
    selection.onChange(selectRow(start, order, track.id, 'range'))
  }

  const groups = Array.from({ length: Math.ceil(tracks.length / GROUP) }, (_, index) => ({
    first: index * GROUP,
    group: tracks.slice(index * GROUP, (index + 1) * GROUP),
  }))
  const rowOf = (track: PlayableTrack, number: number) => {
    const isSelected = keys?.has(track.id) === true
    const selected = isSelected ? selectedRows : undefined
    return (
      <SelectedRowsContext key={track.id} value={selected}>
        <TrackTableRow
          {...{ track, number, onPlay, actions, isSelected }}
          isSelectable={selection !== undefined}
          isSelecting={selection?.isOn === true}
          onMenu={onMenu && ((each, at) => openMenuOfSelected(selected, each, at) || onMenu(each, at))}
          tracksToDrag={() => selected?.tracks() ?? [track]}
          {...selectingProps(track.id, selection, order)}
          state={playStateOf(track, current)}
          isReachable={track.id === reachable}
          isLinked={track.id === linkedId}
          onFocus={setVisited}
          onKeyDown={move}
        />
      </SelectedRowsContext>
    )
  }
  return (
    <>
      <table
        className={styles.tracks}
        ref={table}
        aria-rowcount={tracks.length + 1}
        {...selectionKeys(selection, () => order)}
      >
        <TableHead hasActions={actions !== undefined} select={button} />
        {groups.map(({ first, group }) => (
          <TrackGroup
            key={first}
            rows={group.length}
            isFirst={first === 0}
            isKept={groups.length === 1 || group.some(({ id }) => id === reachable || id === linkedId)}
          >
            {() =>
              group.map((track, index) =>
                !isPlayable(track) ? (
                  <MissingRow
                    key={track.id}
                    number={first + index + 1}
                    title={track.title}
                    hasActions={actions !== undefined}
                  />
                ) : (
                  rowOf(track, first + index + 1)
                ),
              )
            }
          </TrackGroup>
        ))}
      </table>
      {bar}
    </>
  )
}

/** The handlers of a row that change the selection. */
function selectingProps(id: string, selection: ListSelection | undefined, order: readonly TrackKey[]) {
  if (!selection) return { onSelect: undefined, onSelectStart: undefined }
  const { value, onChange, onStart } = selection
  return {
    onSelect: (mode: SelectionMode) => onChange(selectRow(value, order, id, mode)),
    onSelectStart: () => {
      onStart?.()
      if (!value.keys.has(id)) onChange(selectRow(value, order, id, 'toggle'))
    },
  }
}

function TableHead({ hasActions, select }: { hasActions: boolean; select: SelectButtonProps | undefined }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className={styles.number} scope="col">
          <abbr title="Nummer">#</abbr>
        </th>
        <th scope="col">Titel</th>
        <th className={styles.duration} scope="col">
          Dauer
        </th>
        {hasActions && (
          <th className={styles.actions} scope="col">
            <span className="sr">Aktionen</span>
            {select && <SelectButton {...select} />}
          </th>
        )}
      </tr>
    </thead>
  )
}

/** The index to which a key moves the focus, which may be outside of the table; undefined for other keys. */
function indexAfterKey(key: string, index: number, count: number): number | undefined {
  const moves: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }
  return moves[key]
}

/** Moves the focus to the row of a track. If that row is not mounted yet, that happens after the next render. */
function useFocusOnTrack() {
  const table = useRef<HTMLTableElement>(null)
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    table.current?.querySelector<HTMLElement>(`[data-track="${CSS.escape(wanted.current)}"]`)?.focus()
    wanted.current = undefined
  })
  const focusSoon = (trackId: string) => {
    wanted.current = trackId
  }
  return { table, focusSoon }
}
