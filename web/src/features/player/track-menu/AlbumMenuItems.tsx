import type { Album } from '@tonarchiv/contract/catalog'
import Disc from 'lucide-react/icons/disc-3'
import Link from 'lucide-react/icons/link'
import Play from 'lucide-react/icons/play'
import Shuffle from 'lucide-react/icons/shuffle'
import type { ReactNode } from 'react'
import { albumPath } from '#features/catalog/index.ts'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { getPlayer } from '../engine/player-instance.ts'
import { shuffleAlbum } from '../engine/play-album.ts'
import { copyUrl, sourceOfAlbum } from '../order/track-link.ts'
import { AlbumDownloadItem } from './DownloadButton.tsx'
import { TracksMenuItems } from './TracksMenuItems.tsx'
import { isMissing, tracksOfAlbum, type Go } from '#features/tracks/index.ts'

interface AlbumMenuItemsProps {
  album: Album
  /** Items that other features add to the menu. */
  actions?: ReactNode
  go: Go
}

/** The menu items for an album. */
export function AlbumMenuItems({ album, actions, go }: AlbumMenuItemsProps) {
  const isSilent = album.tracks.every(isMissing)
  const path = albumPath(album)
  return (
    <>
      <MenuItem
        disabled={isSilent}
        icon={<Play className="icon" aria-hidden />}
        onSelect={() =>
          getPlayer().playAll(tracksOfAlbum(album), { isShuffled: false, source: sourceOfAlbum(album) })
        }
      >
        Alle abspielen
      </MenuItem>
      <MenuItem
        disabled={isSilent}
        icon={<Shuffle className="icon" aria-hidden />}
        onSelect={() => shuffleAlbum(album)}
      >
        Zufällig
      </MenuItem>
      <TracksMenuItems tracks={tracksOfAlbum(album)} disabled={isSilent} />
      {actions}
      <AlbumDownloadItem album={album} />
      <MenuItem href={path} icon={<Disc className="icon" aria-hidden />} onSelect={() => go(path)}>
        Zum Album
      </MenuItem>
      <MenuItem
        icon={<Link className="icon" aria-hidden />}
        onSelect={() => void copyUrl(`${location.origin}${path}`)}
      >
        Link kopieren
      </MenuItem>
    </>
  )
}
