import type { Playlist } from '@tonarchiv/contract/playlists'
import Copy from 'lucide-react/icons/copy'
import FileDown from 'lucide-react/icons/file-down'
import LogOut from 'lucide-react/icons/log-out'
import UserRoundX from 'lucide-react/icons/user-round-x'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useCollaboration, useCopyPlaylist, useExportPlaylist, useFollow } from './playlist-changes.ts'
import { pathOfPlaylist } from './wording.ts'

interface PlaylistMenuItemsProps {
  playlist: Playlist
  userId: string
  /** Menu items of other features, such as the download. */
  children?: ReactNode
}

/** The menu items for a playlist that members with archive access can see. */
export function PlaylistMenuItems({ playlist, userId, children }: PlaylistMenuItemsProps) {
  const navigate = useNavigate()
  const copy = useCopyPlaylist((copied, { page }) => {
    const view = () => void navigate(pathOfPlaylist(copied))
    const isStillThere = globalThis.location.pathname === page
    showToast(
      `„${copied.title}“ kopiert`,
      isStillThere ? {} : { action: { label: 'Ansehen', onPress: view } },
    )
    if (isStillThere) view()
  })
  const follow = useFollow()
  const collaboration = useCollaboration(playlist)
  const exporting = useExportPlaylist()
  return (
    <>
      <MenuItem
        icon={<Copy className="icon" aria-hidden />}
        onSelect={() => copy.mutate({ id: playlist.id, page: globalThis.location.pathname })}
      >
        Kopieren
      </MenuItem>
      {children}
      {(['m3u8', 'jspf'] as const).map((format) => (
        <MenuItem
          key={format}
          icon={<FileDown className="icon" aria-hidden />}
          onSelect={() => exporting.mutate({ playlist, format })}
        >
          Exportieren ({format.toUpperCase()})
        </MenuItem>
      ))}
      {playlist.role === 'reader' && playlist.isFollowed && (
        <MenuItem
          icon={<UserRoundX className="icon" aria-hidden />}
          onSelect={() => follow.mutate({ playlist, isFollowed: false })}
        >
          Nicht mehr folgen
        </MenuItem>
      )}
      {playlist.role === 'collaborator' && (
        <MenuItem
          danger
          icon={<LogOut className="icon" aria-hidden />}
          onSelect={() => collaboration.mutate({ userId, isWanted: false })}
        >
          Nicht mehr mitwirken
        </MenuItem>
      )}
    </>
  )
}
