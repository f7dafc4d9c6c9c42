import type { Playlist } from '@tonarchiv/contract/playlists'
import { shownName } from '@tonarchiv/contract/presence'
import Plus from 'lucide-react/icons/plus'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import UsersRound from 'lucide-react/icons/users-round'
import WandSparkles from 'lucide-react/icons/wand-sparkles'
import { useId, useState } from 'react'
import { NavLink } from 'react-router'
import { TrackDragGhost, type Track, useTrackDrag } from '#features/tracks/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { verticalKeysInside } from '#ui/keys/arrow-keys-inside.ts'
import { addToPlaylist } from './add-to-playlist.ts'
import { useAddedToast } from './added-toast.ts'
import { Mosaic } from './Mosaic.tsx'
import { NewPlaylist } from './NewPlaylist.tsx'
import styles from './PlaylistNavigation.module.css'
import { containsSome, isEditable, useAddTracks, usePlaylists } from './queries.ts'
import { pathOfPlaylist } from './wording.ts'

/** The playlists in the sidebar and the drawer: own and shared ones, then followed ones. */
export function PlaylistNavigation({ canCreate }: { canCreate: boolean }) {
  const id = useId()
  const { data: playlists = [] } = usePlaylists()
  const [created, setCreated] = useState(0)
  const [isNewOpen, setIsNewOpen] = useState(false)
  const [dropped, setDropped] = useState<readonly Track[]>(NO_TRACKS)
  const isDragging = useTrackDrag(({ drag }) => drag !== undefined)
  const drop = useDropTracks()
  const openNew = (tracks: readonly Track[] = NO_TRACKS) => {
    setDropped(tracks)
    setCreated(created + 1)
    setIsNewOpen(true)
  }
  /** For the heading and the button: tracks that are dropped there become a new playlist. */
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
            onClick={() => openNew()}
            {...newOnDrop}
          >
            <Plus className="icon" aria-hidden />
          </IconButton>
        )}
      </header>
      <ul className={styles.list} {...verticalKeysInside}>
        {[...own, ...followed].map((playlist) => (
          <li key={playlist.id}>
            <NavLink
              to={pathOfPlaylist(playlist)}
              className={canCreate && isEditable(playlist) ? styles.target : styles.refusing}
              onPointerUp={() => isDragging && canCreate && isEditable(playlist) && void drop(playlist)}
            >
              <Mosaic covers={playlist.covers} size={24} className={styles.mosaic} />
              <span className="truncate">{playlist.title}</span>
              <Kind playlist={playlist} />
            </NavLink>
          </li>
        ))}
      </ul>
      {created > 0 && (
        <NewPlaylist key={created} open={isNewOpen} tracks={dropped} onClose={() => setIsNewOpen(false)} />
      )}
      <TrackDragGhost />
    </section>
  )
}

const NO_TRACKS: readonly Track[] = []

function draggedTracks(): readonly Track[] {
  return useTrackDrag.getState().drag?.tracks ?? NO_TRACKS
}

/**
 * Returns a function that adds the tracks that are being dragged to a playlist. If some of them are already in it, the
 * dialog asks which to add.
 */
function useDropTracks() {
  const add = useAddTracks()
  const showAdded = useAddedToast()
  return async (playlist: Playlist) => {
    const tracks = draggedTracks()
    const trackIds = tracks.map(({ id }) => id)
    if (trackIds.length === 0) return
    if (await containsSome(playlist.id, trackIds)) addToPlaylist(tracks, playlist.id)
    else
      add.mutate(
        { id: playlist.id, trackIds },
        { onSuccess: ({ added }) => showAdded(playlist, { count: added }) },
      )
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
