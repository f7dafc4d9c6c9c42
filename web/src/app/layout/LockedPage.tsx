import type { ReactNode } from 'react'
import { useIsConnectionLost } from '#client/connection.ts'
import { lockText, useOffline } from '#features/offline-copies/index.ts'
import { LockedBand } from '#ui/components/content/LockedBand.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

/**
 * While the copies are locked and there is no connection, shows a notice in the form of a paper band instead of the
 * page. The settings page stays visible, because it lists the copies.
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
