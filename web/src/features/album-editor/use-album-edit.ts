import { updateAlbum, titleInUse, type EditableAlbum } from '@tonarchiv/contract/archive-editing'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { check } from '#client/check.ts'
import { ALBUMS } from '#features/catalog/index.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'
import { bodyOf, changesBetween, editOf, rebased, type AlbumEdit, type Change } from './album-edit.ts'
import { editableAlbumQuery, isConflict, saveAlbum } from './api.ts'

/** The changes that another admin has stored while the form was open. */
export interface ForeignSave {
  by: string | null
  changes: readonly Change[]
}

interface State {
  stored: EditableAlbum
  base: AlbumEdit
  edit: AlbumEdit
}

function stateOf(stored: EditableAlbum): State {
  const base = editOf(stored)
  return { stored, base, edit: base }
}

/**
 * The state of the form. When the stored album changes, the form takes the new values, except in edited fields.
 * @param latest - the album as it was last read
 * @param name - the album's id or title, as the URL names it
 */
export function useAlbumEdit(latest: EditableAlbum, name: string) {
  const cache = useQueryClient()
  const [{ stored, base, edit }, setState] = useState(() => stateOf(latest))
  const [foreign, setForeign] = useState<ForeignSave>()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isSaving, setIsSaving] = useState(false)

  if (latest.revision > stored.revision && !isSaving) {
    const next = editOf(latest)
    const changes = changesBetween(base, next)
    setState({ stored: latest, base: next, edit: rebased(edit, base, next) })
    if (changes.length > 0) setForeign({ by: latest.changed?.by ?? null, changes })
  }

  /** Reads the album again. Fields that were edited and not saved keep their values. */
  const readAgain = async (isSaved: boolean) => {
    const fresh = await cache.fetchQuery(editableAlbumQuery(name))
    const next = editOf(fresh)
    setState({ stored: fresh, base: next, edit: isSaved ? next : rebased(edit, base, next) })
  }

  const save = async () => {
    const checked = check(updateAlbum.body, bodyOf(base, edit))
    setProblems(checked.ok ? {} : checked.fields)
    if (!checked.ok) return
    setForeign(undefined)
    setIsSaving(true)
    try {
      await saveAlbum(stored, base, edit)
      await readAgain(true)
      showToast('Album gespeichert', { duration: ADMIN_TOAST })
    } catch (failure) {
      // The next render then detects the newer revision, and shows what the other admin has saved.
      if (isConflict(failure)) await cache.fetchQuery(editableAlbumQuery(name))
      else {
        const field = failure instanceof ApiError && failure.is(titleInUse) ? 'albumTitel' : 'form'
        setProblems({ [field]: textOf(failure, 'Das Album konnte nicht gespeichert werden.') })
        await readAgain(false).catch(() => undefined)
      }
    } finally {
      setIsSaving(false)
      void cache.invalidateQueries({ queryKey: ALBUMS, refetchType: 'none' })
    }
  }
  return {
    stored,
    base,
    edit,
    changes: changesBetween(base, edit),
    problems,
    foreign,
    isSaving,
    setEdit: (change: (edit: AlbumEdit) => AlbumEdit) =>
      setState((state) => ({ ...state, edit: change(state.edit) })),
    discard: () => {
      setState((state) => ({ ...state, edit: state.base }))
      setProblems({})
    },
    dismissForeign: () => setForeign(undefined),
    save,
    /** Applies, without a notice, a change that this admin has saved outside of the form. */
    readAgain: async () => readAgain(false),
    /**
     * Saves a change that is not part of the form, such as the deletion of a track, and then applies it without a
     * notice.
     */
    storeOtherwise: async (store: () => Promise<unknown>) => {
      setIsSaving(true)
      try {
        await store()
      } finally {
        await readAgain(false).catch(() => undefined)
        setIsSaving(false)
      }
    },
  }
}

export type AlbumForm = ReturnType<typeof useAlbumEdit>
