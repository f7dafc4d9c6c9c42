import type { Album } from '@tonarchiv/contract/catalog'
import { useEffect, useEffectEvent } from 'react'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { AddTracks } from './AddTracks.tsx'
import { beginAdding, openTracksEditor, useTracksEditor } from './tracks-editor.ts'

interface AddTracksDialogProps {
  album: Album
  /** The id of the admin to whom the draft belongs. */
  ownerId: string
  open: boolean
  /** Called when the dialog is closed. The draft stays until the dialog is opened again. */
  onClose: () => void
  /** Called when the server has stored the tracks. */
  onAdded: () => void
}

/** A dialog with the form that adds tracks to an album. */
export function AddTracksDialog({ album, ownerId, open, onClose, onAdded }: AddTracksDialogProps) {
  const { albumId } = album
  const hasRows = useTracksEditor(({ albums }) => albums[albumId] !== undefined)
  const finish = useEffectEvent(onAdded)
  const begin = useEffectEvent(() => beginAdding(album))
  useEffect(() => {
    if (!open) return undefined
    openTracksEditor(ownerId)
    begin()
    return useTracksEditor.subscribe(({ albums }, { albums: before }) => {
      if (albums[albumId] === undefined && before[albumId] !== undefined) finish()
    })
  }, [open, ownerId, albumId])
  return (
    <Dialog open={open} onClose={onClose} title="Tracks hinzufügen" width="large">
      {hasRows && <AddTracks album={album} />}
    </Dialog>
  )
}
