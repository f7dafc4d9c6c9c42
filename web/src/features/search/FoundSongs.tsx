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
  /** Names the list in the player when a song is played from it. */
  source: { title: string; path: string }
  /** Returns the path that opens the album of a song and highlights the song. */
  albumPath: (trackId: string) => string
  /** Renders the actions for the selected songs below the list. */
  renderSelected: RenderSelected
  /** Renders the head above the list. `select` is the button that starts the selection mode. */
  renderHead: (select: ReactNode) => ReactNode
}

/** Height of a row in rem. */
const ROW = 3.5

/** The songs that match a search. Pressing a song plays this list; the name of the album is a link to it. */
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
