import { shownTitle } from '@tonarchiv/contract/catalog'
import { TOP_TRACKS, type TopTrack } from '@tonarchiv/contract/plays'
import { useState, type ReactNode } from 'react'
import { imageUrl } from '#client/media.ts'
import { formatNumber } from '#format.ts'
import { Button } from '#ui/components/Button.tsx'
import { CoverThumb } from '#ui/components/CoverThumb.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { RowText } from '#ui/components/RowText.tsx'
import { Skeleton } from '#ui/components/Skeleton.tsx'
import { Tag } from '#ui/components/Tag.tsx'
import { oncePerDoubleClick } from '#ui/dom/once-per-double-click.ts'
import { useContextMenu } from '#ui/hooks/use-context-menu.ts'
import styles from './TopTracks.module.css'

/** So many stand on the home page. See docs/product.md §10.3. */
const SHOWN = 5

interface TopTracksProps {
  /** Most played first; missing while they are on their way. */
  tracks: readonly TopTrack[] | undefined
  current: { id: string; isSounding: boolean } | undefined
  /** Plays the track, or pauses it when it is the one that sounds. */
  onPlay: (track: TopTrack) => void
  /** What else can be done with a track, at the end of its row. */
  actions?: ((track: TopTrack) => ReactNode) | undefined
  /** Asked for by right click, long press or key. */
  onMenu?: ((track: TopTrack, at: MenuAnchor) => void) | undefined
}

/** The first of the most played tracks; a dialog shows all ten. */
export function TopTracks({ tracks, ...rest }: TopTracksProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div className={styles.head}>
        <h2>Top Tracks</h2>
        {tracks !== undefined && tracks.length > 0 && (
          <Button kind="ghost" small onClick={() => setIsOpen(true)}>
            Alle anzeigen
          </Button>
        )}
      </div>
      {tracks === undefined && <RankingSkeleton />}
      {tracks?.length === 0 && <p className="muted">Noch wurde nichts gespielt.</p>}
      {tracks !== undefined && tracks.length > 0 && <Ranking tracks={tracks.slice(0, SHOWN)} {...rest} />}
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={`Top ${TOP_TRACKS} Tracks`} width="large">
        <Ranking tracks={tracks ?? []} {...rest} />
      </Dialog>
    </>
  )
}

function Ranking({ tracks, ...rest }: TopTracksProps & { tracks: readonly TopTrack[] }) {
  return (
    <ol className={styles.rows}>
      {tracks.map((track, index) => (
        <Row key={track.id} track={track} rank={index + 1} {...rest} />
      ))}
    </ol>
  )
}

interface RowProps extends Omit<TopTracksProps, 'tracks'> {
  track: TopTrack
  rank: number
}

function Row({ track, rank, current, onPlay, actions, onMenu }: RowProps) {
  const isCurrent = track.id === current?.id
  const isSounding = isCurrent && current.isSounding
  const title = shownTitle(track.title)
  const menu = useContextMenu(onMenu && ((at) => onMenu(track, at)))
  return (
    <li className={styles.line} {...menu}>
      <button
        type="button"
        className={styles.row}
        title={title}
        onClick={oncePerDoubleClick(() => onPlay(track))}
      >
        <span className={styles.rank}>{rank}</span>
        <CoverThumb
          src={imageUrl(track.coverUrl)}
          state={isSounding ? 'playing' : isCurrent ? 'paused' : undefined}
        />
        <RowText title={title} below={track.artist} isCurrent={isCurrent}>
          {track.exclusive && <Tag kind="paper">Exclusive</Tag>}
        </RowText>
        <span className={styles.count}>
          {formatNumber(track.count)}
          <span className={styles.unit}> {track.count === 1 ? 'Stream' : 'Streams'}</span>
        </span>
      </button>
      {actions?.(track)}
    </li>
  )
}

function RankingSkeleton() {
  return (
    <div className={styles.rows} aria-hidden>
      {Array.from({ length: SHOWN }, (_, index) => (
        <div key={index} className={styles.row}>
          <span className={styles.rank}>{index + 1}</span>
          <Skeleton width="2.75rem" height="2.75rem" />
          <Skeleton width={`${60 - index * 6}%`} height="1rem" />
        </div>
      ))}
    </div>
  )
}
