import { LyricsText, lyricsChanged } from '@tonarchiv/contract/lyrics'
import { useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextAreaField } from '#ui/components/fields/TextAreaField.tsx'
import { lyricsQuery, useSaveLyrics } from './api.ts'
import styles from './LyricsForm.module.css'

/** Lyrics that are being edited. */
export interface LyricsDraft {
  text: string
  /** `updatedAt` of the lyrics that they were made from, null for none. */
  seen: string | null
}

interface LyricsFormProps {
  /** Of the form, for its button outside. */
  id: string
  trackId: string
  /** Undefined while nothing was changed; its owner keeps it when the form is closed. */
  draft: LyricsDraft | undefined
  onDraft: (draft: LyricsDraft | undefined) => void
  onSaved: () => void
}

/** The form in which an admin edits the lyrics of a track. What was typed stays when they cannot be saved. */
export function LyricsForm({ id, trackId, draft, onDraft, onSaved }: LyricsFormProps) {
  const { data: stored, isPending, isError, refetch } = useQuery({ ...lyricsQuery(trackId), staleTime: 0 })
  const save = useSaveLyrics(trackId)
  const [problem, setProblem] = useState<string>()
  const [isConflict, setIsConflict] = useState(false)
  const text = draft?.text ?? stored?.text ?? ''

  const finish = () => {
    onDraft(undefined)
    onSaved()
  }
  const submit = (seen: string | null | undefined) => {
    const checked = LyricsText.safeParse(text)
    setIsConflict(false)
    setProblem(checked.error?.issues[0]?.message)
    if (!checked.success) return
    if (checked.data === (stored?.text ?? '')) return finish()
    save.mutate(
      { text: checked.data, seen },
      {
        onSuccess: finish,
        onError: (failure) => {
          const hasChanged = failure instanceof ApiError && failure.is(lyricsChanged)
          setIsConflict(hasChanged)
          if (!hasChanged) setProblem(textOf(failure, 'Der Songtext konnte nicht gespeichert werden.'))
        },
      },
    )
  }
  const reload = () => {
    setIsConflict(false)
    onDraft(undefined)
    void refetch()
  }

  return (
    <form
      id={id}
      className={styles.form}
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        if (!isPending && !isError) submit(draft === undefined ? (stored?.updatedAt ?? null) : draft.seen)
      }}
    >
      {isError && (
        <Notice
          kind="danger"
          actions={
            <Button small onClick={() => void refetch()}>
              Erneut versuchen
            </Button>
          }
        >
          Songtext konnte nicht geladen werden
        </Notice>
      )}
      {isConflict && <Conflict onReload={reload} onOverwrite={() => submit(undefined)} />}
      <TextAreaField
        label="Songtext"
        data-autofocus
        className={styles.text}
        rows={14}
        autoComplete="off"
        spellCheck={false}
        lang=""
        disabled={isPending || isError}
        hint="Zeiten wie [01:02.50] am Anfang jeder Zeile sind möglich. Ein leerer Text entfernt den Songtext."
        error={problem}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setProblem(undefined)
          onDraft({ text: value, seen: draft === undefined ? (stored?.updatedAt ?? null) : draft.seen })
        }}
      />
    </form>
  )
}

/** Another admin has saved meanwhile. */
function Conflict({ onReload, onOverwrite }: { onReload: () => void; onOverwrite: () => void }) {
  return (
    <Notice
      kind="warning"
      actions={
        <span className={styles.choice}>
          <Button small onClick={onReload}>
            Neu laden
          </Button>
          <Button small onClick={onOverwrite}>
            Trotzdem speichern
          </Button>
        </span>
      }
    >
      {lyricsChanged.text}
    </Notice>
  )
}
