import Info from 'lucide-react/icons/info'
import Link from 'lucide-react/icons/link'
import ListPlus from 'lucide-react/icons/list-plus'
import { pictureAddress } from '#client/media.ts'
import { Cover } from '#ui/Cover.tsx'
import { PHONE, useMediaQuery } from '#ui/media-query.ts'
import { MenuItem } from '#ui/MenuItem.tsx'
import { MenuPopup } from '#ui/MenuPopup.tsx'
import { thePlayer } from './the-player.ts'
import { copyLink } from './track-link.ts'
import { closeTrackMenu, openTrackDetails, useTrackDialogs } from './track-menu.ts'
import styles from './TrackMenu.module.css'
import type { PlayerTrack } from './track.ts'

/** What can be done with a track besides playing it; at the pointer, on phones a sheet headed by the track. */
export function TrackMenu() {
  const menu = useTrackDialogs((state) => state.menu)
  const isPhone = useMediaQuery(PHONE)
  const track = menu?.track
  return (
    <MenuPopup
      anchor={menu?.at}
      label={track?.title ?? 'Track'}
      header={isPhone && track && <Head track={track} />}
      onClose={closeTrackMenu}
    >
      <MenuItem
        icon={<ListPlus className="icon" aria-hidden />}
        onSelect={() => track && thePlayer().enqueue(track)}
      >
        Zur Warteschlange hinzufügen
      </MenuItem>
      <MenuItem
        icon={<Info className="icon" aria-hidden />}
        onSelect={() => track && openTrackDetails(track)}
      >
        Details anzeigen
      </MenuItem>
      <MenuItem icon={<Link className="icon" aria-hidden />} onSelect={() => track && void copyLink(track)}>
        Link kopieren
      </MenuItem>
    </MenuPopup>
  )
}

function Head({ track }: { track: PlayerTrack }) {
  return (
    <div className={styles.head}>
      <Cover src={pictureAddress(track.coverUrl)} size={44} fixed />
      <p className={styles.names}>
        <strong className="truncate">{track.title}</strong>
        <span className="truncate">{track.album}</span>
      </p>
    </div>
  )
}
