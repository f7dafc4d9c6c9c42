import type { ManagedAlbum } from '@tonarchiv/contract/admin'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Surface } from '#ui/components/base/Surface.tsx'
import { AlbumRow } from './AlbumRow.tsx'
import { useMoveAlbum } from './api.ts'
import { MovableRows } from './MovableRows.tsx'
import { beginAdding, cancelAdding, useTracksEditor } from './tracks-editor.ts'
import styles from './TrackManagement.module.css'

/** Height of the row of a closed album in rem. */
const HEIGHT = { desk: 4, phone: 7.25 }

interface ManagedAlbumListProps {
  albums: readonly ManagedAlbum[]
  /** Number of albums in the archive. */
  total: number
  /** Whether the list contains all albums; only then can it be reordered. */
  isWhole: boolean
  onDelete: (album: ManagedAlbum) => void
}

/** The albums of the archive, of which one can be open. Drag handles change their order. */
export function ManagedAlbumList({ albums, total, isWhole, onDelete }: ManagedAlbumListProps) {
  // An album with tracks that were not uploaded is opened again after the admin has visited another page.
  const [openId, setOpenId] = useState(() => Object.keys(useTracksEditor.getState().albums)[0])
  const move = useMoveAlbum()
  const ids = albums.map(({ albumId }) => albumId)
  const moveTo = (id: string | undefined, to: number) => {
    if (id !== undefined) move.mutate({ id, to })
  }
  return (
    <Surface>
      <MovableRows
        className={styles.albums}
        ids={ids}
        nameOf={(index) => albums[index]?.albumTitel ?? ''}
        height={HEIGHT}
        retainedId={openId}
        isFixed={!isWhole}
        onLift={() => setOpenId(undefined)}
        onMove={(from, to) => moveTo(ids[from], to)}
      >
        {({ index, goTo, ...row }) => {
          const album = albums[index]
          if (!album) return null
          const { albumId } = album
          const isOpen = openId === albumId
          return (
            <AlbumRow
              key={albumId}
              {...{ ...row, album, index, total, isOpen }}
              isMovable={isWhole}
              onOpen={() => setOpenId(isOpen ? undefined : albumId)}
              onAdding={(isAdding) => {
                if (isAdding) beginAdding(album)
                else cancelAdding(albumId)
                setOpenId(albumId)
              }}
              onMoveTo={(to) => {
                flushSync(() => setOpenId(undefined))
                moveTo(albumId, to)
                goTo(to)
              }}
              onDelete={() => onDelete(album)}
            />
          )
        }}
      </MovableRows>
    </Surface>
  )
}
