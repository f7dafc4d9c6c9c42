import type { CardContent } from '@tonarchiv/contract/cards'
import { shownName } from '@tonarchiv/contract/presence'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  entryCount as countText,
  Mosaic,
  pathOfPlaylist,
  readPlayableTracks,
} from '#features/playlists/index.ts'
import { formatRunningTime } from '#format.ts'
import { CardFrame } from './CardFrame.tsx'
import { CardText } from './CardText.tsx'
import { ListFoot } from './ListFoot.tsx'
import styles from './TrackCard.module.css'
import { useListPlayback } from './use-list-playback.ts'

/** The card of a playlist that the member may see. */
export function PlaylistCard({ playlist }: { playlist: NonNullable<CardContent['playlist']> }) {
  const { id, title, owner, covers, entryCount, duration } = playlist
  const cache = useQueryClient()
  const path = pathOfPlaylist({ id })
  const playback = useListPlayback({
    source: { title, path },
    read: async () => readPlayableTracks(cache, id),
  })
  return (
    <CardFrame label={`Playlist: ${title}`} cover={covers[0] ?? ''}>
      <Link to={path} className={styles.cover} aria-label={`${title} öffnen`}>
        <Mosaic covers={covers} size={100} />
      </Link>
      <CardText kind="Playlist" title={title} below={`von ${shownName(owner)} · ${countText(entryCount)}`}>
        <ListFoot
          title={title}
          playback={playback}
          isEmpty={entryCount === 0}
          length={formatRunningTime(duration)}
        />
      </CardText>
    </CardFrame>
  )
}
