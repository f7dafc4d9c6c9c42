import type { Album, AlbumTrack } from '@tonarchiv/contract/archive'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { formatTime } from '#format.ts'
import { classNames } from '#ui/class-names.ts'
import { Equalizer } from '#ui/Equalizer.tsx'
import { Tag } from '#ui/Tag.tsx'
import styles from './TrackTable.module.css'
import { useTrackMenu, type MenuPlace } from './use-track-menu.ts'
import { isMissing, shownTitle, titleWithoutMark } from './wording.ts'

/** What sounds, or would if it were not paused. */
export interface CurrentTrack {
  id: string
  albumTitel: string
  isSounding: boolean
}

interface TrackTableProps {
  album: Album
  current?: CurrentTrack | undefined
  /** Plays the track, or pauses it when it is the one that sounds. */
  onPlay: (album: Album, trackId: string) => void
  /** What else can be done with a track, at the end of its row; missing tracks have none. */
  actions?: ((album: Album, track: AlbumTrack) => ReactNode) | undefined
  /** Asked for by right click, long press or key. */
  onMenu?: ((album: Album, trackId: string, at: MenuPlace) => void) | undefined
  /** Id of the track that a link led to; it stands out and comes into view. */
  linkedId?: string | undefined
}

/**
 * The tracks of an album. One of them can be reached by Tab, the arrow keys move on from there and skip
 * what is missing.
 */
export function TrackTable({ album, current, onPlay, actions, onMenu, linkedId }: TrackTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const playable = album.tracks.filter((track) => !isMissing(track))
  const [visited, setVisited] = useState<string>()
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
    table.current?.querySelectorAll<HTMLElement>('th button')[next]?.focus()
  }

  return (
    <table className={styles.tracks} ref={table}>
      <thead>
        <tr>
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
      <tbody>
        {album.tracks.map((track, index) =>
          isMissing(track) ? (
            <MissingRow
              key={track.id}
              number={index + 1}
              title={titleWithoutMark(track.title)}
              hasActions={actions !== undefined}
            />
          ) : (
            <TrackRow
              key={track.id}
              number={index + 1}
              {...{ album, track }}
              state={track.id !== current?.id ? 'rest' : current.isSounding ? 'playing' : 'paused'}
              isReachable={track.id === reachable}
              isLinked={track.id === linkedId}
              onPlay={onPlay}
              actions={actions}
              onMenu={onMenu}
              onFocus={setVisited}
              onKeyDown={move}
            />
          ),
        )}
      </tbody>
    </table>
  )
}

interface TrackRowProps extends Pick<TrackTableProps, 'album' | 'onPlay' | 'actions' | 'onMenu'> {
  track: AlbumTrack
  number: number
  state: 'rest' | 'playing' | 'paused'
  isReachable: boolean
  isLinked: boolean
  onFocus: (trackId: string) => void
  onKeyDown: (event: KeyboardEvent, trackId: string) => void
}

function TrackRow({
  album,
  track,
  number,
  state,
  isReachable,
  isLinked,
  onPlay,
  actions,
  onMenu,
  onFocus,
  onKeyDown,
}: TrackRowProps) {
  const row = useBroughtIntoView(isLinked)
  const menu = useTrackMenu(onMenu && ((at) => onMenu(album, track.id, at)))
  const title = shownTitle(track.title)
  return (
    <tr
      ref={row}
      className={classNames(styles.row, state !== 'rest' && styles.current, isLinked && styles.linked)}
      {...menu}
    >
      <td className={styles.number}>
        {state === 'rest' ? (
          <span className={styles.digits}>{number}</span>
        ) : (
          <Equalizer paused={state === 'paused'} />
        )}
        <Play className={classNames('icon icon-small', styles.play)} aria-hidden />
      </td>
      <th scope="row">
        <button
          type="button"
          className={styles.title}
          title={title}
          aria-label={`${title} ${state === 'playing' ? 'pausieren' : 'abspielen'}`}
          tabIndex={isReachable ? 0 : -1}
          onClick={() => onPlay(album, track.id)}
          onFocus={() => onFocus(track.id)}
          onKeyDown={(event) => onKeyDown(event, track.id)}
        >
          <span className={styles.name}>{title}</span>
          <span className={styles.leader} aria-hidden />
        </button>
      </th>
      <td className={styles.duration}>{formatTime(track.duration)}</td>
      {actions && <td className={styles.actions}>{actions(album, track)}</td>}
    </tr>
  )
}

interface MissingRowProps {
  number: number
  title: string
  hasActions: boolean
}

function MissingRow({ number, title, hasActions }: MissingRowProps) {
  return (
    <tr className={styles.missing}>
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

/** Brings the row of a linked track into view, and again when the page has come to rest. */
function useBroughtIntoView(isLinked: boolean) {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (!isLinked) return undefined
    const bring = () => row.current?.scrollIntoView({ block: 'center', behavior: 'instant' })
    // Opening the album scrolls, too, and that may still be under way; the visitor's own scrolling ends it.
    const done = new AbortController()
    const { signal } = done
    document.addEventListener('scrollend', bring, { signal })
    for (const name of ['wheel', 'pointerdown', 'keydown']) {
      document.addEventListener(name, () => done.abort(), { passive: true, signal })
    }
    bring()
    return () => done.abort()
  }, [isLinked])
  return row
}
