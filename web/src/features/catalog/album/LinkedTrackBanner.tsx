import { shownTitle, type Album, type AlbumTrack } from '@tonarchiv/contract/catalog'
import Play from 'lucide-react/icons/play'
import { useLayoutEffect } from 'react'
import { imageUrl } from '#client/media.ts'
import { formatTime } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { Cover } from '#ui/components/images/Cover.tsx'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './LinkedTrackBanner.module.css'

interface LinkedTrackBannerProps {
  album: Album
  track: AlbumTrack
  /** The second from which the track is played. */
  second: number | undefined
  onPlay: () => void
  onClose: () => void
}

/**
 * Offers to play the track that a link has named. The track cannot start by itself, because browsers play no sound
 * before the first user gesture. See docs/product.md §6.6.
 */
export function LinkedTrackBanner({ album, track, second, onPlay, onClose }: LinkedTrackBannerProps) {
  // An attribute on the root element lets the toasts' styles make room: a :has() selector would be evaluated on every
  // change.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['banner'] = ''
    return () => {
      delete dataset['banner']
    }
  }, [])
  return (
    <div className={styles.place}>
      <NoticeBox
        className={styles.banner}
        icon={<Cover src={imageUrl(album.albumCover)} size={44} fixed />}
        onClose={onClose}
        actions={
          <Button kind="primary" className={styles.play} onClick={onPlay}>
            <Play className={classNames('icon icon-small', styles.solid)} aria-hidden />
            {second === undefined ? 'Jetzt abspielen' : `Ab ${formatTime(second)} abspielen`}
          </Button>
        }
      >
        <span className={styles.names}>
          <Text as="strong" truncate>
            {shownTitle(track.title)}
          </Text>
          <Text truncate>{album.albumTitel}</Text>
        </span>
      </NoticeBox>
    </div>
  )
}
