import { useMemo, type ReactNode } from 'react'
import {
  AlbumFilterBar,
  AlbumGrid,
  LoadMore,
  NO_FILTERS,
  ResultSummary,
  resultText,
  ScrollToTop,
  useAlbumMarks,
  useArchiveUrl,
  useListedAlbums,
  useScrollPosition,
} from '#features/catalog/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { useOwnAccess } from '#features/own-access/index.ts'
import { playAlbum, shuffleAlbum, useReadyTracks } from '#features/player/index.ts'
import { ComingPremieres, useArePremieresAwaited } from '#features/premieres/index.ts'
import { ArchiveSongs, useArchiveSongs } from '#features/search/index.ts'
import { openAlbumMenu, openTrackMenu, tracksOfAlbum } from '#features/tracks/index.ts'
import { formatNumber } from '#format.ts'
import { usePageTitle } from '#page-title.ts'
import {
  albumActions,
  downloadButton,
  editPath,
  FollowedLink,
  Gate,
  LoadingFailed,
  NoAlbums,
  panelFoot,
  trackActions,
} from './archive-parts.tsx'
import {
  useCurrentTrack,
  useDeferredAlbums,
  useFollowedLink,
  useGoalMark,
  useHeld,
  useMissingAlbum,
  usePages,
  useReturn,
  useSelection,
} from './archive-hooks.ts'
import { DeviceFilterBar, useOnDevice } from './archive-on-device.tsx'
import { ArchiveHead, ClosedAlbum, ClosedAlbums, isPartial } from './archive-access.tsx'
import { selectedBar } from './selected-bar.tsx'
import styles from './ArchivePage.module.css'

const NO_YEARS: readonly number[] = []

/** The page `/archive`. Members without archive access see a locked preview. See docs/product.md §6.4. */
export function ArchivePage() {
  const user = useUser()
  if (!user) return null
  // The React key changes when the member redeems an access key. So the page is mounted again, and the archive replaces
  // the preview.
  return (
    <Archive key={hasAccess(user) ? 'whole' : 'preview'} isOpen={hasAccess(user)} isAdmin={user.isAdmin} />
  )
}

function Failed({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={styles.head}>
        <h1>Archive</h1>
      </header>
      {children}
    </>
  )
}

interface ResultProps {
  list: Pick<ReturnType<typeof useListedAlbums>, 'data'>
  search: string
  /** Shown instead of the number of hits; undefined to show that number. */
  text: string | undefined
  onReset: (() => void) | undefined
}

function Result({ list: { data }, search, text, onReset }: ResultProps) {
  return (
    <ResultSummary
      text={text ?? (data ? resultText(data.total, search) : '')}
      // The text about a search is English. See docs/product.md §6.4.
      lang={search === '' || text !== undefined ? undefined : 'en'}
      onReset={onReset}
    />
  )
}

function AlbumsHeading({ count }: { count: number }) {
  return (
    <h2 className={styles.albums}>
      Alben <span>{formatNumber(count)}</span>
    </h2>
  )
}

function failureOf({ error, data }: Pick<ReturnType<typeof useListedAlbums>, 'error' | 'data'>) {
  return error !== null && !data && <LoadingFailed failure={error} />
}

function Archive({ isOpen, isAdmin }: { isOpen: boolean; isAdmin: boolean }) {
  const scope = isOpen ? 'whole' : 'preview'
  const address = useArchiveUrl()
  const { changeFilters } = address
  const filters = isOpen ? address.filters : NO_FILTERS
  const place = useScrollPosition(filters, scope)
  const { openWord, openAlbum, isBack } = useReturn(place.arrival, address)
  const list = useListedAlbums(filters, scope, isOpen ? openWord : undefined, place.arrival?.offset)
  const { openTitle, jump, isMissing } = list
  usePageTitle(isMissing || openTitle === undefined ? 'Archive' : `${openTitle} – Archive`)
  const marks = useAlbumMarks(filters, isOpen).data
  const songs = useArchiveSongs(isOpen ? filters.search : '')
  // Songs and premieres stand above the albums, which would move down when these come later.
  const isHeld = useArePremieresAwaited(isOpen) || songs.isPending
  const { albums, first } = useHeld(useDeferredAlbums(list), isHeld)
  const current = useCurrentTrack()
  const shownAlbum = isOpen ? albums?.find(({ albumTitel }) => albumTitel === openTitle) : undefined
  useReadyTracks(useMemo(() => shownAlbum && tracksOfAlbum(shownAlbum), [shownAlbum]))
  const link = useFollowedLink(isOpen)
  const access = useOwnAccess()
  const isClosed = isMissing && isPartial(access)
  useMissingAlbum(isMissing && !isClosed, openAlbum)

  const hasSongs = filters.search !== '' && (songs.found?.rows.length ?? 0) > 0

  const { select, toggle, reset } = useSelection({ filters, openTitle, changeFilters, openAlbum })
  const { goal, goTo } = useGoalMark(jump)
  const { earlier, more } = usePages(list)
  const device = useOnDevice(albums, list.data?.total)
  const failed = isClosed ? <ClosedAlbum /> : failureOf(list)
  if (failed && !reset) return <Failed>{failed}</Failed>
  return (
    <>
      <ArchiveHead access={access} counts={list.data?.counts} deviceCount={device?.count} />
      <Gate isOpen={isOpen}>
        {device ? (
          <DeviceFilterBar search={filters.search} device={device} onChange={select} />
        ) : (
          <AlbumFilterBar
            filters={filters}
            years={list.data?.years ?? NO_YEARS}
            marks={marks}
            onChange={select}
            onJump={goTo}
          />
        )}
        <Result list={list} search={filters.search} text={device?.text} onReset={reset} />
        {failed}
        {filters.search !== '' && (
          <ArchiveSongs
            text={filters.search}
            songs={songs}
            current={current}
            albumPath={address.trackPath}
            renderSelected={selectedBar}
          />
        )}
        {hasSongs && albums !== undefined && albums.length > 0 && (
          <AlbumsHeading count={list.data?.total ?? albums.length} />
        )}
        {isOpen && !reset && !device && <ComingPremieres />}
        {albums?.length === 0 && <NoAlbums isAdmin={isAdmin} onReset={reset} />}
        {!failed && albums?.length !== 0 && (
          <AlbumGrid
            albums={device?.albums ?? albums}
            first={first}
            goal={goal}
            isLoading={list.isFetching}
            hasFailed={list.isFetchPreviousPageError}
            onPrevious={earlier}
            onFar={jump}
            openTitle={openTitle}
            current={current}
            onPlay={playAlbum}
            onShuffle={isOpen ? shuffleAlbum : undefined}
            panelActions={isOpen ? downloadButton : undefined}
            panelFoot={isOpen ? panelFoot : undefined}
            actions={trackActions}
            albumActions={isOpen ? albumActions : undefined}
            onMenu={isOpen ? openTrackMenu : undefined}
            renderSelected={isOpen ? selectedBar : undefined}
            onAlbumMenu={isOpen ? openAlbumMenu : undefined}
            editPath={isAdmin ? editPath : undefined}
            linkedId={link.highlightedId}
            onToggle={toggle}
            arrival={isBack ? place.arrival : undefined}
            onLeave={(where) =>
              place.leave({ ...where, open: albums?.find(({ albumTitel }) => albumTitel === openTitle) })
            }
          />
        )}
        {list.hasNextPage && albums === list.albums && (
          <LoadMore isLoading={list.isFetching} hasFailed={list.isFetchNextPageError} onMore={more} />
        )}
        {!reset && !device && !list.hasNextPage && <ClosedAlbums access={access} />}
      </Gate>
      <ScrollToTop />
      <FollowedLink link={link} currentId={current?.id} />
    </>
  )
}
