import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { TrackGroup } from './TrackGroup.tsx'
import { isPlayable, type Track } from '../track/track.ts'
import { type CurrentTrack, playStateOf } from './current-track.ts'
import styles from './TrackTable.module.css'
import { MissingRow, TrackTableRow, type TrackTableActions } from './TrackTableRow.tsx'

interface TrackTableProps extends TrackTableActions {
  tracks: readonly Track[]
  current?: CurrentTrack | undefined
  /** Id of the track that a link named; it is highlighted and scrolled into view. */
  linkedId?: string | undefined
}

/** Rows that are mounted and unmounted together while a long album scrolls. */
const GROUP = 20

/**
 * Tracks as a table with numbers and durations. It has one Tab stop; arrow keys move between tracks and skip missing
 * ones. Of a long table only rows near the window are in the document. For lists with covers see `TrackList`.
 */
export function TrackTable({ tracks, current, onPlay, actions, onMenu, linkedId }: TrackTableProps) {
  const playable = tracks.filter(isPlayable)
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
  }

  const groups = Array.from({ length: Math.ceil(tracks.length / GROUP) }, (_, index) => ({
    first: index * GROUP,
    group: tracks.slice(index * GROUP, (index + 1) * GROUP),
  }))
  return (
    <table className={styles.tracks} ref={table} aria-rowcount={tracks.length + 1}>
      <TableHead hasActions={actions !== undefined} />
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
                <TrackTableRow
                  key={track.id}
                  number={first + index + 1}
                  {...{ track, onPlay, actions, onMenu }}
                  state={playStateOf(track, current)}
                  isReachable={track.id === reachable}
                  isLinked={track.id === linkedId}
                  onFocus={setVisited}
                  onKeyDown={move}
                />
              ),
            )
          }
        </TrackGroup>
      ))}
    </table>
  )
}

function TableHead({ hasActions }: { hasActions: boolean }) {
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
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Undefined for keys that do not move; the index may be outside of the table. */
function indexAfterKey(key: string, index: number, count: number): number | undefined {
  const moves: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }
  return moves[key]
}

/** Moves the focus to a track whose row may be mounted in the next render only. */
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
