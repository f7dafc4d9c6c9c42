import type { ManagedAlbum } from '@tonarchiv/contract/admin'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { formatNumber } from '#format.ts'
import { ConfirmDialogAbout } from '#ui/components/overlays/ConfirmDialog.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { ListTools } from '#ui/components/content/ListTools.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { ManagedAlbumList } from './ManagedAlbumList.tsx'
import { managedAlbumsQuery, tracksSearchQuery, useDeleteAlbum } from './api.ts'
import { matchingAlbums } from './managed-albums.ts'
import styles from './TrackManagement.module.css'
import { openTracksEditor } from './tracks-editor.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** The section of the admin panel for the albums and tracks of the archive. See docs/product.md §17.5. */
export function TrackManagement({ ownerId }: { ownerId: string }) {
  const list = useQuery(managedAlbumsQuery)
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const { data: byTracks = NOTHING } = useQuery(tracksSearchQuery(search))
  const [doomed, setDoomed] = useState<ManagedAlbum>()
  const remove = useDeleteAlbum()
  useEffect(() => openTracksEditor(ownerId), [ownerId])
  const all = list.data?.albums
  const shown = useMemo(
    () => all && matchingAlbums(all, search, search === '' ? NOTHING : byTracks),
    [all, search, byTracks],
  )

  return (
    <>
      <ListTools
        search={{ label: 'Alben und Tracks suchen', text, onText: setText }}
        count={shown && (shown.length === 1 ? '1 Album' : `${formatNumber(shown.length)} Alben`)}
      />
      {list.isPending && <Skeleton height="24rem" />}
      {list.isError && all === undefined && (
        <LoadFailure onRetry={list.refetch}>
          {textOf(list.error, 'Die Alben konnten nicht geladen werden.')}
        </LoadFailure>
      )}
      {shown?.length === 0 && <EmptyState title="No tracks found" />}
      {all !== undefined && all.length > 1 && shown === all && (
        <Text as="p" size="md" tone="muted" className={styles.hint}>
          Am Griff ziehen oder mit Leertaste aufnehmen und mit den Pfeiltasten verschieben.
        </Text>
      )}
      {all && shown !== undefined && shown.length > 0 && (
        <ManagedAlbumList albums={shown} total={all.length} isWhole={shown === all} onDelete={setDoomed} />
      )}
      <ConfirmDialogAbout
        subject={doomed}
        title="Album löschen?"
        confirm="Löschen"
        busy={remove.isPending}
        onConfirm={(album) => remove.mutate(album, { onSettled: () => setDoomed(undefined) })}
        onCancel={() => setDoomed(undefined)}
      >
        {({ albumTitel }) => (
          <>
            <strong>{albumTitel}</strong>
            <br />
            <span lang="en">Are you sure you want to delete this album?</span>
          </>
        )}
      </ConfirmDialogAbout>
    </>
  )
}
