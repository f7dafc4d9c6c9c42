import type { Playlist } from '@tonarchiv/contract/playlists'
import { shownName } from '@tonarchiv/contract/presence'
import Plus from 'lucide-react/icons/plus'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import UsersRound from 'lucide-react/icons/users-round'
import { useId, useState } from 'react'
import { NavLink } from 'react-router'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { arrowKeysInside } from '#ui/keys/arrow-keys-inside.ts'
import { Mosaic } from './Mosaic.tsx'
import { NewPlaylist } from './NewPlaylist.tsx'
import styles from './PlaylistNavigation.module.css'
import { usePlaylists } from './queries.ts'
import { pathOfPlaylist } from './wording.ts'

/** The playlists in the sidebar and the drawer: own and shared ones, then followed ones. */
export function PlaylistNavigation({ canCreate }: { canCreate: boolean }) {
  const id = useId()
  const { data: playlists = [] } = usePlaylists()
  const [created, setCreated] = useState(0)
  const [isNewOpen, setIsNewOpen] = useState(false)
  const own = playlists.filter(({ role }) => role !== 'reader')
  const followed = playlists.filter(({ role }) => role === 'reader')
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>
          <NavLink to="/playlists" end>
            Playlists
          </NavLink>
        </h2>
        {canCreate && (
          <IconButton
            label="Neue Playlist"
            onClick={() => {
              setCreated(created + 1)
              setIsNewOpen(true)
            }}
          >
            <Plus className="icon" aria-hidden />
          </IconButton>
        )}
      </header>
      <ul className={styles.list} {...arrowKeysInside}>
        {[...own, ...followed].map((playlist) => (
          <li key={playlist.id}>
            <NavLink to={pathOfPlaylist(playlist)}>
              <Mosaic covers={playlist.covers} size={24} className={styles.mosaic} />
              <span className="truncate">{playlist.title}</span>
              <Kind playlist={playlist} />
            </NavLink>
          </li>
        ))}
      </ul>
      {created > 0 && <NewPlaylist key={created} open={isNewOpen} onClose={() => setIsNewOpen(false)} />}
    </section>
  )
}

function Kind({ playlist: { role, owner, collaborators } }: { playlist: Playlist }) {
  if (role === 'reader') {
    return (
      <span className={styles.kind}>
        <UserRoundCheck className="icon icon-small" aria-hidden />
        <span className="sr">, gefolgt von {shownName(owner)}</span>
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
