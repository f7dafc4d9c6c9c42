import { containsWords } from '@tonarchiv/contract/fold-text'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import {
  ImportPlaylist,
  isEditable,
  NewPlaylist,
  PlaylistGrid,
  usePlaylists,
} from '#features/playlists/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { ListTools } from '#ui/components/content/ListTools.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import styles from './PlaylistsPage.module.css'

/** `/playlists`: own and shared playlists, then followed ones. */
export function PlaylistsPage() {
  const user = useUser()
  usePageTitle('Playlists')
  const [created, setCreated] = useState(0)
  const [isNewOpen, setIsNewOpen] = useState(false)
  if (!user) return null
  const openNew = () => {
    setCreated(created + 1)
    setIsNewOpen(true)
  }
  const create = hasAccess(user) ? openNew : undefined
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Playlists</h1>
        {create && (
          <div className={styles.buttons}>
            <ImportPlaylist />
            <Button kind="primary" onClick={create}>
              <Plus className="icon icon-small" aria-hidden />
              Neue Playlist
            </Button>
          </div>
        )}
      </header>
      <Playlists onNew={create} />
      {created > 0 && <NewPlaylist key={created} open={isNewOpen} onClose={() => setIsNewOpen(false)} />}
    </div>
  )
}

const SKELETONS = 5

function Playlists({ onNew }: { onNew: (() => void) | undefined }) {
  const { data: playlists, isError, error, refetch } = usePlaylists()
  const [search, setSearch] = useState('')
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
  const wanted = search.trim()
  const found = playlists.filter(({ title }) => wanted === '' || containsWords(title, wanted))
  const own = found.filter(isEditable)
  const followed = found.filter((playlist) => !isEditable(playlist))
  return (
    <>
      <ListTools
        search={{ label: 'Playlist suchen...', text: search, onText: setSearch }}
        count={wanted === '' ? null : `${found.length} gefunden`}
      />
      {found.length === 0 && (
        <EmptyState title="Keine Playlist gefunden">Versuche es mit einem anderen Suchbegriff</EmptyState>
      )}
      {own.length > 0 && (
        <section>
          <h2 className={styles.title}>Deine Playlists</h2>
          <PlaylistGrid playlists={own} onNew={wanted === '' ? onNew : undefined} />
        </section>
      )}
      {followed.length > 0 && (
        <section>
          <h2 className={styles.title}>Gefolgt</h2>
          <PlaylistGrid playlists={followed} />
        </section>
      )}
    </>
  )
}
