import { ARTIST_NAME_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import type { Artist } from '@tonarchiv/contract/artists'
import { ApiError, textOf } from '#client/api-error.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { NameDialog } from '#ui/components/overlays/NameDialog.tsx'
import { useChangeSortName } from './api.ts'
import styles from './ArtistSide.module.css'

const TITLE = 'Sortiernamen ändern'

/** A button that opens a dialog, in which an admin changes the name by which an artist is sorted. */
export function SortName({ artist: { id, name, sortName } }: { artist: Artist }) {
  const { mutate, reset, isPending, error } = useChangeSortName(id)
  return (
    <div className={styles.sortName}>
      <NameDialog
        title={TITLE}
        label={`Sortiername von ${name}`}
        hint="Nach ihm steht der Künstler in Listen. Leer wird er aus dem Namen gebildet."
        maxLength={ARTIST_NAME_MAX_LENGTH}
        stored={sortName}
        busy={isPending}
        error={error === null ? undefined : sentenceOf(error)}
        onSave={(text, close) => mutate(text, { onSuccess: close })}
        renderTrigger={(open) => (
          <Button
            small
            onClick={() => {
              reset()
              open()
            }}
          >
            {TITLE}
          </Button>
        )}
      />
    </div>
  )
}

function sentenceOf(error: Error): string {
  const field = error instanceof ApiError ? error.fields['sortName'] : undefined
  return field ?? textOf(error, 'Der Sortiername konnte nicht gespeichert werden.')
}
