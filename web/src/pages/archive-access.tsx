import type { AlbumPage } from '@tonarchiv/contract/catalog'
import type { OwnAccess } from '@tonarchiv/contract/own-access'
import KeyRound from 'lucide-react/icons/key-round'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { AlbumCounters } from '#features/catalog/index.ts'
import { AccessChip, AccessNotices, ClosedShelf } from '#features/own-access/index.ts'
import { formatNumber } from '#format.ts'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { DeviceCounter } from './archive-on-device.tsx'
import styles from './ArchivePage.module.css'

/** Whether the keys of the member open only a part of the archive. */
export function isPartial(access: OwnAccess | undefined): access is OwnAccess {
  return access !== undefined && access.keys.length > 0 && access.scope.kind !== 'all'
}

interface ArchiveHeadProps {
  access: OwnAccess | undefined
  counts: AlbumPage['counts'] | undefined
  /** Set while only albums that are stored on this device are shown. */
  deviceCount: ComponentProps<typeof DeviceCounter>['count'] | undefined
}

/** The head of the page: the number of open albums, the member's access if it is limited, and changes of the access. */
export function ArchiveHead({ access, counts, deviceCount }: ArchiveHeadProps) {
  return (
    <>
      <header className={styles.head}>
        <h1>Archive</h1>
        {deviceCount !== undefined ? (
          <DeviceCounter count={deviceCount} />
        ) : isPartial(access) ? (
          <OpenCounter access={access} />
        ) : (
          <AlbumCounters counts={counts} />
        )}
        {access !== undefined && access.keys.length > 0 && (
          <AccessChip access={access} onEnterKey={openKeyDialog} />
        )}
      </header>
      {access !== undefined && <AccessNotices access={access} />}
    </>
  )
}

/** The number of open albums and of all albums, for example `5 von 77 Alben`. */
function OpenCounter({ access: { scope, archiveTotal } }: { access: OwnAccess }) {
  return (
    <p className={styles.counter}>
      <b>{formatNumber(scope.albumCount)}</b> von {formatNumber(archiveTotal)}{' '}
      {archiveTotal === 1 ? 'Album' : 'Alben'}
    </p>
  )
}

/** A note at the end of the list about the number of albums that the keys of the member do not open. */
export function ClosedAlbums({ access }: { access: OwnAccess | undefined }) {
  if (!isPartial(access)) return null
  const count = access.archiveTotal - access.scope.albumCount
  if (count <= 0) return null
  return (
    <ClosedShelf
      count={count}
      action={
        <Button kind="ink" small onClick={openKeyDialog}>
          Weiteren Schlüssel eingeben
        </Button>
      }
    />
  )
}

/** Shown for a link to an album that the member's keys do not open, or that does not exist. Does not reveal which. */
export function ClosedAlbum() {
  return (
    <EmptyState
      title="Das öffnet dein Schlüssel nicht"
      drawing="keyhole"
      action={
        <Button kind="primary" onClick={openKeyDialog}>
          <KeyRound className="icon icon-small" aria-hidden />
          Weiteren Schlüssel eingeben
        </Button>
      }
    >
      Oder es gibt das Album nicht. Mit einem weiteren Schlüssel siehst du mehr.{' '}
      <Link className="link" to="/archive" replace>
        Zu deinen Alben
      </Link>
    </EmptyState>
  )
}
