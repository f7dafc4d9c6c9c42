import type { CardContent } from '@tonarchiv/contract/cards'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { imageUrl } from '#client/media.ts'
import { albumPath, albumQuery, yearAndType } from '#features/catalog/index.ts'
import { trackCount, tracksOfAlbum } from '#features/tracks/index.ts'
import { formatRunningTime } from '#format.ts'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { CardFrame } from './CardFrame.tsx'
import { CardText } from './CardText.tsx'
import { ListFoot } from './ListFoot.tsx'
import styles from './TrackCard.module.css'
import { useListPlayback } from './use-list-playback.ts'

/** The card of an album. */
export function AlbumCard({ album }: { album: NonNullable<CardContent['album']> }) {
  const { id, title, artist, coverUrl, releaseYear, type, duration } = album
  const cache = useQueryClient()
  const path = albumPath({ albumId: id, albumTitel: title })
  const playback = useListPlayback({
    source: { title, path },
    read: async () => tracksOfAlbum(await cache.fetchQuery(albumQuery(id))),
  })
  const about = [artist, yearAndType({ releaseJahr: releaseYear, type }), trackCount(album.trackCount)]
  return (
    <CardFrame label={`Album: ${title}`} cover={coverUrl}>
      <Link to={path} className={styles.cover} aria-label={`${title} öffnen`}>
        <Sleeve src={imageUrl(coverUrl)} size={100} out={playback.isPlaying} />
      </Link>
      <CardText kind="Album" title={title} below={about.filter((part) => part !== null).join(' · ')}>
        <ListFoot
          title={title}
          playback={playback}
          isEmpty={album.trackCount === 0}
          length={formatRunningTime(duration)}
        />
      </CardText>
    </CardFrame>
  )
}
