import type { Album } from '@tonarchiv/contract/catalog'
import type { Playlist } from '@tonarchiv/contract/playlists'
import type { PublicProfile } from '@tonarchiv/contract/presence'
import type { User } from '@tonarchiv/contract/users'
import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { Link, NavigationType, NavLink, Outlet, useLocation, useNavigationType } from 'react-router'
import { KeyBanner, KeyDialog, PendingKey } from '#features/access-keys/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { useIsConnectionLost } from '#client/connection.ts'
import {
  ShareItem,
  ShareTrackItems,
  subjectOfAlbum,
  subjectOfPlaylist,
  subjectOfTrack,
} from '#features/cards/index.ts'
import { editAlbumPath, editLyricsPath } from '#features/catalog/index.ts'
import { LikeAllMenuItem, LikeButton, LikeMenuItem } from '#features/favorites/index.ts'
import { InstallHint } from '#features/install/index.ts'
import type { ShareTargets as ShareTargetsSlot } from '#features/moments/index.ts'
import {
  AlbumMenuItems,
  getOwnPlayer,
  PlayerBar,
  PlaylistDownloadItem,
  TrackMenuItems,
  TracksMenuItems,
  useQueuePanel,
} from '#features/player/index.ts'
import { AddToPlaylistItem, addToPlaylist, saveAsPlaylist } from '#features/playlists/index.ts'
import {
  isPlayable,
  TrackMenu,
  tracksOfAlbum,
  type Go,
  type PlayableTrack,
  type Track,
} from '#features/tracks/index.ts'
import { AvatarDialogHost } from '#features/settings/index.ts'
import {
  LeaveRoomQuestion,
  ListenAlong,
  OpenRoomItem,
  roomWithAlbum,
  roomWithPlaylist,
  roomWithTrack,
  useOpenRoomDialog,
  usePlayerRoom,
} from '#features/rooms/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { unavailableLink } from '#ui/dom/unavailable-link.ts'
import { Sheet } from '#ui/components/overlays/Sheet.tsx'
import { Toaster } from '#ui/components/overlays/Toaster.tsx'
import { useIsRootMarked } from '#ui/dom/root-mark.ts'
import { lazyPart } from '#ui/hooks/lazy-part.ts'
import { useDeferredMount } from '#ui/hooks/use-deferred-mount.ts'
import { useLaunches } from '../connections/use-launches.ts'
import { connectPlayerListeners } from '../connections/player-listeners.ts'
import { ConnectionBar } from './ConnectionBar.tsx'
import { LockedPage } from './LockedPage.tsx'
import { Brand, Navigation, type LinkOf } from './Navigation.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import styles from './Shell.module.css'
import { TopBar } from './TopBar.tsx'
import { useSearchKey } from '../search/use-search-key.ts'
import { WaitingNotice } from './WaitingNotice.tsx'
import { MessagesMark } from './MessagesMark.tsx'
import { RoomsMark } from './RoomsMark.tsx'
import { VideosMark } from './VideosMark.tsx'
import { UnreadMark } from './UnreadMark.tsx'
import { selectedBar } from '../../pages/selected-bar.tsx'
import { usePlayingSource } from '../../pages/use-playing-source.ts'
import { useRealtime } from '../connections/use-realtime.ts'

const PageLink: LinkOf = ({ to, className, isAway = false, children }) => (
  <NavLink to={to} end={to === '/'} className={className} {...unavailableLink(isAway)}>
    {children}
  </NavLink>
)

/** Pages that show nothing without a connection. */
const ONLINE_PAGES: ReadonlySet<string> = new Set(['/videos', '/messages', '/rooms', '/admin'])

/** Pages with a conversation. */
const CHATS = /^\/(?:chat$|messages\/|rooms\/)/

/** The React key of a page. All conversations have the same key, so that their list is not mounted again. */
function pageKey(path: string): string {
  return path.startsWith('/messages/') ? '/messages' : path
}

const HomeLink: LinkOf = ({ to, className, children }) => (
  <Link to={to} className={className}>
    {children}
  </Link>
)

/**
 * Scrolls a newly opened page to its top and moves the focus there, so that users of keyboards and screen readers start
 * at its beginning.
 */
function usePageStart(main: React.RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (type !== NavigationType.Pop) globalThis.scrollTo({ top: 0, behavior: 'instant' })
    main.current?.focus({ preventScroll: true })
  }, [pathname, type, main])
}

/**
 * A link that skips the navigation. It moves the focus to the element with `data-page-start` inside the target; without
 * such an element, to the target itself.
 */
function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      className={styles.skip}
      href={to}
      onClick={(event) => {
        // The URL is not changed, because otherwise Back would lead to the same page.
        event.preventDefault()
        const place = document.querySelector<HTMLElement>(`${to} [data-page-start]`)
        const target = place ?? document.querySelector<HTMLElement>(to)
        target?.focus()
      }}
    >
      {children}
    </a>
  )
}

function likeButton(track: Track) {
  return isPlayable(track) && <LikeButton track={track} keyShortcut="L" />
}

function trackActions(track: Track, go: Go) {
  const actions = isPlayable(track) && (
    <>
      <AddToPlaylistItem tracks={[track]} />
      <LikeMenuItem track={track} />
      <ShareTrackItems track={track} />
      <OpenRoomItem subject={() => roomFromTrack(track)} />
    </>
  )
  return (
    <>
      <TrackMenuItems track={track} actions={actions} go={go} />
      <EditItem path={`${editAlbumPath(track.albumId ?? track.album)}?track=${track.id}`} go={go}>
        Track bearbeiten
      </EditItem>
      {isPlayable(track) && (
        <EditItem path={editLyricsPath(track.albumId ?? track.album, track.id)} go={go}>
          Songtext bearbeiten
        </EditItem>
      )}
    </>
  )
}

/** The actions for the queue that members with archive access have. */
const queueActions = {
  menuItems: (track: Track) => (
    <>
      <AddToPlaylistItem tracks={[track]} />
      <ShareItem subject={subjectOfTrack(track)} />
    </>
  ),
  onSaveQueue: saveAsPlaylist,
  onAddQueue: addToPlaylist,
  renderSelected: selectedBar,
}

function tracksActions(tracks: readonly PlayableTrack[]) {
  return (
    <>
      <TracksMenuItems tracks={tracks} />
      <AddToPlaylistItem tracks={tracks} />
      <LikeAllMenuItem tracks={tracks} />
    </>
  )
}

/** A listening room for this track. It starts at the current position if the track is the one in the player. */
function roomFromTrack(track: Track) {
  const { track: current, positionSeconds } = getOwnPlayer().state.getState()
  return roomWithTrack(track, current?.id === track.id ? positionSeconds : 0)
}

function albumActions(album: Album, go: Go) {
  const actions = (
    <>
      <AddToPlaylistItem tracks={tracksOfAlbum(album)} />
      <ShareItem subject={subjectOfAlbum(album)} />
      <OpenRoomItem subject={() => roomWithAlbum(album)} />
    </>
  )
  return (
    <>
      <AlbumMenuItems album={album} actions={actions} go={go} />
      <EditItem path={editAlbumPath(album.albumId)} go={go}>
        Album bearbeiten
      </EditItem>
    </>
  )
}

/** A menu item for admins. It opens the page on which an album's fields are edited. */
function EditItem({ path, go, children }: { path: string; go: Go; children: string }) {
  const user = useUser()
  if (user?.isAdmin !== true) return null
  return (
    <MenuItem href={path} icon={<Pencil className="icon" aria-hidden />} onSelect={() => go(path)}>
      {children}
    </MenuItem>
  )
}

const AddToPlaylistDialog = lazyPart(
  async () => (await import('#features/playlists/index.ts')).AddToPlaylistDialog,
)
const SaveAsPlaylistDialog = lazyPart(
  async () => (await import('#features/playlists/index.ts')).SaveAsPlaylistDialog,
)
const PlaylistNavigation = lazyPart(
  async () => (await import('#features/playlists/index.ts')).PlaylistNavigation,
)
const PlaylistMenuItems = lazyPart(
  async () => (await import('#features/playlists/index.ts')).PlaylistMenuItems,
)
const ShareDialog = lazyPart(async () => (await import('#features/cards/index.ts')).ShareDialog)
const OpenRoomDialog = lazyPart(async () => (await import('#features/rooms/index.ts')).OpenRoomDialog)
const ChooseForRoom = lazyPart(async () => (await import('#features/rooms/index.ts')).ChooseForRoom)
const ProfileDialog = lazyPart(async () => (await import('#features/presence/index.ts')).ProfileDialog)
const BlockQuestionHost = lazyPart(
  async () => (await import('#features/conversations/index.ts')).BlockQuestionHost,
)
const ShareTargets = lazyPart(async () => (await import('#features/conversations/index.ts')).ShareTargets)
const ProfileActions = lazyPart(async () => (await import('./ProfileActions.tsx')).ProfileActions)
const SearchHost = lazyPart(async () => (await import('../search/SearchHost.tsx')).SearchHost)

const shareTargets: ShareTargetsSlot = (chosen) => <ShareTargets {...chosen} />
const profileActions = (profile: PublicProfile) => <ProfileActions profile={profile} />

const MARKS = {
  '/videos': <VideosMark />,
  '/chat': <UnreadMark />,
  '/messages': <MessagesMark />,
  '/rooms': <RoomsMark />,
}

function PlaylistMenu({ playlist }: { playlist: Playlist }) {
  const user = useUser()
  if (!user) return null
  return (
    <PlaylistMenuItems playlist={playlist} userId={user.id}>
      <PlaylistDownloadItem playlist={playlist} disabled={playlist.entryCount === 0} />
      <ShareItem subject={subjectOfPlaylist(playlist)} />
      {playlist.entryCount > 0 && <OpenRoomItem subject={() => roomWithPlaylist(playlist)} />}
    </PlaylistMenuItems>
  )
}

function playlistMenu(playlist: Playlist) {
  return <PlaylistMenu playlist={playlist} />
}

/** The playlists in the sidebar. They are mounted after the page has rendered. */
function Playlists({ user }: { user: User }) {
  const canCreate = hasAccess(user)
  const playing = usePlayingSource()
  return (
    <PlaylistNavigation
      canCreate={canCreate}
      playing={playing}
      menuItems={canCreate ? playlistMenu : undefined}
    />
  )
}

/** The dialogs that open a room; their code is loaded when the member asks for one. */
function OpenRoom() {
  const isWanted = useOpenRoomDialog(({ subject, isChoosing }) => subject !== undefined || isChoosing)
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWasWanted(true)
  if (!wasWanted) return null
  return (
    <>
      <ChooseForRoom />
      <OpenRoomDialog />
    </>
  )
}

function Player({ user }: { user: User }) {
  return <PlayerBar room={usePlayerRoom()} actions={likeButton} {...(hasAccess(user) && queueActions)} />
}

const MessageCard = lazyPart(async () => (await import('#features/cards/index.ts')).MessageCard)

/** The card of the track that another member plays, with buttons that play and queue it. */
const trackCard = (id: string) => <MessageCard card={{ kind: 'track', id }} />

/** The frame around every page of a verified account: top bar, sidebar or drawer, player, dialogs, toasts. */
export function Shell({ user }: { user: User }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const isPhone = useMediaQuery(PHONE)
  const [drawerAt, setDrawerAt] = useState<string>()
  // What is not visible at first is mounted after the page has rendered.
  const stands = useDeferredMount(true, false)
  usePageStart(main)
  useSearchKey()
  useEffect(connectPlayerListeners, [])
  useRealtime(pathname)
  useLaunches()
  const isLost = useIsConnectionLost()
  const away = isLost ? ONLINE_PAGES : undefined
  const isQueueOpen = useQueuePanel(({ isOpen }) => isOpen)
  const isDocked = useIsRootMarked('data-docked-player')

  // The drawer closes when another page is opened, and when the window becomes wide enough for the sidebar.
  const isDrawerOpen = isPhone && drawerAt === pathname
  const closeDrawer = () => setDrawerAt(undefined)

  return (
    <>
      <SkipLink to="#main">Zum Inhalt springen</SkipLink>
      <SkipLink to="#player">Zum Player springen</SkipLink>
      <div className={styles.shell}>
        <aside className={styles.sidebar}>
          <Brand Link={HomeLink} />
          <Navigation Link={PageLink} isAdmin={user.isAdmin} marks={MARKS} {...(away && { away })}>
            {stands && !isPhone && <Playlists user={user} />}
          </Navigation>
        </aside>
        <TopBar
          user={user}
          path={pathname}
          Link={HomeLink}
          isDrawerOpen={isDrawerOpen}
          onOpenDrawer={() => setDrawerAt(pathname)}
        />
        <ConnectionBar />
        <main className={styles.page} id="main" tabIndex={-1} ref={main}>
          {!hasAccess(user) && <KeyBanner />}
          {/* Keyed by page: the old page is not shown until the new one is loaded. */}
          <PageBoundary key={pageKey(pathname)}>
            <LockedPage path={pathname}>
              <Outlet />
            </LockedPage>
          </PageBoundary>
        </main>
      </div>
      {stands ? (
        <>
          <Player user={user} />
          <TrackMenu {...{ trackActions, tracksActions, albumActions }} />
        </>
      ) : (
        <div className={styles.player} />
      )}
      {stands && (
        <>
          {isPhone && (
            <Sheet
              open={isDrawerOpen}
              onClose={closeDrawer}
              from="left"
              drag="never"
              className={styles.drawer}
              aria-label="Menü"
            >
              <div className={styles['drawer-head']}>
                <Brand Link={HomeLink} />
                <IconButton label="Menü schließen" onClick={closeDrawer}>
                  <X className="icon" aria-hidden />
                </IconButton>
              </div>
              <Navigation Link={PageLink} isAdmin={user.isAdmin} marks={MARKS} {...(away && { away })}>
                <Playlists user={user} />
              </Navigation>
            </Sheet>
          )}
          <AddToPlaylistDialog />
          <SaveAsPlaylistDialog />
          {hasAccess(user) && <ShareDialog targets={shareTargets} />}
          <SearchHost user={user} />
          <ProfileDialog card={trackCard} actions={profileActions} />
          <BlockQuestionHost />
          <LeaveRoomQuestion />
          <ListenAlong />
          <OpenRoom />
          <KeyDialog />
          <PendingKey />
          <AvatarDialogHost user={user} />
          {/* Conversations show their connection themselves, and their composer must not be covered. */}
          {!CHATS.test(pathname) && <WaitingNotice />}
          <InstallHint isBlocked={isQueueOpen || isDocked} />
          <Toaster />
        </>
      )}
    </>
  )
}
