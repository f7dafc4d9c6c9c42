import type { Playlist } from '@tonarchiv/contract/playlists'
import { shownName } from '@tonarchiv/contract/presence'
import Plus from 'lucide-react/icons/plus'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import UsersRound from 'lucide-react/icons/users-round'
import WandSparkles from 'lucide-react/icons/wand-sparkles'
import { useId, useState, type ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useIsConnectionLost } from '#client/connection.ts'
import { useIsPlaylistAway } from '#client/copies-view.ts'
import { TrackDragGhost, type Track, useTrackDrag } from '#features/tracks/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Spinner } from '#ui/components/controls/Spinner.tsx'
import { Equalizer } from '#ui/components/images/Equalizer.tsx'
import { MenuPopup } from '#ui/components/overlays/MenuPopup.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { unavailableLink } from '#ui/dom/unavailable-link.ts'
import { useContextMenu } from '#ui/hooks/use-context-menu.ts'
import { verticalKeysInside } from '#ui/keys/arrow-keys-inside.ts'
import { addToPlaylist } from './add-to-playlist.ts'
import { useAddTracks, useGrowingPlaylists } from './add-tracks.ts'
import { Mosaic } from './Mosaic.tsx'
import { NewPlaylist } from './NewPlaylist.tsx'
import styles from './PlaylistNavigation.module.css'
import { containsSome, isEditable, usePlaylists } from './queries.ts'
import { pathOfPlaylist } from './wording.ts'

interface PlaylistNavigationProps {
  canCreate: boolean
  /** The path of the playlist or album that is the source of the current track, and whether it is playing. */
  playing?: { path: string; isSounding: boolean } | undefined
  /** Renders the menu items for a playlist; without it, playlists have no menu. */
  menuItems?: ((playlist: Playlist) => ReactNode) | undefined
}

/** The list of playlists in the sidebar and in the drawer: own and shared ones, then followed ones. */
export function PlaylistNavigation({ canCreate, playing, menuItems }: PlaylistNavigationProps) {
  const id = useId()
  const { data: playlists = [] } = usePlaylists()
  const [created, setCreated] = useState(0)
  const [isNewOpen, setIsNewOpen] = useState(false)
  const [dropped, setDropped] = useState<readonly Track[]>(NO_TRACKS)
  const isDragging = useTrackDrag(({ drag }) => drag !== undefined)
  const { busy, drop } = useDropTracks()
  const menu = usePlaylistMenu()
  const isLost = useIsConnectionLost()
  const openNew = (tracks: readonly Track[] = NO_TRACKS) => {
    setDropped(tracks)
    setCreated(created + 1)
    setIsNewOpen(true)
  }
  /** Makes the heading and the button drop targets: a new playlist is created from dropped tracks. */
  const newOnDrop = canCreate && isDragging ? { onPointerUp: () => openNew(draggedTracks()) } : {}
  const own = playlists.filter(({ role }) => role !== 'reader')
  const followed = playlists.filter(({ role }) => role === 'reader')
  return (
    <section className={classNames(styles.section, isDragging && styles.dropping)} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>
          <NavLink to="/playlists" end className={classNames(canCreate && styles.target)} {...newOnDrop}>
            Playlists
          </NavLink>
        </h2>
        {canCreate && (
          <IconButton
            label="Neue Playlist"
            className={styles.target}
            disabled={isLost}
            onClick={() => openNew()}
            {...newOnDrop}
          >
            <Plus className="icon" aria-hidden />
          </IconButton>
        )}
      </header>
      <ul className={styles.list} {...verticalKeysInside}>
        {[...own, ...followed].map((playlist) => (
          <PlaylistRow
            key={playlist.id}
            playlist={playlist}
            className={canCreate && isEditable(playlist) ? styles.target : styles.refusing}
            isSounding={playing?.path === pathOfPlaylist(playlist) ? playing.isSounding : undefined}
            isBusy={busy.includes(playlist.id)}
            onDrop={() => isDragging && canCreate && isEditable(playlist) && void drop(playlist)}
            onMenu={menuItems && ((at) => menu.open(playlist, at))}
          />
        ))}
      </ul>
      {created > 0 && (
        <NewPlaylist key={created} open={isNewOpen} tracks={dropped} onClose={() => setIsNewOpen(false)} />
      )}
      <TrackDragGhost />
      {menuItems && menu.shown && (
        <MenuPopup anchor={menu.at} label={menu.shown.title} onClose={menu.close}>
          {menuItems(menu.shown)}
        </MenuPopup>
      )}
    </section>
  )
}

/**
 * The playlist whose menu is open, and where it is open. The items stay rendered until the menu has finished closing.
 */
function usePlaylistMenu() {
  const [at, setAt] = useState<MenuAnchor>()
  const [shown, setShown] = useState<Playlist>()
  return {
    at,
    shown,
    open: (playlist: Playlist, anchor: MenuAnchor) => {
      setShown(playlist)
      setAt(anchor)
    },
    close: () => setAt(undefined),
  }
}

interface PlaylistRowProps {
  playlist: Playlist
  className: string | undefined
  /** Whether the playlist is playing; undefined unless the current track is played from it. */
  isSounding: boolean | undefined
  /** Whether tracks are being added to the playlist. */
  isBusy: boolean
  onDrop: () => void
  onMenu: ((at: MenuAnchor) => void) | undefined
}

function PlaylistRow({ playlist, className, isSounding, isBusy, onDrop, onMenu }: PlaylistRowProps) {
  const menu = useContextMenu(onMenu)
  const isAway = useIsPlaylistAway(playlist.id)
  return (
    <li {...menu}>
      <NavLink
        {...unavailableLink(isAway, 'Nicht auf diesem Gerät')}
        to={pathOfPlaylist(playlist)}
        className={className}
        aria-keyshortcuts={onMenu && 'Shift+F10'}
        aria-busy={isBusy || undefined}
        onPointerUp={onDrop}
      >
        <Mosaic covers={playlist.covers} size={24} className={styles.mosaic} />
        <span className="truncate">{playlist.title}</span>
        {isBusy ? (
          <span className={styles.kind}>
            <Spinner onFill />
            <span className="sr">, Titel werden hinzugefügt</span>
          </span>
        ) : isSounding === undefined ? (
          <Kind playlist={playlist} />
        ) : (
          <span className={styles.kind}>
            <Equalizer paused={!isSounding} />
          </span>
        )}
      </NavLink>
    </li>
  )
}

const NO_TRACKS: readonly Track[] = []

function draggedTracks(): readonly Track[] {
  return useTrackDrag.getState().drag?.tracks ?? NO_TRACKS
}

/**
 * Returns a function that adds the dragged tracks to a playlist. If the playlist already contains some of them, a
 * dialog asks which to add.
 */
function useDropTracks() {
  const add = useAddTracks()
  const growing = useGrowingPlaylists()
  const [asked, setAsked] = useState<readonly string[]>([])
  return {
    /**
     * The ids of the playlists to which tracks are being added, or for which it is being checked whether they already
     * contain some of the tracks.
     */
    busy: [...asked, ...growing],
    drop: async (playlist: Playlist) => {
      const tracks = draggedTracks()
      const trackIds = tracks.map(({ id }) => id)
      if (trackIds.length === 0) return
      setAsked((before) => [...before, playlist.id])
      const isAsked = await containsSome(playlist.id, trackIds)
      setAsked((before) => before.toSpliced(before.indexOf(playlist.id), 1))
      if (isAsked) addToPlaylist(tracks, playlist.id)
      else add.mutate({ playlist, trackIds })
    },
  }
}

function Kind({ playlist: { role, owner, collaborators, rules } }: { playlist: Playlist }) {
  if (role === 'reader') {
    return (
      <span className={styles.kind}>
        <UserRoundCheck className="icon icon-small" aria-hidden />
        <span className="sr">, gefolgt von {shownName(owner)}</span>
      </span>
    )
  }
  if (rules !== undefined) {
    return (
      <span className={styles.kind}>
        <WandSparkles className="icon icon-small" aria-hidden />
        <span className="sr">, automatisch</span>
      </span>
    )
  }
  if (collaborators.length === 0) return null
  return (
    <span className={styles.kind}>
      <UsersRound className="icon icon-small" aria-hidden />
      <span className="sr">, gemeinsam</span>
    </span>
  )
}
