import { ARTIST_NAME_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import type { Artist } from '@tonarchiv/contract/artists'
import { useId, useState, type SubmitEvent } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { useChangeSortName } from './api.ts'
import styles from './ArtistSide.module.css'

/** A button and its dialog, in which an admin changes the name by which an artist is sorted. */
export function SortName({ artist }: { artist: Artist }) {
  const [isOpen, setIsOpen] = useState(false)
  // Each time the dialog opens it starts with the stored name.
  const [opened, setOpened] = useState(0)
  const open = () => {
    setOpened(opened + 1)
    setIsOpen(true)
  }
  return (
    <div className={styles.sortName}>
      <Button small onClick={open}>
        Sortiernamen ändern
      </Button>
      {opened > 0 && (
        <SortNameDialog key={opened} artist={artist} open={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </div>
  )
}

interface SortNameDialogProps {
  artist: Artist
  open: boolean
  onClose: () => void
}

function SortNameDialog({ artist: { id, name, sortName }, open, onClose }: SortNameDialogProps) {
  const form = useId()
  const [text, setText] = useState(sortName)
  const { mutate, isPending, error } = useChangeSortName(id)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isPending) mutate(text, { onSuccess: onClose })
  }
  return (
    <Dialog
      {...{ open, onClose }}
      title="Sortiernamen ändern"
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button kind="primary" type="submit" form={form} busy={isPending}>
            Speichern
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} noValidate>
        <TextField
          label={`Sortiername von ${name}`}
          hint="Nach ihm steht der Künstler in Listen. Leer wird er aus dem Namen gebildet."
          data-autofocus
          autoComplete="off"
          maxLength={ARTIST_NAME_MAX_LENGTH}
          value={text}
          error={error === null ? undefined : sentenceOf(error)}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
      </form>
    </Dialog>
  )
}

function sentenceOf(error: Error): string {
  const field = error instanceof ApiError ? error.fields['sortName'] : undefined
  return field ?? textOf(error, 'Der Sortiername konnte nicht gespeichert werden.')
}
