import { keyRequired } from '@tonarchiv/contract/refusal'
import type { AlbumPage } from '@tonarchiv/contract/catalog'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { AlbumShelf, useNewestAlbums } from '#features/catalog/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { isSounding, getPlayer, usePlayer } from '#features/player/index.ts'
import { PremiereCard, PremiereNotices } from '#features/premieres/index.ts'
import { TopTracks, useTopTracks } from '#features/plays/index.ts'
import { openTrackMenu, TrackMenuButton, trackOfTopTrack, type Track } from '#features/tracks/index.ts'
import { RoomsCard } from '#features/rooms/index.ts'
import { formatNumber } from '#format.ts'
import { usePageTitle } from '#page-title.ts'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { LockedBand } from '#ui/components/content/LockedBand.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { useDeferredMount } from '#ui/hooks/use-deferred-mount.ts'
import styles from './HomePage.module.css'
import { NowPlayingCard } from './HomePageNowPlaying.tsx'
import { selectedBar } from './selected-bar.tsx'
import { RecentAlbums } from './HomePageRecent.tsx'

const TOP_TRACKS_SOURCE = { title: 'Top Tracks', path: '/' }

/**
 * The page `/`: a link to the archive, new albums, the most played tracks, and the playing track. See docs/product.md
 * §2.4.
 */
export function HomePage() {
  const user = useUser()
  usePageTitle('Home')
  if (user === undefined) return null
  return <Home isOpen={hasAccess(user)} />
}

function Home({ isOpen }: { isOpen: boolean }) {
  const newest = useNewestAlbums(isOpen ? 'whole' : 'preview')
  const top = useTopTracks({ enabled: isOpen })
  const currentAlbum = usePlayer(({ track }) => track?.album)
  const hasShelf = useDeferredMount(newest.data !== undefined, false)
  const currentId = usePlayer(({ track }) => track?.id)
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  const hero = (
    <Hero isTitled={isOpen} text={newest.data && isOpen ? albumCount(newest.data.counts) : undefined}>
      {hasShelf && (
        <AlbumShelf scope={isOpen ? 'whole' : 'preview'} playing={currentAlbum} className={styles.shelf} />
      )}
    </Hero>
  )
  return (
    <>
      <PremiereNotices />
      {!isOpen && <h1 className={styles.heading}>Willkommen im Archive</h1>}
      <div className={styles.home}>
        {isOpen ? (
          <Surface className={classNames(styles.hero, styles.wide)}>
            {/* Covers the whole card, for pointers. The button in the card is for keyboards and screen readers. */}
            <Link to="/archive" className={styles.whole} tabIndex={-1} aria-hidden />
            {hero}
          </Surface>
        ) : (
          <LockedBand
            className={classNames(styles.locked, styles.wide)}
            text={keyRequired.text}
            action={
              <Button kind="ink" small onClick={openKeyDialog}>
                Zugangsschlüssel eingeben
              </Button>
            }
          >
            <Surface className={styles.hero}>{hero}</Surface>
          </LockedBand>
        )}
        <PremiereCard className={styles.beside} onEnterKey={openKeyDialog} />
        <RoomsCard className={styles.beside} />
        <section className={styles.wide}>
          <h2 className={styles.title}>Zuletzt Hochgeladen</h2>
          <Gate isOpen={isOpen}>
            {newest.isError && !newest.data ? (
              <LoadingFailed onRetry={() => void newest.refetch()} />
            ) : (
              <RecentAlbums albums={newest.data?.albums} hasMenus={isOpen} />
            )}
          </Gate>
        </section>
        <Gate isOpen={isOpen}>
          <Surface as="section" className={styles.top}>
            {top.isError && !top.data ? (
              <>
                <h2 className={styles.title}>Top Tracks</h2>
                <LoadingFailed onRetry={() => void top.refetch()} />
              </>
            ) : (
              <TopTracks
                tracks={top.data}
                current={currentId === undefined ? undefined : { id: currentId, isSounding: isSoundingNow }}
                onPlay={(track) =>
                  getPlayer().choose(top.data?.map(trackOfTopTrack) ?? [], track, TOP_TRACKS_SOURCE)
                }
                actions={isOpen ? menuButton : undefined}
                link={
                  isOpen && (
                    <Link to="/history" className={buttonClass({ kind: 'ghost', small: true })}>
                      Zuletzt gehört
                    </Link>
                  )
                }
                onMenu={isOpen ? openTrackMenu : undefined}
                renderSelected={isOpen ? selectedBar : undefined}
              />
            )}
          </Surface>
        </Gate>
        <Gate isOpen={isOpen}>
          <NowPlayingCard />
        </Gate>
      </div>
    </>
  )
}

function albumCount(counts: AlbumPage['counts']): string {
  const count = Object.values(counts).reduce((sum, ofType) => sum + ofType, 0)
  return count === 1 ? '1 Album' : `${formatNumber(count)} Alben`
}

function menuButton(track: Track) {
  return <TrackMenuButton track={track} />
}

/** Content for members with archive access; for others it is covered by a paper band. */
function Gate({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  if (isOpen) return children
  return (
    <LockedBand small className={styles.lockedBand} text={keyRequired.text}>
      {children}
    </LockedBand>
  )
}

function LoadingFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <p>Fehler beim Laden</p>
      <Button small onClick={onRetry}>
        Erneut versuchen
      </Button>
    </div>
  )
}

interface HeroProps {
  text?: string | undefined
  /** Whether the heading of the page is in this part. */
  isTitled: boolean
  /** Content that is shown beside the text. */
  children: ReactNode
}

function Hero({ text = 'Alben, Tracks und Fundstücke an einem Ort.', isTitled, children }: HeroProps) {
  return (
    <>
      <div className={styles.text}>
        {isTitled && (
          <h1>
            Willkommen <br />
            im Archive
          </h1>
        )}
        <p>{text}</p>
        <Link to="/archive" className={`${buttonClass({ kind: 'primary' })} ${styles.go}`}>
          Zum Archiv <ArrowRight className="icon icon-small" aria-hidden />
        </Link>
      </div>
      {children}
    </>
  )
}
