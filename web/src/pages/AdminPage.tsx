import { adminFactorRequired } from '@tonarchiv/contract/refusal'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '#client/api-error.ts'
import { AuditLog } from '#features/audit-log/index.ts'
import { TrackManagement } from '#features/admin-albums/index.ts'
import { UserManagement } from '#features/admin-users/index.ts'
import { VideoManagement } from '#features/admin-videos/index.ts'
import { Reports, useOpenReports, useReadReportsAgain } from '#features/chat/index.ts'
import { AlbumForm, type PremiereSlot } from '#features/catalog/index.ts'
import { ClosedAlbums, PremiereFields } from '#features/premieres/index.ts'
import { useUser } from '#features/auth/index.ts'
import { usePageTitle } from '#page-title.ts'
import { CountBadge } from '#ui/components/content/CountBadge.tsx'
import { Tabs } from '#ui/components/controls/Tabs.tsx'
import { lazyPart } from '#ui/hooks/lazy-part.ts'
import { AdminKeys } from './AdminKeys.tsx'
import styles from './AdminPage.module.css'

const TABS = [
  { value: 'users', label: 'User Management' },
  { value: 'keys', label: 'Access Key Management' },
  { value: 'album', label: 'Add New Album' },
  { value: 'videos', label: 'Video Management' },
  { value: 'tracks', label: 'Track Management' },
  { value: 'reports', label: 'Meldungen', lang: 'de' },
  { value: 'acts', label: 'Activity Log' },
] as const
type Tab = (typeof TABS)[number]['value']

const RequiredFactor = lazyPart(async () => (await import('#features/settings/index.ts')).RequiredFactor)

/** The page `/admin`: the admin panel. The URL names the open section as `?tab=`. See docs/product.md §17.1. */
export function AdminPage() {
  const user = useUser()
  const [address, setUrl] = useSearchParams()
  const requested = address.get('tab')?.toLowerCase()
  const tab: Tab = TABS.find(({ value }) => value === requested)?.value ?? 'users'
  const { count, failure } = useOpenReports()
  const readReportsAgain = useReadReportsAgain()
  const lacksFactor = failure instanceof ApiError && failure.is(adminFactorRequired)
  const heading = useRef<HTMLHeadingElement>(null)
  const lackedFactor = useRef(lacksFactor)
  // The button that had the focus is gone once the factor is set up.
  useEffect(() => {
    if (lackedFactor.current && !lacksFactor) heading.current?.focus()
    lackedFactor.current = lacksFactor
  }, [lacksFactor])
  usePageTitle('Admin Panel')
  if (!user) return null
  const head = (
    <header className={styles.head}>
      <h1 lang="en" ref={heading} tabIndex={-1}>
        Admin Panel
      </h1>
    </header>
  )
  if (lacksFactor)
    return (
      <>
        {head}
        <RequiredFactor username={user.username} onDone={() => void readReportsAgain()} />
      </>
    )
  return (
    <>
      {head}
      <Tabs
        label="Admin Panel"
        lang="en"
        tabs={TABS}
        badges={{ reports: count > 0 && <CountBadge className={styles.count}>{count}</CountBadge> }}
        value={tab}
        onChange={(next) => setUrl({ tab: next }, { replace: true, preventScrollReset: true })}
      >
        {tab === 'users' && <UserManagement ownId={user.id} />}
        {tab === 'album' && <AlbumForm ownerId={user.id} premiere={premiereFields} />}
        {tab === 'keys' && <AdminKeys ownId={user.id} />}
        {tab === 'videos' && <VideoManagement ownerId={user.id} />}
        {tab === 'tracks' && (
          <>
            <ClosedAlbums />
            <TrackManagement ownerId={user.id} />
          </>
        )}
        {tab === 'reports' && <Reports />}
        {tab === 'acts' && <AuditLog />}
      </Tabs>
    </>
  )
}

function premiereFields(slot: PremiereSlot) {
  return <PremiereFields {...slot} />
}
