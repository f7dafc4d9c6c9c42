import { TOP_TRACKS, type TopTrack } from '@tonarchiv/contract/plays'
import { useMemo, useState, type ReactNode } from 'react'
import {
  SelectableTrackList,
  trackOfTopTrack,
  type CurrentTrack,
  type PlayableTrack,
  type RenderSelected,
} from '#features/tracks/index.ts'
import { formatNumber, formatTime } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './TopTracks.module.css'

/** Number of tracks that the home page shows. See docs/product.md §10.3. */
const SHOWN = 5

interface TopTracksProps {
  /** The tracks, those with most plays first; undefined while they are loading. */
  tracks: readonly TopTrack[] | undefined
  current: CurrentTrack | undefined
  /** Plays the track; pauses it if it is playing. */
  onPlay: (track: PlayableTrack) => void
  /** Renders further actions at the end of a row. */
  actions?: ((track: PlayableTrack) => ReactNode) | undefined
  /** A link that is shown beside the heading. */
  link?: ReactNode
  /** Opens the context menu of a track, after a right click, a long press or the menu key. */
  onMenu?: ((track: PlayableTrack, at: MenuAnchor) => void) | undefined
  /** Renders the actions for the selected tracks below the list; without it, rows cannot be selected. */
  renderSelected?: RenderSelected | undefined
}

/** The first five of the most played tracks; a dialog shows all of them. */
export function TopTracks({ tracks, link, ...rest }: TopTracksProps) {
  const [isOpen, setIsOpen] = useState(false)
  const hasTracks = tracks !== undefined && tracks.length > 0
  const renderHead = (select: ReactNode) => (
    <div className={styles.head}>
      <h2>Top Tracks</h2>
      <span className={styles.more}>
        {link}
        {hasTracks && (
          <Button kind="ghost" small onClick={() => setIsOpen(true)}>
            Alle anzeigen
          </Button>
        )}
        {select}
      </span>
    </div>
  )
  return (
    <>
      {!hasTracks && renderHead(undefined)}
      {tracks === undefined && <RankingSkeleton />}
      {tracks?.length === 0 && (
        <Text as="p" tone="muted">
          Noch wurde nichts gespielt.
        </Text>
      )}
      {hasTracks && <Ranking tracks={tracks.slice(0, SHOWN)} {...rest} renderHead={renderHead} />}
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={`Top ${TOP_TRACKS} Tracks`} width="large">
        <Ranking
          tracks={tracks ?? []}
          {...rest}
          renderHead={(select) => select && <div className={styles.tools}>{select}</div>}
        />
      </Dialog>
    </>
  )
}

/** Height of a row in rem. */
const ROW = 3.75

interface RankingProps extends TopTracksProps {
  tracks: readonly TopTrack[]
  /** Renders the head above the tracks. `select` is the button that starts the selection mode. */
  renderHead: (select: ReactNode) => ReactNode
  /** Returns the text of the line below the title; by default artist and album. */
  below?: (track: PlayableTrack) => string
  /** Whether the duration is shown after the number of plays; never on phones. */
  hasDuration?: boolean
}

/** A list of tracks with their rank and number of plays. */
export function Ranking(props: RankingProps) {
  const { tracks, current, onPlay, actions, onMenu, below, hasDuration = false } = props
  const { renderSelected, renderHead } = props
  const entries = useMemo(
    () =>
      tracks.map((top, index) => ({
        key: top.id,
        track: trackOfTopTrack(top),
        rank: index + 1,
        count: top.count,
      })),
    [tracks],
  )
  return (
    <SelectableTrackList
      className={styles.list}
      rowHeight={ROW}
      entries={entries}
      current={current}
      hasSpokenAction={false}
      renderSlots={({ track, rank, count }) => ({
        lead: <span className={styles.rank}>{rank}</span>,
        ...(below && { below: below(track) }),
        tags: track.isExclusive && <Tag kind="paper">Exclusive</Tag>,
        detail: (
          <span className={styles.count}>
            {formatNumber(count)}
            <span className={styles.unit}> {count === 1 ? 'Stream' : 'Streams'}</span>
          </span>
        ),
        end: hasDuration && <span className={styles.duration}>{formatTime(track.durationSeconds)}</span>,
        actions: actions?.(track),
      })}
      onPlay={({ track }) => onPlay(track)}
      onMenu={onMenu && (({ track }, at) => onMenu(track, at))}
      {...{ renderSelected, renderHead }}
    />
  )
}

function RankingSkeleton() {
  return (
    <div aria-hidden>
      {Array.from({ length: SHOWN }, (_, index) => (
        <div key={index} className={styles.waiting}>
          <span className={styles.rank}>{index + 1}</span>
          <Skeleton width="2.75rem" height="2.75rem" />
          <Skeleton width={`${60 - index * 6}%`} height="1rem" />
        </div>
      ))}
    </div>
  )
}
