import type { Album } from '@tonarchiv/contract/catalog'
import { useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { formatNumber, formatTime } from '#format.ts'
import { imageUrl } from '#client/media.ts'
import { Cover } from '#ui/components/images/Cover.tsx'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { MenuPopup } from '#ui/components/overlays/MenuPopup.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { coverOf, type PlayableTrack, type Track } from '../track/track.ts'
import styles from './TrackMenu.module.css'
import { closeTrackMenu, useTrackMenu, type MenuSubject } from './track-menu.ts'

/** Goes to another page. */
export type Go = (address: string) => void

interface TrackMenuProps {
  /** Renders the items for a single track. */
  trackActions: (track: Track, go: Go) => ReactNode
  /** Renders the items for several selected tracks. */
  tracksActions: (tracks: readonly PlayableTrack[]) => ReactNode
  /** Renders the items for a whole album. */
  albumActions: (album: Album, go: Go) => ReactNode
}

/**
 * The menu of a track, of several tracks or of an album. The functions in track-menu.ts open it. It appears beside the
 * pointer or beside its button; on phones it is a sheet with a title. Its items are passed in, because this folder
 * imports no other feature.
 */
export function TrackMenu({ trackActions, tracksActions, albumActions }: TrackMenuProps) {
  const menu = useTrackMenu((state) => state.menu)
  const isPhone = useMediaQuery(PHONE)
  const navigate = useNavigate()
  // The last items stay rendered until the menu has finished closing.
  const [shown, setShown] = useState(menu)
  if (menu && menu !== shown) setShown(menu)
  const go = (address: string) => void navigate(address)
  const hasHead = isPhone || shown?.kind === 'tracks'
  // In a modal dialog the menu must be rendered inside of it, because elements outside are inert.
  return createPortal(
    <MenuPopup
      anchor={menu?.at}
      label={shown ? headOf(shown).title : 'Track'}
      header={hasHead && shown && <Head {...headOf(shown)} />}
      onClose={closeTrackMenu}
    >
      {shown?.kind === 'track' && trackActions(shown.track, go)}
      {shown?.kind === 'tracks' && tracksActions(shown.tracks)}
      {shown && shown.kind !== 'album' && shown.rowAction && (
        <MenuItem icon={shown.rowAction.icon} onSelect={shown.rowAction.onSelect}>
          {shown.rowAction.label}
        </MenuItem>
      )}
      {shown?.kind === 'album' && albumActions(shown.album, go)}
    </MenuPopup>,
    shown ? containerOf(shown.at) : document.body,
  )
}

/** The dialog that contains the place where the menu was opened; otherwise the body. */
function containerOf(at: MenuAnchor): Element {
  const element = at instanceof Element ? at : document.elementFromPoint(at.x, at.y)
  return element?.closest('dialog') ?? document.body
}

function headOf(subject: MenuSubject) {
  if (subject.kind === 'track') {
    const { title, album, coverUrl } = subject.track
    return { title, below: album, covers: [coverUrl] }
  }
  if (subject.kind === 'tracks') {
    const { tracks } = subject
    const covers = [...new Set(tracks.map(({ coverUrl }) => coverUrl))].slice(0, COVERS)
    return { title: trackTotal(tracks), below: lengthOf(tracks), covers }
  }
  return { title: subject.album.albumTitel, below: 'Album', covers: [coverOf(subject.album)] }
}

/** Maximum number of covers in the head of the menu for several tracks. */
const COVERS = 3

function trackTotal(tracks: readonly Track[]): string {
  return `${formatNumber(tracks.length)} Titel`
}

function lengthOf(tracks: readonly Track[]): string {
  const seconds = tracks.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  return `${formatTime(seconds)}${seconds < HOUR_SECONDS ? ' Min.' : ''}`
}

const HOUR_SECONDS = 3600

function Head({ title, below, covers }: ReturnType<typeof headOf>) {
  return (
    <div className={styles.head}>
      <span className={styles.covers}>
        {covers.map((cover) => (
          <Cover key={cover} src={imageUrl(cover)} size={44} fixed />
        ))}
      </span>
      <p className={styles.names}>
        <Text as="strong" truncate>
          {title}
        </Text>
        <Text truncate>{below}</Text>
      </p>
    </div>
  )
}
