import type { Album } from '@tonarchiv/contract/catalog'
import { keyRequired } from '@tonarchiv/contract/refusal'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { editAlbumPath, LinkedTrackBanner, loadFailureText, ResetFilters } from '#features/catalog/index.ts'
import { LikeButton } from '#features/favorites/index.ts'
import { AlbumDownloadButton, playAlbum } from '#features/player/index.ts'
import { EveningCard } from '#features/premieres/index.ts'
import { CollectionControl } from '#features/offline-copies/index.ts'
import {
  AlbumMenuButton,
  isPlayable,
  TrackMenuButton,
  tracksOfAlbum,
  type Track,
} from '#features/tracks/index.ts'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LockedBand } from '#ui/components/content/LockedBand.tsx'
import type { useFollowedLink } from './archive-hooks.ts'
import styles from './ArchivePage.module.css'

/** Content that is covered by a paper band, which asks for an access key, if the archive is not open to the account. */
export function Gate({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  if (isOpen) return children
  return (
    <LockedBand
      bandClassName={styles.band}
      text={keyRequired.text}
      action={
        <Button kind="ink" small onClick={openKeyDialog}>
          Zugangsschlüssel eingeben
        </Button>
      }
    >
      <div className={styles.preview}>{children}</div>
    </LockedBand>
  )
}

/** Shown when no album matches the filters, or when the archive is empty. */
export function NoAlbums({ isAdmin, onReset }: { isAdmin: boolean; onReset: (() => void) | undefined }) {
  if (!onReset) return <EmptyArchive isAdmin={isAdmin} />
  return (
    <EmptyState title="Keine Alben gefunden" action={<ResetFilters onReset={onReset} />}>
      Versuche es mit einem anderen Suchbegriff oder Filter
    </EmptyState>
  )
}

/** Shown when the archive has no albums at all. */
function EmptyArchive({ isAdmin }: { isAdmin: boolean }) {
  return (
    <EmptyState
      title="Das Archiv ist noch leer"
      action={
        isAdmin && (
          <Link to="/admin?tab=album" className={buttonClass({ kind: 'primary' })}>
            Erstes Album hinzufügen
          </Link>
        )
      }
    >
      {isAdmin
        ? 'Lege das erste Album an, oder lies einen Ordner mit Musik auf dem Server ein.'
        : 'Sobald ein Album dazukommt, steht es hier.'}
    </EmptyState>
  )
}

export function LoadingFailed({ failure }: { failure: Error }) {
  return (
    <EmptyState
      failed
      title="Fehler beim Laden"
      action={
        <Button kind="inverse" onClick={() => location.reload()}>
          <RefreshCw className="icon icon-small" aria-hidden />
          Seite neu laden
        </Button>
      }
    >
      {loadFailureText(failure)}
    </EmptyState>
  )
}

/** Offers to play the track that a link has named, unless that is already the current track. */
export function FollowedLink({
  link: { linked, dismiss },
  currentId,
}: {
  link: ReturnType<typeof useFollowedLink>
  currentId: string | undefined
}) {
  if (!linked || (linked.track.id === currentId && linked.second === undefined)) return null
  return (
    <LinkedTrackBanner
      {...linked}
      onPlay={() => {
        playAlbum(linked.album, linked.track.id, linked.second)
        dismiss()
      }}
      onClose={dismiss}
    />
  )
}

/** Renders the buttons at the end of a track's row. */
export function trackActions(track: Track, tabIndex: 0 | -1) {
  if (!isPlayable(track)) return null
  return (
    <>
      <LikeButton track={track} tabIndex={tabIndex} />
      <TrackMenuButton track={track} tabIndex={tabIndex} />
    </>
  )
}

/** Renders the menu button on an album's card. */
export function albumActions(album: Album) {
  return <AlbumMenuButton album={album} tabIndex={-1} />
}

/** Renders the download button of an open album. */
export function downloadButton(album: Album) {
  return <AlbumDownloadButton album={album} />
}

/** Renders the content below the actions of the open album: the control for its offline copy, and its premiere. */
export function panelFoot(album: Album) {
  return (
    <>
      <CollectionControl
        id={{ kind: 'album', id: album.albumId }}
        title={album.albumTitel}
        tracks={tracksOfAlbum(album)}
      />
      <EveningCard albumId={album.albumId} />
    </>
  )
}

/** The path of the page on which admins edit an album. */
export function editPath({ albumId }: Album): string {
  return editAlbumPath(albumId)
}
