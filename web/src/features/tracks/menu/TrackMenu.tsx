import type { Album } from '@tonarchiv/contract/catalog'
import { useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { imageUrl } from '#client/media.ts'
import { Cover } from '#ui/components/images/Cover.tsx'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { MenuPopup } from '#ui/components/overlays/MenuPopup.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { coverOf, type Track } from '../track/track.ts'
import styles from './TrackMenu.module.css'
import { closeTrackMenu, useTrackMenu, type MenuSubject } from './track-menu.ts'

/** Goes to another page. */
export type Go = (address: string) => void

interface TrackMenuProps {
  /** The `MenuItem`s for a track. */
  trackActions: (track: Track, go: Go) => ReactNode
  /** The `MenuItem`s for a whole album. */
  albumActions: (album: Album, go: Go) => ReactNode
}

/**
 * The menu of a track or an album, opened by `openTrackMenu` and `openAlbumMenu`; beside the pointer or its button,
 * on phones a sheet with a title. Its items are passed in, so that this folder knows no other feature.
 */
export function TrackMenu({ trackActions, albumActions }: TrackMenuProps) {
  const menu = useTrackMenu((state) => state.menu)
  const isPhone = useMediaQuery(PHONE)
  const navigate = useNavigate()
  // While the menu closes, its items stay rendered.
  const [shown, setShown] = useState(menu)
  if (menu && menu !== shown) setShown(menu)
  const go = (address: string) => void navigate(address)
  // Elements outside a modal dialog are inert.
  return createPortal(
    <MenuPopup
      anchor={menu?.at}
      label={shown ? headOf(shown).title : 'Track'}
      header={isPhone && shown && <Head {...headOf(shown)} />}
      onClose={closeTrackMenu}
    >
      {shown?.kind === 'track' && trackActions(shown.track, go)}
      {shown?.kind === 'track' && shown.rowAction && (
        <MenuItem icon={shown.rowAction.icon} onSelect={shown.rowAction.onSelect}>
          {shown.rowAction.label}
        </MenuItem>
      )}
      {shown?.kind === 'album' && albumActions(shown.album, go)}
    </MenuPopup>,
    shown ? containerOf(shown.at) : document.body,
  )
}

/** The dialog in which the menu was opened, or the body. */
function containerOf(at: MenuAnchor): Element {
  const element = at instanceof Element ? at : document.elementFromPoint(at.x, at.y)
  return element?.closest('dialog') ?? document.body
}

function headOf(subject: MenuSubject) {
  if (subject.kind === 'track') {
    const { title, album, coverUrl } = subject.track
    return { title, below: album, coverUrl }
  }
  return { title: subject.album.albumTitel, below: 'Album', coverUrl: coverOf(subject.album) }
}

function Head({ title, below, coverUrl }: ReturnType<typeof headOf>) {
  return (
    <div className={styles.head}>
      <Cover src={imageUrl(coverUrl)} size={44} fixed />
      <p className={styles.names}>
        <Text as="strong" truncate>
          {title}
        </Text>
        <Text truncate>{below}</Text>
      </p>
    </div>
  )
}
