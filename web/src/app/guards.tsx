import type { User } from '@tonarchiv/contract/users'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'

/**
 * Shows a page to admins; other members are redirected to /403, which replaces the history entry. See
 * docs/product.md §2.3.
 */
export function AdminOnly({ user, page }: { user: User; page: ReactNode }) {
  return user.isAdmin ? page : <Navigate to="/403" replace />
}
