import { Link } from 'react-router'
import {
  isPlayable,
  SelectableTrackList,
  TrackMenuButton,
  openTrackMenu,
  type CurrentTrack,
  type RenderSelected,
} from '#features/tracks/index.ts'
import { LikeButton } from '#features/favorites/index.ts'
import { getPlayer } from '#features/player/index.ts'
import { formatTime } from '#format.ts'
import { Tag } from '#ui/components/content/Tag.tsx'
import { useMemo, type ReactNode } from 'react'
import styles from './FoundSongs.module.css'
import { Marked } from './Marked.tsx'
import type { Row } from './results.ts'

interface FoundSongsProps {
  rows: readonly Row[]
  terms: readonly string[]
  current: CurrentTrack | undefined
  /** The list from which songs are played, for the player. */
  source: { title: string; path: string }
  /** The path that opens the album of a song, with the song marked. */
  albumPath: (trackId: string) => string
  /** Renders the actions for selected songs, below the list. */
  renderSelected: RenderSelected
  /** Renders the head above the list. It contains the button that starts the selection. */
  renderHead: (select: ReactNode) => ReactNode
}

/** Height of a row, rem. */
const ROW = 3.5

/** Songs that match a search. They are played from this list; the album's name opens the album. */
export function FoundSongs({ rows, terms, current, source, albumPath, ...selecting }: FoundSongsProps) {
  const entries = useMemo(
    () => rows.flatMap(({ key, track }) => (track && isPlayable(track) ? [{ key, track }] : [])),
    [rows],
  )
  const tracks = useMemo(() => entries.map(({ track }) => track), [entries])
  return (
    <SelectableTrackList
      label="Songs"
      className={styles.list}
      scroll="page"
      rowHeight={ROW}
      entries={entries}
      current={current}
      renderSlots={({ track }) => ({
        lead: (
          <span className={styles.number} aria-hidden>
            {tracks.indexOf(track) + 1}
          </span>
        ),
        title: <Marked text={track.title} terms={terms} />,
        below: track.artist,
        tags: track.isExclusive && <Tag kind="paper">Exclusive</Tag>,
        end: (
          <>
            <Link to={albumPath(track.id)} preventScrollReset className={`${styles.album} truncate`}>
              {track.album}
            </Link>
            <span className={styles.duration}>{formatTime(track.durationSeconds)}</span>
          </>
        ),
        actions: (
          <>
            <span data-like>
              <LikeButton track={track} />
            </span>
            <TrackMenuButton track={track} />
          </>
        ),
      })}
      onPlay={({ track }) => getPlayer().choose(tracks, track, source)}
      onMenu={({ track }, at) => openTrackMenu(track, at)}
      {...selecting}
    />
  )
}
