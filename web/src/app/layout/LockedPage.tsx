import type { ReactNode } from 'react'
import { useIsConnectionLost } from '#client/connection.ts'
import { lockText, useOffline } from '#features/offline-copies/index.ts'
import { LockedBand } from '#ui/components/content/LockedBand.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

/**
 * Shows a paper band instead of the page while the copies are locked and there is no connection. The settings stay
 * visible, because they list the copies.
 */
export function LockedPage({ path, children }: { path: string; children: ReactNode }) {
  const isLost = useIsConnectionLost()
  const lockedSince = useOffline(({ view }) => view.lockedSince)
  if (!isLost || lockedSince === undefined || path === '/settings') return children
  return (
    <LockedBand text={lockText(lockedSince)}>
      <PageSkeleton path={path} />
    </LockedBand>
  )
}
