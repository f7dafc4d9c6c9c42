import type { Album } from '@tonarchiv/contract/catalog'
import Ellipsis from 'lucide-react/icons/ellipsis'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { openAlbumMenu, openTrackMenu, useTrackMenu } from './track-menu.ts'
import type { Track } from '../track/track.ts'

interface MoreButtonProps {
  /** What the menu is about. */
  name: string
  isOpen: boolean
  tabIndex?: number | undefined
  className?: string | undefined
  onOpen: (at: MenuAnchor) => void
}

function MoreButton({ name, isOpen, onOpen, ...rest }: MoreButtonProps) {
  return (
    <IconButton
      {...rest}
      label={`Mehr zu ${name}`}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={({ currentTarget }) => onOpen(currentTarget)}
    >
      <Ellipsis className="icon" aria-hidden />
    </IconButton>
  )
}

interface ButtonProps {
  tabIndex?: number | undefined
  className?: string | undefined
}

/** Opens the menu of a track. */
export function TrackMenuButton({ track, ...rest }: ButtonProps & { track: Track }) {
  const isOpen = useTrackMenu(({ menu }) => menu?.kind === 'track' && menu.track.id === track.id)
  return <MoreButton {...rest} name={track.title} isOpen={isOpen} onOpen={(at) => openTrackMenu(track, at)} />
}

/** Opens the menu of an album. */
export function AlbumMenuButton({ album, ...rest }: ButtonProps & { album: Album }) {
  const isOpen = useTrackMenu(({ menu }) => menu?.kind === 'album' && menu.album.albumId === album.albumId)
  return (
    <MoreButton {...rest} name={album.albumTitel} isOpen={isOpen} onOpen={(at) => openAlbumMenu(album, at)} />
  )
}
