import type { Favorite } from '@tonarchiv/contract/favorites'
import { keyRequired } from '@tonarchiv/contract/refusal'
import HeartOff from 'lucide-react/icons/heart-off'
import ListChecks from 'lucide-react/icons/list-checks'
import Play from 'lucide-react/icons/play'
import Shuffle from 'lucide-react/icons/shuffle'
import { useMemo, useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import {
  urlOfSelection,
  FavoriteList,
  FavoriteListSkeleton,
  FavoriteTools,
  Mixtape,
  selectedFavorites,
  selectionOf,
  useFavorites,
  trackLikedBy,
  useLike,
  type FavoriteSelection,
} from '#features/favorites/index.ts'
import { CollectionControl } from '#features/offline-copies/index.ts'
import { isSounding, getPlayer, usePlayer, useReadyTracks } from '#features/player/index.ts'
import {
  isPlayable,
  NO_SELECTION,
  openTrackMenu,
  trackCount,
  TrackMenuButton,
  trackOfFavorite,
  type PlayableTrack,
  type Track,
  type TrackSelection,
} from '#features/tracks/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { LockedBand } from '#ui/components/content/LockedBand.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { SelectedTracksBar } from './SelectedTracksBar.tsx'
import styles from './FavoritesPage.module.css'

const SOURCE = { title: 'Lieblingssongs', path: '/favorites' }

/**
 * The page `/favorites`. Members without archive access see their favorites, but cannot use them. See docs/product.md
 * §9.2.
 */
export function FavoritesPage() {
  const user = useUser()
  usePageTitle('Lieblingssongs')
  if (!user) return null
  return <Favorites isOpen={hasAccess(user)} />
}

function Favorites({ isOpen }: { isOpen: boolean }) {
  const { favorites, isError, error, refetch } = useFavorites()
  const chosen = useChosen(favorites)
  return (
    <div className={styles.page}>
      <header className={styles.side}>
        <Mixtape favorites={favorites ?? []} />
        <div>
          <h1>Lieblingssongs</h1>
          <Text as="p" tone="muted">
            {favorites ? trackCount(favorites.length) : '\u00a0'}
          </Text>
        </div>
        {favorites && isOpen && <PlayButtons tracks={playable(chosen.found)} />}
        {favorites && isOpen && (
          <div className={styles.offline}>
            <CollectionControl
              id={{ kind: 'favorites' }}
              title="Lieblingssongs"
              tracks={playable(favorites)}
            />
          </div>
        )}
      </header>
      {favorites === undefined && !isError && <FavoriteListSkeleton />}
      {favorites === undefined && isError && (
        <LoadFailure kind="inverse" onRetry={refetch}>
          {textOf(error, 'Die Lieblingssongs konnten nicht geladen werden.')}
        </LoadFailure>
      )}
      {favorites && <Liked favorites={favorites} chosen={chosen} isOpen={isOpen} />}
    </div>
  )
}

const NONE: readonly Favorite[] = []

/** The search text and the order in the URL, and the favorites that match. */
function useChosen(favorites: readonly Favorite[] | undefined) {
  const [address, setUrl] = useSearchParams()
  const selection = selectionOf(address)
  const { search, order } = selection
  const found = useMemo(
    () => selectedFavorites(favorites ?? NONE, { search, order }),
    [favorites, search, order],
  )
  const choose = (change: FavoriteSelection) =>
    setUrl(urlOfSelection(change), { replace: true, preventScrollReset: true })
  return { selection, found, choose }
}

function playable(favorites: readonly Favorite[]): PlayableTrack[] {
  return favorites.map(trackOfFavorite).filter(isPlayable)
}

function PlayButtons({ tracks }: { tracks: readonly Track[] }) {
  const isDisabled = tracks.length === 0
  return (
    <div className={styles.buttons}>
      <Button
        kind="inverse"
        disabled={isDisabled}
        onClick={() => getPlayer().playAll(tracks, { isShuffled: false, source: SOURCE })}
      >
        <Play className={`icon icon-small ${styles.solid}`} aria-hidden />
        Alle abspielen
      </Button>
      <Button
        disabled={isDisabled}
        onClick={() => getPlayer().playAll(tracks, { isShuffled: true, source: SOURCE })}
      >
        <Shuffle className="icon icon-small" aria-hidden />
        Zufällig
      </Button>
    </div>
  )
}

interface LikedProps {
  favorites: readonly Favorite[]
  chosen: ReturnType<typeof useChosen>
  isOpen: boolean
}

function Liked({ favorites, chosen: { selection, found, choose }, isOpen }: LikedProps) {
  const currentId = usePlayer(({ track }) => track?.id)
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  const { mutate } = useLike()
  const tracks = useMemo(() => playable(found), [found])
  useReadyTracks(isOpen ? tracks : undefined)
  const [isSelecting, setIsSelecting] = useState(false)
  const [value, setValue] = useState<TrackSelection>(NO_SELECTION)
  // Favorites that do not match the search are not selected any more.
  const selected = value.keys.size === 0 ? [] : found.filter(({ itemId }) => value.keys.has(itemId))
  const clear = () => {
    setValue(NO_SELECTION)
    setIsSelecting(false)
  }
  const removeSelected = () => {
    clear()
    for (const favorite of selected) mutate({ ...trackLikedBy(favorite), isLiked: false })
  }

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
  const rows = (
    <FavoriteList
      favorites={found}
      selection={
        isOpen
          ? {
              value,
              onChange: setValue,
              isOn: isSelecting,
              onStart: () => setIsSelecting(true),
              rowAction: {
                label: 'Aus Lieblingssongs entfernen',
                icon: <HeartOff className="icon" aria-hidden />,
                onSelect: removeSelected,
              },
            }
          : undefined
      }
      isLocked={!isOpen}
      current={currentId === undefined ? undefined : { id: currentId, isSounding: isSoundingNow }}
      onPlay={(track) => getPlayer().choose(tracks, track, SOURCE)}
      onRemove={(favorite) => mutate({ ...trackLikedBy(favorite), isLiked: false })}
      actions={menuButton}
      onMenu={openTrackMenu}
    />
  )
  if (!isOpen) return <Locked>{rows}</Locked>
  return (
    <div>
      <FavoriteTools selection={selection} found={found.length} onChange={choose}>
        <Button aria-pressed={isSelecting} onClick={() => setIsSelecting(!isSelecting)}>
          <ListChecks className="icon icon-small" aria-hidden />
          Auswählen
        </Button>
      </FavoriteTools>
      {found.length > 0 ? (
        rows
      ) : (
        <EmptyState title="Keine Lieblingssongs gefunden">
          Versuche es mit einem anderen Suchbegriff
        </EmptyState>
      )}
      {selected.length > 0 && (
        <SelectedTracksBar
          tracks={playable(selected)}
          count={selected.length}
          areLiked
          onClear={clear}
          onRemove={removeSelected}
        />
      )}
    </div>
  )
}

function menuButton(track: Track) {
  return <TrackMenuButton track={track} />
}

function Locked({ children }: { children: ReactNode }) {
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
      {children}
    </LockedBand>
  )
}
