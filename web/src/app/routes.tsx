import type { User } from '@tonarchiv/contract/users'
import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { ResetPassword, RestoreEmail, VerifyEmail } from '#features/auth/index.ts'
import { ForbiddenPage, NotFoundPage } from '#pages/ErrorPage.tsx'
import { breathe } from '#ui/breathe.ts'
import { AdminOnly } from './guards.tsx'
import { Shell } from './layout/Shell.tsx'

const loadHomePage = () => import('#pages/HomePage.tsx')
const loadArchivePage = () => import('#pages/ArchivePage.tsx')
const loadAdminPage = () => import('#pages/AdminPage.tsx')
const loadChatPage = () => import('#pages/ChatPage.tsx')
const loadFriendsPage = () => import('#pages/FriendsPage.tsx')
const loadFavoritesPage = () => import('#pages/FavoritesPage.tsx')
const loadSettingsPage = () => import('#pages/SettingsPage.tsx')
const loadVideosPage = () => import('#pages/VideosPage.tsx')

const HomePage = lazy(async () => ({ default: (await loadHomePage()).HomePage }))
const ArchivePage = lazy(async () => ({ default: (await loadArchivePage()).ArchivePage }))
const AdminPage = lazy(async () => ({ default: (await loadAdminPage()).AdminPage }))
const ChatPage = lazy(async () => ({ default: (await loadChatPage()).ChatPage }))
const FriendsPage = lazy(async () => ({ default: (await loadFriendsPage()).FriendsPage }))
const FavoritesPage = lazy(async () => ({ default: (await loadFavoritesPage()).FavoritesPage }))
const SettingsPage = lazy(async () => ({ default: (await loadSettingsPage()).SettingsPage }))
const VideosPage = lazy(async () => ({ default: (await loadVideosPage()).VideosPage }))

/** Every path of a verified account. Spec §2. */
export function AppRoutes({ user }: { user: User }) {
  return (
    <Routes>
      <Route element={<Shell user={user} />}>
        <Route index element={<HomePage />} />
        <Route path="archive" element={<ArchivePage />} />
        <Route path="chat" element={<ChatPage />} />
        <Route path="favorites" element={<FavoritesPage />} />
        <Route path="friends" element={<FriendsPage />} />
        <Route path="settings" element={<SettingsPage />} />
        <Route path="videos" element={<VideosPage />} />
        <Route path="admin" element={<AdminOnly user={user} page={<AdminPage />} />} />
        <Route path="403" element={<ForbiddenPage />} />
        {/* Where one comes from after logging in. */}
        <Route path="login" element={<Navigate to="/" replace />} />
        <Route path="register" element={<Navigate to="/" replace />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route path="verify-email" element={<VerifyEmail />} />
      <Route path="restore-email" element={<RestoreEmail />} />
      <Route path="reset-password/:resetToken" element={<ResetPassword />} />
    </Routes>
  )
}

/** Fetches the page of this path while the account is still being asked for. */
export function fetchPage(path: string): void {
  const load = path === '/' ? loadHomePage : path === '/archive' ? loadArchivePage : undefined
  // What does not come now comes, or fails, when it is drawn.
  load?.().catch(() => undefined)
}

/** Fetches the pages that come in chunks of their own, one by one, so that going there does not wait for the network. */
export async function prefetchPages({ isAdmin }: User): Promise<void> {
  const pages = [
    loadHomePage,
    loadArchivePage,
    loadFavoritesPage,
    loadChatPage,
    loadFriendsPage,
    loadVideosPage,
    loadSettingsPage,
  ]
  for (const load of isAdmin ? [...pages, loadAdminPage] : pages) {
    await load()
    await breathe()
  }
}
