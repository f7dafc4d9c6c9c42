import type { Play } from '@tonarchiv/contract/plays'
import { useMemo, type ReactNode } from 'react'
import {
  isPlayable,
  SelectableTrackList,
  trackOfPlay,
  type CurrentTrack,
  type PlayableTrack,
  type RenderSelected,
} from '#features/tracks/index.ts'
import { formatAgo } from '#format.ts'
import { Tag } from '#ui/components/content/Tag.tsx'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import styles from './PlayHistory.module.css'

interface PlayHistoryProps {
  /** Newest first. */
  plays: readonly Play[]
  /** When the plays were read, in milliseconds since 1970. */
  readAt: number
  current: CurrentTrack | undefined
  onPlay: (track: PlayableTrack) => void
  /** Renders further actions for a track at the end of its row. */
  actions: (track: PlayableTrack) => ReactNode
  /** Opens the context menu of a track, after a right click, a long press or the menu key. */
  onMenu: (track: PlayableTrack, at: MenuAnchor) => void
  /** Renders the actions for the selected tracks below the list; without it, rows cannot be selected. */
  renderSelected?: RenderSelected | undefined
}

/** Height of a row in rem. */
const ROW = 3.625

/** The account's plays, with the time of each. A track that is no longer in the archive is greyed out. */
export function PlayHistory({
  plays,
  readAt,
  current,
  onPlay,
  actions,
  onMenu,
  renderSelected,
}: PlayHistoryProps) {
  const entries = useMemo(
    () => plays.map((play) => ({ key: play.id, track: trackOfPlay(play), playedAt: play.played_at })),
    [plays],
  )
  return (
    <SelectableTrackList
      label="Zuletzt gehört"
      className={styles.list}
      scroll="page"
      rowHeight={ROW}
      entries={entries}
      current={current}
      renderSlots={({ track, playedAt }) => ({
        tags: (
          <>
            {track.isExclusive && (
              <span className={styles.exclusive}>
                <Tag kind="paper">Exclusive</Tag>
              </span>
            )}
            {!isPlayable(track) && <Tag>Nicht mehr im Archiv</Tag>}
          </>
        ),
        end: (
          <time className={styles.time} dateTime={playedAt}>
            {formatAgo(playedAt, readAt)}
          </time>
        ),
        actions: isPlayable(track) && actions(track),
      })}
      onPlay={({ track }) => isPlayable(track) && onPlay(track)}
      onMenu={({ track }, at) => isPlayable(track) && onMenu(track, at)}
      renderSelected={renderSelected}
      renderHead={(select) => select && <div className={styles.tools}>{select}</div>}
    />
  )
}
