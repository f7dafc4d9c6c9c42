import type { Album, AlbumMark } from '@tonarchiv/contract/catalog'
import { keyRequired } from '@tonarchiv/contract/refusal'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useCallback, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { openKeyDialog } from '#features/access-keys/index.ts'
import {
  AlbumCounters,
  AlbumFilterBar,
  AlbumGrid,
  isFiltered,
  LinkedTrackBanner,
  loadFailureText,
  LoadMore,
  NO_FILTERS,
  ResetFilters,
  ResultSummary,
  resultText,
  ScrollToTop,
  useAlbumMarks,
  useArchiveUrl,
  useLinkedTrack,
  useListedAlbums,
  useScrollPosition,
  type AlbumFilters,
} from '#features/catalog/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { LikeButton } from '#features/favorites/index.ts'
import { isSounding, playAlbum, shuffleAlbum, usePlayer, useReadyTracks } from '#features/player/index.ts'
import {
  AlbumMenuButton,
  isPlayable,
  openAlbumMenu,
  openTrackMenu,
  TrackMenuButton,
  tracksOfAlbum,
  type Track,
} from '#features/tracks/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Button, buttonClass } from '#ui/components/Button.tsx'
import { EmptyState } from '#ui/components/EmptyState.tsx'
import { LockedBand } from '#ui/components/LockedBand.tsx'
import { showToast } from '#ui/dom/toast.ts'
import styles from './ArchivePage.module.css'

const NO_YEARS: readonly number[] = []

/** `/archive`: open to everyone with a key, behind a band for everyone else. See docs/product.md §6.4. */
export function ArchivePage() {
  const user = useUser()
  if (!user) return null
  // Redeeming a key turns the preview into the archive.
  return (
    <Archive key={hasAccess(user) ? 'whole' : 'preview'} isOpen={hasAccess(user)} isAdmin={user.isAdmin} />
  )
}

function Archive({ isOpen, isAdmin }: { isOpen: boolean; isAdmin: boolean }) {
  const scope = isOpen ? 'whole' : 'preview'
  const address = useArchiveUrl()
  const { changeFilters, openAlbum } = address
  const filters = isOpen ? address.filters : NO_FILTERS
  const place = useScrollPosition(filters, scope)
  const list = useListedAlbums(filters, scope, isOpen ? address.openWord : undefined, place.arrival?.offset)
  const { openTitle, jump, isMissing } = list
  usePageTitle(isMissing || openTitle === undefined ? 'Archive' : `${openTitle} – Archive`)
  const marks = useAlbumMarks(filters, isOpen).data
  const [goal, setGoal] = useState<AlbumMark>()
  // What has come is drawn a few milliseconds at a time, so that a slow device answers meanwhile.
  const { albums, first } = useDeferredValue(
    useMemo(() => ({ albums: list.albums, first: list.data?.first ?? 0 }), [list.albums, list.data?.first]),
  )
  const { arrival } = place
  const current = useCurrentTrack()
  const shownAlbum = isOpen ? albums?.find(({ albumTitel }) => albumTitel === openTitle) : undefined
  useReadyTracks(useMemo(() => shownAlbum && tracksOfAlbum(shownAlbum), [shownAlbum]))
  const { isRequested, linked, highlightedId, dismiss } = useLinkedTrack(isOpen)

  // Whoever follows a link without a key is requested one; the link is followed then.
  useEffect(() => {
    if (isRequested && !isOpen) openKeyDialog()
  }, [isRequested, isOpen])

  // A link to what is not there says so and leaves the address.
  useEffect(() => {
    if (!isMissing) return
    showToast('Album nicht gefunden', { kind: 'error' })
    openAlbum(undefined, { isLink: true })
  }, [isMissing, openAlbum])

  // Coming back without a word about an album means the one that stood open.
  const left = arrival?.open
  const isBack = arrival !== undefined && (openTitle === undefined || openTitle === left?.albumTitel)
  useEffect(() => {
    if (isBack && openTitle === undefined && left !== undefined) openAlbum(left, { isLink: true })
    // Only on arriving: later on, closing an album means closing it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const select = useCallback(
    (change: Partial<AlbumFilters>) => {
      changeFilters(change)
      window.scrollTo({ top: 0, behavior: 'instant' })
    },
    [changeFilters],
  )
  const toggle = useCallback(
    (album: Album) => openAlbum(album.albumTitel === openTitle ? undefined : album),
    [openAlbum, openTitle],
  )
  const reset = isFiltered(filters)
    ? () => select({ search: '', year: undefined, type: undefined })
    : undefined

  const goTo = useCallback(
    (mark: AlbumMark) => {
      jump(mark.offset)
      // The same mark again is another wish.
      setGoal({ ...mark })
    },
    [jump],
  )
  const { fetchPreviousPage } = list
  const earlier = useCallback(() => void fetchPreviousPage({ cancelRefetch: false }), [fetchPreviousPage])

  const { fetchNextPage } = list
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])

  const failed = list.error && !list.data && <LoadingFailed failure={list.error} />
  if (failed && !reset) {
    return (
      <>
        <header className={styles.head}>
          <h1>Archive</h1>
        </header>
        {failed}
      </>
    )
  }
  return (
    <>
      <header className={styles.head}>
        <h1>Archive</h1>
        <AlbumCounters counts={list.data?.counts} />
      </header>
      <Gate isOpen={isOpen}>
        <AlbumFilterBar
          filters={filters}
          years={list.data?.years ?? NO_YEARS}
          marks={marks}
          onChange={select}
          onJump={goTo}
        />
        <ResultSummary
          text={list.data ? resultText(list.data.total, filters.search) : ''}
          // The sentence about a search is in English. See docs/product.md §6.4.
          lang={filters.search === '' ? undefined : 'en'}
          onReset={reset}
        />
        {failed}
        {albums?.length === 0 &&
          (reset ? (
            <EmptyState title="Keine Alben gefunden" action={<ResetFilters onReset={reset} />}>
              Versuche es mit einem anderen Suchbegriff oder Filter
            </EmptyState>
          ) : (
            <EmptyArchive isAdmin={isAdmin} />
          ))}
        {!failed && albums?.length !== 0 && (
          <AlbumGrid
            albums={albums}
            first={first}
            goal={goal}
            onPrevious={earlier}
            onFar={jump}
            openTitle={openTitle}
            current={current}
            onPlay={playAlbum}
            onShuffle={isOpen ? shuffleAlbum : undefined}
            actions={trackActions}
            albumActions={isOpen ? albumActions : undefined}
            onMenu={isOpen ? openTrackMenu : undefined}
            onAlbumMenu={isOpen ? openAlbumMenu : undefined}
            linkedId={highlightedId}
            onToggle={toggle}
            arrival={isBack ? arrival : undefined}
            onLeave={(where) =>
              place.leave({ ...where, open: albums?.find(({ albumTitel }) => albumTitel === openTitle) })
            }
          />
        )}
        {list.hasNextPage && albums === list.albums && (
          <LoadMore isLoading={list.isFetching} hasFailed={list.isFetchNextPageError} onMore={more} />
        )}
      </Gate>
      <ScrollToTop />
      {linked && linked.track.id !== current?.id && (
        <LinkedTrackBanner
          {...linked}
          onPlay={() => {
            playAlbum(linked.album, linked.track.id)
            dismiss()
          }}
          onClose={dismiss}
        />
      )}
    </>
  )
}

function trackActions(track: Track, tabIndex: 0 | -1) {
  if (!isPlayable(track)) return null
  return (
    <>
      <LikeButton track={track} tabIndex={tabIndex} />
      <TrackMenuButton track={track} tabIndex={tabIndex} />
    </>
  )
}

function albumActions(album: Album) {
  return <AlbumMenuButton album={album} tabIndex={-1} />
}

/** What sounds, as the track tables mark it. */
function useCurrentTrack() {
  const id = usePlayer(({ track }) => track?.id)
  const albumTitel = usePlayer(({ track }) => track?.album)
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  return useMemo(
    () =>
      id === undefined || albumTitel === undefined
        ? undefined
        : { id, albumTitel, isSounding: isSoundingNow },
    [id, albumTitel, isSoundingNow],
  )
}

function Gate({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  if (isOpen) return children
  return (
    <LockedBand
      bandClassName={styles.band}
      text={keyRequired.text}
      action={
        <Button kind="ink" small onClick={openKeyDialog}>
          Zugangsschlüssel eingeben
        </Button>
      }
    >
      <div className={styles.preview}>{children}</div>
    </LockedBand>
  )
}

/** Nothing was ever added, or all of it is gone. */
function EmptyArchive({ isAdmin }: { isAdmin: boolean }) {
  return (
    <EmptyState
      title="Das Archiv ist noch leer"
      action={
        isAdmin && (
          <Link to="/admin?tab=album" className={buttonClass({ kind: 'primary' })}>
            Erstes Album hinzufügen
          </Link>
        )
      }
    >
      {isAdmin
        ? 'Lege das erste Album an, oder lies einen Ordner mit Musik auf dem Server ein.'
        : 'Sobald ein Album dazukommt, steht es hier.'}
    </EmptyState>
  )
}

function LoadingFailed({ failure }: { failure: Error }) {
  return (
    <EmptyState
      failed
      title="Fehler beim Laden"
      action={
        <Button kind="inverse" onClick={() => location.reload()}>
          <RefreshCw className="icon icon-small" aria-hidden />
          Seite neu laden
        </Button>
      }
    >
      {loadFailureText(failure)}
    </EmptyState>
  )
}
