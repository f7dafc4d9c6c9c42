import type { Video } from '@tonarchiv/contract/videos'
import Clapperboard from 'lucide-react/icons/clapperboard'
import Ellipsis from 'lucide-react/icons/ellipsis'
import type { OwnAccess } from '@tonarchiv/contract/own-access'
import { albumsText } from '@tonarchiv/contract/scope-text'
import KeyRound from 'lucide-react/icons/key-round'
import MessageSquareShare from 'lucide-react/icons/message-square-share'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useCallback, useEffect, useRef, useState } from 'react'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { ShareItem, subjectOfVideo } from '#features/cards/index.ts'
import { useOwnAccess } from '#features/own-access/index.ts'
import { openShare } from '#features/moments/index.ts'
import { askToOpenRoom, OpenRoomItem, roomWithVideo } from '#features/rooms/index.ts'
import {
  listProblem,
  useVideoChoice,
  useVideos,
  VideoGrid,
  VideoGridSkeleton,
  VideoStage,
} from '#features/videos/index.ts'
import { formatNumber } from '#format.ts'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useNearEnd } from '#ui/hooks/use-near-end.ts'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './VideosPage.module.css'

/** The page `/videos`, for members with archive access. See docs/product.md §11.2. */
export function VideosPage() {
  const user = useUser()
  const access = useOwnAccess()
  if (!user) return null
  if (!hasAccess(user)) return <Locked />
  return access !== undefined && !access.scope.hasVideos ? (
    <NotIncluded access={access} />
  ) : (
    <Videos userId={user.id} />
  )
}

function Locked() {
  usePageTitle('Videos')
  return (
    <>
      <header className={styles.head}>
        <h1>Videos</h1>
      </header>
      <EmptyState
        title="Zugang verweigert"
        drawing="keyhole"
        action={
          <Button kind="primary" onClick={openKeyDialog}>
            <KeyRound className="icon icon-small" aria-hidden />
            Zugangsschlüssel eingeben
          </Button>
        }
      >
        Für die Videos brauchst du einen gültigen Zugangsschlüssel.
      </EmptyState>
    </>
  )
}

/** Shown to members whose keys open no videos. */
function NotIncluded({ access: { scope } }: { access: OwnAccess }) {
  usePageTitle('Videos')
  return (
    <>
      <header className={styles.head}>
        <h1>Videos</h1>
      </header>
      <EmptyState
        title="Videos sind nicht dabei"
        drawing="video"
        action={<Button onClick={openKeyDialog}>Weiteren Schlüssel eingeben</Button>}
      >
        Dein Schlüssel öffnet {albumsText(scope.albumCount)}. Für Videos brauchst du einen weiteren.
      </EmptyState>
    </>
  )
}

function Videos({ userId }: { userId: string }) {
  const { data, error, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useVideos()
  const { chosenId, choose, close } = useVideoChoice()
  const [isPlaying, setIsPlaying] = useState(false)
  const videos = data?.videos
  const current = videos?.find(({ id }) => id === chosenId)
  const currentId = current?.id
  usePageTitle(current?.title ?? 'Videos')

  /** The id of the video that was just chosen, until its player is mounted. */
  const chosen = useRef<string>(undefined)
  useEffect(() => {
    // Scrolls only after the player is mounted. Before that, the growing content would interrupt the smooth scrolling.
    if (currentId !== undefined && currentId === chosen.current) scrollUp()
    chosen.current = undefined
  }, [currentId])

  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const end = useNearEnd(hasNextPage && !isFetchingNextPage && !isError, more)

  const isMissing = videos !== undefined && chosenId !== undefined && !current
  useEffect(() => {
    if (!isMissing || isFetchingNextPage || isError) return
    if (hasNextPage) more()
    else {
      showToast('Dieses Video gibt es nicht mehr', { kind: 'error' })
      close()
    }
  }, [isMissing, isFetchingNextPage, isError, hasNextPage, more, close])

  if (!videos) {
    return (
      <>
        <header className={styles.head}>
          <h1>Videos</h1>
        </header>
        {isError ? <Failed failure={error} onRetry={() => void refetch()} /> : <VideoGridSkeleton />}
      </>
    )
  }
  return (
    <>
      {current ? (
        <>
          <VideoStage
            video={current}
            userId={userId}
            onPlaying={setIsPlaying}
            onClose={() => closeAt(current.id, close)}
            actions={
              <>
                <Button small aria-haspopup="dialog" onClick={() => askToOpenRoom(roomWithVideo(current))}>
                  <Clapperboard className="icon icon-small" aria-hidden />
                  Kinoabend öffnen
                </Button>
                <Button small onClick={() => openShare(subjectOfVideo(current))}>
                  <MessageSquareShare className="icon icon-small" aria-hidden />
                  Im Chat teilen
                </Button>
              </>
            }
          />
          <h2 className={styles.all}>Alle Videos</h2>
        </>
      ) : (
        <header className={styles.head}>
          <h1>Videos</h1>
          {videos.length > 0 && (
            <Text as="p" tone="muted">
              {countOf(data.total)}
            </Text>
          )}
        </header>
      )}
      {videos.length === 0 && <EmptyState title="Keine Videos verfügbar" drawing="video" />}
      <VideoGrid
        videos={videos}
        current={current && { id: current.id, isPlaying }}
        menuOf={menuOf}
        onChoose={(video) => {
          if (video.id === currentId) scrollUp()
          else chosen.current = video.id
          choose(video)
        }}
      />
      <div ref={end} className={styles.end}>
        {isError && <Failed failure={error} onRetry={more} />}
      </div>
    </>
  )
}

const menuOf = (video: Video) => <VideoMenu video={video} />

function VideoMenu({ video }: { video: Video }) {
  return (
    <MenuButton
      label={`Mehr zu ${video.title}`}
      className={iconButtonClass}
      align="end"
      trigger={<Ellipsis className="icon" aria-hidden />}
    >
      <OpenRoomItem kind="video" subject={() => roomWithVideo(video)} />
      <ShareItem subject={subjectOfVideo(video)} />
    </MenuButton>
  )
}

function Failed({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  return (
    <EmptyState
      failed
      title={listProblem(failure)}
      action={
        <Button kind="inverse" onClick={onRetry}>
          <RefreshCw className="icon icon-small" aria-hidden />
          Erneut versuchen
        </Button>
      }
    />
  )
}

function countOf(total: number): string {
  return total === 1 ? '1 Video' : `${formatNumber(total)} Videos`
}

/** Scrolls to the video player after a video was chosen. See docs/product.md §11.3. */
function scrollUp(): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  globalThis.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
}

/** Closes the video, and moves the focus to its card in the grid. */
function closeAt(id: string, close: () => void): void {
  close()
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-video="${CSS.escape(id)}"]`)?.focus({ preventScroll: true }),
  )
}
