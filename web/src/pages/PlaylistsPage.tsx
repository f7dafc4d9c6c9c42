import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { useIsConnectionLost } from '#client/connection.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import {
  chosenPlaylists,
  ImportPlaylist,
  isOwn,
  NewPlaylist,
  PLAYLIST_FILTERS,
  PLAYLIST_ORDERS,
  PlaylistGrid,
  playlistCounts,
  type PlaylistFilter,
  storedOrder,
  storeOrder,
  usePlaylists,
} from '#features/playlists/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { ListTools } from '#ui/components/content/ListTools.tsx'
import { SelectField } from '#ui/components/fields/SelectField.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import styles from './PlaylistsPage.module.css'
import { usePlaylistPlayback } from './use-playlist-playback.ts'

/** The page `/playlists`: own and shared playlists, then followed ones. */
export function PlaylistsPage() {
  const user = useUser()
  usePageTitle('Playlists')
  const [created, setCreated] = useState(0)
  const [isNewOpen, setIsNewOpen] = useState(false)
  const isLost = useIsConnectionLost()
  if (!user) return null
  const openNew = () => {
    setCreated(created + 1)
    setIsNewOpen(true)
  }
  const create = hasAccess(user) ? openNew : undefined
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>Playlists</h1>
          <Counts />
        </div>
        {create && (
          <div className={styles.buttons}>
            <ImportPlaylist />
            <Button kind="primary" disabled={isLost} onClick={create}>
              <Plus className="icon icon-small" aria-hidden />
              Neue Playlist
            </Button>
          </div>
        )}
      </header>
      <Playlists userId={user.id} hasKey={hasAccess(user)} onNew={create} />
      {created > 0 && <NewPlaylist key={created} open={isNewOpen} onClose={() => setIsNewOpen(false)} />}
    </div>
  )
}

const SKELETONS = 5

interface PlaylistsProps {
  userId: string
  hasKey: boolean
  onNew: (() => void) | undefined
}

function Playlists({ userId, hasKey, onNew }: PlaylistsProps) {
  const { data: playlists, isError, error, refetch } = usePlaylists()
  const keyPlayback = usePlaylistPlayback()
  const playback = hasKey ? keyPlayback : undefined
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<PlaylistFilter>('all')
  const [order, setOrder] = useState(() => storedOrder(userId))
  if (playlists === undefined) {
    if (isError)
      return (
        <LoadFailure kind="inverse" onRetry={refetch}>
          {textOf(error, 'Die Playlists konnten nicht geladen werden.')}
        </LoadFailure>
      )
    return (
      <div className={styles.waiting} aria-hidden>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <Skeleton key={index} width="100%" height="13rem" />
        ))}
      </div>
    )
  }
  if (playlists.length === 0)
    return (
      <EmptyState
        title="Noch keine Playlist"
        {...(onNew && { action: <Button onClick={onNew}>Neue Playlist</Button> })}
      >
        Sammle Titel aus dem ganzen Archiv.
      </EmptyState>
    )
  const isNarrowed = search.trim() !== '' || filter !== 'all'
  const found = chosenPlaylists(playlists, { search, filter, order })
  const own = found.filter(isOwn)
  const followed = found.filter((playlist) => !isOwn(playlist))
  return (
    <>
      <ListTools
        className={styles.tools}
        search={{ label: 'Playlist suchen...', text: search, onText: setSearch }}
        count={isNarrowed && `${found.length} gefunden`}
      >
        <SelectField
          label="Sortieren nach"
          labelHidden
          value={order}
          onChange={({ currentTarget: { value } }) => {
            const chosen = PLAYLIST_ORDERS.find((each) => each.value === value)?.value ?? 'changed'
            setOrder(chosen)
            storeOrder(userId, chosen)
          }}
        >
          {PLAYLIST_ORDERS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <ToggleGroup label="Zeigen" value={filter} options={PLAYLIST_FILTERS} onChange={setFilter} />
      </ListTools>
      {found.length === 0 && (
        <EmptyState title="Keine Playlist gefunden">
          {search.trim() === ''
            ? 'Von dieser Art gibt es noch keine'
            : 'Versuche es mit einem anderen Suchbegriff'}
        </EmptyState>
      )}
      {own.length > 0 && (
        <section>
          <h2 className={styles.title}>Deine Playlists</h2>
          <PlaylistGrid playlists={own} playback={playback} onNew={isNarrowed ? undefined : onNew} />
        </section>
      )}
      {followed.length > 0 && (
        <section>
          <h2 className={styles.title}>Gefolgt</h2>
          <PlaylistGrid playlists={followed} playback={playback} />
        </section>
      )}
    </>
  )
}

const COUNT_TEXTS = { own: 'eigene', shared: 'gemeinsame', smart: 'automatische', followed: 'gefolgte' }

/** The number of playlists of each kind, for example `4 eigene 2 gemeinsame`. Kinds without playlists are left out. */
function Counts() {
  const { data: playlists } = usePlaylists()
  const counts = playlistCounts(playlists ?? [])
  const kinds = (['own', 'shared', 'smart', 'followed'] as const).filter((kind) => counts[kind] > 0)
  return (
    <p className={styles.counts}>
      {kinds.map((kind) => (
        <span key={kind}>
          <b>{counts[kind]}</b> {COUNT_TEXTS[kind]}
        </span>
      ))}
    </p>
  )
}
