import type { Album } from '@tonarchiv/contract/catalog'
import Ellipsis from 'lucide-react/icons/ellipsis'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { useRowMenu } from './selected-tracks.ts'
import { openAlbumMenu, useTrackMenu, type MenuSubject, type RowAction } from './track-menu.ts'
import type { Track } from '../track/track.ts'

interface MoreButtonProps {
  /** The name of the track or album, for the label of the button. */
  name: string
  isOpen: boolean
  tabIndex?: number | undefined
  className?: string | undefined
  'data-remove'?: true | undefined
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
  /**
   * Set in lists whose rows can be removed with this menu. After a removal, the button with this attribute in the
   * following row gets the focus.
   */
  'data-remove'?: true | undefined
}

/**
 * The button that opens the menu of a track. `rowAction`: an additional item for the row itself. In a selected row, the
 * button opens the menu of all selected tracks.
 */
export function TrackMenuButton({
  track,
  rowAction,
  ...rest
}: ButtonProps & { track: Track; rowAction?: RowAction | undefined }) {
  const isOpen = useTrackMenu(({ menu }) => menu !== undefined && openerOf(menu)?.id === track.id)
  const openMenu = useRowMenu()
  return (
    <MoreButton
      {...rest}
      name={track.title}
      isOpen={isOpen}
      onOpen={(at) => openMenu(track, at, rowAction)}
    />
  )
}

function openerOf(menu: MenuSubject): Track | undefined {
  if (menu.kind === 'track') return menu.track
  return menu.kind === 'tracks' ? menu.opener : undefined
}

/** The button that opens the menu of an album. */
export function AlbumMenuButton({ album, ...rest }: ButtonProps & { album: Album }) {
  const isOpen = useTrackMenu(({ menu }) => menu?.kind === 'album' && menu.album.albumId === album.albumId)
  return (
    <MoreButton {...rest} name={album.albumTitel} isOpen={isOpen} onOpen={(at) => openAlbumMenu(album, at)} />
  )
}
