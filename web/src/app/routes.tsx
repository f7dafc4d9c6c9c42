import type { User } from '@tonarchiv/contract/users'
import { lazy, type ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { ResetPassword, RestoreEmail, VerifyEmail } from '#features/auth/index.ts'
import { ForbiddenPage, NotFoundPage } from '#pages/ErrorPage.tsx'
import { Shell } from './layout/Shell.tsx'
import { lazyPage } from './layout/lazy-page.ts'

const HomePage = lazyPage(async () => (await import('#pages/HomePage.tsx')).HomePage)
const ArchivePage = lazyPage(async () => (await import('#pages/ArchivePage.tsx')).ArchivePage)
export const AdminPage = lazyPage(async () => (await import('#pages/AdminPage.tsx')).AdminPage)
const EditAlbumPage = lazyPage(async () => (await import('#pages/EditAlbumPage.tsx')).EditAlbumPage)
const EditLyricsPage = lazyPage(async () => (await import('#pages/EditLyricsPage.tsx')).EditLyricsPage)
const ChatPage = lazyPage(async () => (await import('#pages/ChatPage.tsx')).ChatPage)
const FriendsPage = lazyPage(async () => (await import('#pages/FriendsPage.tsx')).FriendsPage)
const InboxPage = lazyPage(async () => (await import('#pages/InboxPage.tsx')).InboxPage)
const MessagesPage = lazyPage(async () => (await import('#pages/MessagesPage.tsx')).MessagesPage)
const FavoritesPage = lazyPage(async () => (await import('#pages/FavoritesPage.tsx')).FavoritesPage)
export const PlaylistPage = lazyPage(async () => (await import('#pages/PlaylistPage.tsx')).PlaylistPage)
const PlaylistsPage = lazyPage(async () => (await import('#pages/PlaylistsPage.tsx')).PlaylistsPage)
const HistoryPage = lazyPage(async () => (await import('#pages/HistoryPage.tsx')).HistoryPage)
const ArtistPage = lazyPage(async () => (await import('#pages/ArtistPage.tsx')).ArtistPage)
const InvitePage = lazyPage(async () => (await import('#pages/InvitePage.tsx')).InvitePage)
const RoomPage = lazyPage(async () => (await import('#pages/RoomPage.tsx')).RoomPage)
const PremierePage = lazyPage(async () => (await import('#pages/PremierePage.tsx')).PremierePage)
const RoomsPage = lazyPage(async () => (await import('#pages/RoomsPage.tsx')).RoomsPage)
const SearchPage = lazyPage(async () => (await import('#pages/SearchPage.tsx')).SearchPage)
const SharedPage = lazyPage(async () => (await import('#pages/SharedPage.tsx')).SharedPage)
const SettingsPage = lazyPage(async () => (await import('#pages/SettingsPage.tsx')).SettingsPage)
const VideosPage = lazyPage(async () => (await import('#pages/VideosPage.tsx')).VideosPage)

// These screens are outside of the shell. React keeps the previous screen until their code is loaded.
const ConnectAppPage = lazy(async () => ({
  default: (await import('#pages/ConnectAppPage.tsx')).ConnectAppPage,
}))
const KeyOfferPage = lazy(async () => ({ default: (await import('#pages/KeyOfferPage.tsx')).KeyOfferPage }))
const KeySheetPage = lazy(async () => ({ default: (await import('#pages/KeySheetPage.tsx')).KeySheetPage }))

/** All routes of an account with a verified address. See docs/product.md §2.1. */
export function AppRoutes({ user }: { user: User }) {
  return (
    <Routes>
      <Route element={<Shell user={user} />}>
        <Route index element={<HomePage />} />
        <Route path="archive" element={<ArchivePage />} />
        <Route path="artists/:id" element={<ArtistPage />} />
        <Route path="chat" element={<ChatPage />} />
        <Route path="messages" element={<MessagesPage />} />
        <Route path="messages/:id" element={<MessagesPage />} />
        <Route path="favorites" element={<FavoritesPage />} />
        <Route path="friends" element={<FriendsPage />} />
        <Route path="inbox" element={<InboxPage />} />
        <Route path="playlists" element={<PlaylistsPage />} />
        <Route path="playlists/:id" element={<PlaylistPage />} />
        <Route path="history" element={<HistoryPage />} />
        <Route path="invite" element={<InvitePage />} />
        <Route path="rooms" element={<RoomsPage />} />
        <Route path="rooms/:id" element={<RoomPage />} />
        <Route path="premieres/:id" element={<PremierePage />} />
        <Route path="search" element={<SearchPage />} />
        <Route path="share" element={<SharedPage />} />
        <Route path="settings" element={<SettingsPage />} />
        <Route path="videos" element={<VideosPage />} />
        <Route path="admin" element={<AdminOnly user={user} page={<AdminPage />} />} />
        <Route path="admin/albums/:id" element={<AdminOnly user={user} page={<EditAlbumPage />} />} />
        <Route
          path="admin/albums/:id/lyrics/:trackId"
          element={<AdminOnly user={user} page={<EditLyricsPage />} />}
        />
        <Route path="403" element={<ForbiddenPage />} />
        {/* Directly after a login, the URL still has the path of the form. */}
        <Route path="login" element={<Navigate to="/" replace />} />
        <Route path="register" element={<Navigate to="/" replace />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route path="admin/keys/:id" element={<AdminOnly user={user} page={<KeySheetPage />} />} />
      <Route path="k/:key" element={<KeyOfferPage />} />
      <Route path="connect-app" element={<ConnectAppPage />} />
      <Route path="verify-email" element={<VerifyEmail />} />
      <Route path="restore-email" element={<RestoreEmail />} />
      <Route path="reset-password/:resetToken" element={<ResetPassword />} />
    </Routes>
  )
}

/**
 * Renders a page for admins. Other members are redirected to /403, which replaces the history entry. See
 * docs/product.md §2.3.
 */
function AdminOnly({ user, page }: { user: User; page: ReactNode }) {
  return user.isAdmin ? page : <Navigate to="/403" replace />
}

/** The pages by their paths. The admin panel is not in this list. */
export const PAGES = new Map([
  ['/', HomePage],
  ['/archive', ArchivePage],
  ['/favorites', FavoritesPage],
  ['/history', HistoryPage],
  ['/chat', ChatPage],
  ['/messages', MessagesPage],
  ['/friends', FriendsPage],
  ['/inbox', InboxPage],
  ['/invite', InvitePage],
  ['/playlists', PlaylistsPage],
  ['/rooms', RoomsPage],
  ['/search', SearchPage],
  ['/videos', VideosPage],
  ['/settings', SettingsPage],
])

function pageAt(path: string) {
  if (path.startsWith('/artists/')) return ArtistPage
  if (path.startsWith('/messages/')) return MessagesPage
  if (path.startsWith('/rooms/')) return RoomPage
  if (path.startsWith('/premieres/')) return PremierePage
  return path.startsWith('/playlists/') ? PlaylistPage : PAGES.get(path)
}

/** Loads the code of the page at this path while the account is still being requested. */
export function fetchPage(path: string): void {
  // A failed load is repeated, and its failure is reported, when the page is rendered.
  pageAt(path)
    ?.fetch()
    .catch(() => undefined)
}
