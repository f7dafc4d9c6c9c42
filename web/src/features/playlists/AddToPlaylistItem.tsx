import ListMusic from 'lucide-react/icons/list-music'
import { isPlayable, type Track } from '#features/tracks/index.ts'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { addToPlaylist } from './add-to-playlist.ts'

/** A menu item that opens the dialog which adds these tracks to a playlist. */
export function AddToPlaylistItem({ tracks }: { tracks: readonly Track[] }) {
  const present = tracks.filter(isPlayable)
  return (
    <MenuItem
      disabled={present.length === 0}
      icon={<ListMusic className="icon" aria-hidden />}
      onSelect={() => addToPlaylist(present)}
    >
      Zur Playlist hinzufügen…
    </MenuItem>
  )
}
