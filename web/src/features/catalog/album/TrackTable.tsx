import type { Album } from '@tonarchiv/contract/catalog'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { TrackGroup } from './TrackGroup.tsx'
import { MissingRow, TrackRow, type TrackActions } from './TrackRow.tsx'
import styles from './TrackTable.module.css'
import { isMissing, titleWithoutMark } from '../wording.ts'

/** What sounds, or would if it were not paused. */
export interface CurrentTrack {
  id: string
  albumTitel: string
  isSounding: boolean
}

interface TrackTableProps extends TrackActions {
  album: Album
  current?: CurrentTrack | undefined
  /** Id of the track that a link led to; it stands out and comes into view. */
  linkedId?: string | undefined
}

/** So many rows come and go together while a long album scrolls by. */
const GROUP = 20

/**
 * The tracks of an album. One of them can be reached by Tab, the arrow keys move on from there and skip
 * what is missing. Of a long album only the rows near the window are in the document.
 */
export function TrackTable({ album, current, onPlay, actions, onMenu, linkedId }: TrackTableProps) {
  const playable = album.tracks.filter((track) => !isMissing(track))
  const [visited, setVisited] = useState<string>()
  const { table, focusSoon } = useFocusOnTrack()
  const reachable = [visited, current?.id, playable[0]?.id].find((id) =>
    playable.some((track) => track.id === id),
  )

  const move = (event: KeyboardEvent, trackId: string) => {
    const index = playable.findIndex(({ id }) => id === trackId)
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: playable.length - 1,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    const track = playable[next]
    if (!track) return
    setVisited(track.id)
    focusSoon(track.id)
  }

  const groups = Array.from({ length: Math.ceil(album.tracks.length / GROUP) }, (_, index) => ({
    first: index * GROUP,
    tracks: album.tracks.slice(index * GROUP, (index + 1) * GROUP),
  }))
  return (
    <table className={styles.tracks} ref={table} aria-rowcount={album.tracks.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <th className={styles.number} scope="col">
            <abbr title="Nummer">#</abbr>
          </th>
          <th scope="col">Titel</th>
          <th className={styles.duration} scope="col">
            Dauer
          </th>
          {actions && (
            <th className={styles.actions} scope="col">
              <span className="sr">Aktionen</span>
            </th>
          )}
        </tr>
      </thead>
      {groups.map(({ first, tracks }) => (
        <TrackGroup
          key={first}
          rows={tracks.length}
          isFirst={first === 0}
          isPinned={groups.length === 1 || tracks.some(({ id }) => id === reachable || id === linkedId)}
        >
          {() =>
            tracks.map((track, index) =>
              isMissing(track) ? (
                <MissingRow
                  key={track.id}
                  number={first + index + 1}
                  title={titleWithoutMark(track.title)}
                  hasActions={actions !== undefined}
                />
              ) : (
                <TrackRow
                  key={track.id}
                  number={first + index + 1}
                  {...{ album, track, onPlay, actions, onMenu }}
                  state={track.id !== current?.id ? 'rest' : current.isSounding ? 'playing' : 'paused'}
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

/** Moves the focus to a track whose row may only come with the next drawing. */
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
