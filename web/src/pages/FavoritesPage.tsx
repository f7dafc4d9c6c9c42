import { shownTitle } from '@tonarchiv/contract/archive'
import type { Favorite } from '@tonarchiv/contract/favorites'
import { keyRequired } from '@tonarchiv/contract/refusal'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { trackCount } from '#features/archive/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import {
  FavoriteList,
  FavoriteListSkeleton,
  Mixtape,
  useFavorites,
  useLike,
} from '#features/favorites/index.ts'
import { isSounding, thePlayer, usePlayer, useReadyTracks, type PlayerTrack } from '#features/player/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LockedBand } from '#ui/LockedBand.tsx'
import styles from './FavoritesPage.module.css'

/** `/favorites`: what somebody likes; without a key it shows, but nothing can be done with it. Spec §2. */
export function FavoritesPage() {
  const user = useUser()
  usePageTitle('Lieblingssongs')
  if (!user) return null
  return <Favorites isOpen={hasAccess(user)} />
}

function Favorites({ isOpen }: { isOpen: boolean }) {
  const { favorites, isError, error, refetch } = useFavorites()
  return (
    <div className={styles.page}>
      <header className={styles.side}>
        <Mixtape favorites={favorites ?? []} />
        <div>
          <h1>Lieblingssongs</h1>
          <p className="muted">{favorites ? trackCount(favorites.length) : '\u00a0'}</p>
        </div>
      </header>
      {favorites === undefined && !isError && <FavoriteListSkeleton />}
      {favorites === undefined && isError && (
        <EmptyState
          failed
          title="Fehler beim Laden"
          action={
            <Button kind="inverse" onClick={() => void refetch()}>
              Erneut versuchen
            </Button>
          }
        >
          {textOf(error, 'Die Lieblingssongs konnten nicht geladen werden.')}
        </EmptyState>
      )}
      {favorites && <Liked favorites={favorites} isOpen={isOpen} />}
    </div>
  )
}

function Liked({ favorites, isOpen }: { favorites: readonly Favorite[]; isOpen: boolean }) {
  const currentId = usePlayer(({ track }) => track?.id)
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  const { mutate } = useLike()
  const tracks = useMemo(() => favorites.flatMap((favorite) => toPlay(favorite) ?? []), [favorites])
  useReadyTracks(isOpen ? tracks : undefined)

  if (favorites.length === 0 && isOpen) {
    return (
      <EmptyState
        drawing="heart"
        title="Noch keine Lieblingssongs hinzugefügt"
        action={
          <Link to="/archive" className={buttonClass()}>
            Zum Archiv
          </Link>
        }
      >
        Das Herz neben einem Track legt ihn hier ab.
      </EmptyState>
    )
  }
  const list = (
    <FavoriteList
      favorites={favorites}
      isLocked={!isOpen}
      current={currentId === undefined ? undefined : { id: currentId, isSounding: isSoundingNow }}
      onPlay={(favorite) => {
        const track = toPlay(favorite)
        if (track) thePlayer().choose(tracks, track)
      }}
      onQueue={(favorite) => {
        const track = toPlay(favorite)
        if (track) thePlayer().enqueue(track)
      }}
      onRemove={({ itemId }) => mutate({ itemId, isLiked: false })}
    />
  )
  if (isOpen) return list
  return (
    <LockedBand
      className={styles.locked}
      bandClassName={styles.band}
      text={keyRequired.text}
      action={
        <Button kind="ink" small onClick={openKeyDialog}>
          Zugangsschlüssel eingeben
        </Button>
      }
    >
      {list}
    </LockedBand>
  )
}

function toPlay({ item_data: { title, artist, album, coverUrl }, track }: Favorite): PlayerTrack | undefined {
  if (track === null) return undefined
  return {
    id: track.id,
    title: shownTitle(title),
    artist,
    album,
    file: track.file,
    coverUrl,
    duration: track.duration,
    isExclusive: track.exclusive,
  }
}
