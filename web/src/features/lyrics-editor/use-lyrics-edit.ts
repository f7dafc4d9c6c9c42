import { LyricsText, lyricsChanged, type TrackLyrics } from '@tonarchiv/contract/lyrics'
import { fieldsOfLyrics } from '@tonarchiv/contract/lyrics-text'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { useSaveLyrics } from '#features/lyrics/index.ts'
import { disorderOf, draftOf, lrcOf } from './draft.ts'
import { keepDraft, keptDraft, type DraftOwner, type KeptDraft } from './draft-store.ts'
import type { Edit } from './tapping.ts'

interface Changed extends Edit, KeptDraft {}

export type LyricsEdit = ReturnType<typeof useLyricsEdit>
/** Applies a change to the draft. */
export type ChangeDraft = (change: (edit: Edit) => Edit) => void

/**
 * The draft of a track's lyrics. It is stored for a reload of the page, and is not replaced when other lyrics are
 * saved.
 */
export function useLyricsEdit(
  { ownerId, trackId }: DraftOwner,
  stored: TrackLyrics | null,
  readAgain: () => void,
) {
  const storedText = stored?.text ?? ''
  const seenNow = stored?.updatedAt ?? null
  const base = useMemo(
    () => ({ lines: draftOf(storedText), fields: fieldsOfLyrics(storedText) }),
    [storedText],
  )
  const [changed, setChanged] = useState<Changed | undefined>(() => {
    const kept = keptDraft({ ownerId, trackId })
    return kept && { ...kept, taps: [] }
  })
  const save = useSaveLyrics(trackId)
  const [problem, setProblem] = useState<string>()
  const [isConflict, setIsConflict] = useState(false)
  const { lines, fields } = changed ?? base
  const isDirty = useMemo(
    () => changed !== undefined && lrcOf(changed.lines, changed.fields) !== lrcOf(base.lines, base.fields),
    [changed, base],
  )

  useEffect(
    () => keepDraft({ ownerId, trackId }, isDirty ? changed : undefined),
    [ownerId, trackId, changed, isDirty],
  )

  const change: ChangeDraft = useCallback(
    (next) => {
      setProblem(undefined)
      setChanged((now) => ({
        ...next(now ?? { ...base, taps: [] }),
        seen: now === undefined ? seenNow : now.seen,
      }))
    },
    [base, seenNow],
  )
  const discard = () => {
    setIsConflict(false)
    setProblem(undefined)
    setChanged(undefined)
  }
  const submit = (seen: string | null | undefined) => {
    const checked = LyricsText.safeParse(lrcOf(lines, fields))
    setIsConflict(false)
    setProblem(checked.error?.issues[0]?.message)
    if (!checked.success) return
    save.mutate(
      { text: checked.data, seen },
      {
        onSuccess: discard,
        onError: (failure) => {
          const hasChanged = failure instanceof ApiError && failure.is(lyricsChanged)
          setIsConflict(hasChanged)
          if (!hasChanged) setProblem(textOf(failure, 'Der Songtext konnte nicht gespeichert werden.'))
        },
      },
    )
  }
  return {
    edit: { lines, fields, taps: changed?.taps ?? [] },
    isDirty,
    isSaving: save.isPending,
    isConflict,
    /** The error text of the last attempt to save. */
    problem,
    showProblem: setProblem,
    disorder: useMemo(() => disorderOf(lines), [lines]),
    change,
    discard,
    /** Removes the stored draft; call this before the page is left. */
    forget: () => keepDraft({ ownerId, trackId }, undefined),
    save: () => submit(changed === undefined ? seenNow : changed.seen),
    saveAnyway: () => submit(undefined),
    /** Discards the draft, and reads the lyrics that the server has stored. */
    reload: () => {
      discard()
      readAgain()
    },
  }
}
