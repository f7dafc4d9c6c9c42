import Undo from 'lucide-react/icons/undo-2'
import { Link } from 'react-router'
import { formatDate } from '#format.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { withField } from './album-edit.ts'
import styles from './AlbumEditor.module.css'
import { shortened } from './ChangedField.tsx'
import { textBefore } from './stored-file.ts'
import type { AlbumForm } from './use-album-edit.ts'

/** Lists all changes with old and new values, and has the buttons that save or discard them. */
export function ChangesCard({ form }: { form: AlbumForm }) {
  const { changes, isSaving, stored, base, setEdit } = form
  const { changed } = stored
  return (
    <Surface
      as="aside"
      className={styles.changes}
      id="edit-changes"
      tabIndex={-1}
      aria-labelledby="edit-changes-head"
    >
      <h2 id="edit-changes-head" aria-live="polite">
        {changesText(changes.length)}
      </h2>
      {changes.length > 0 && (
        <ul>
          {changes.map((change) => (
            <li key={change.field}>
              <Text size="sm" tone="muted">
                {change.label}
              </Text>
              <Values before={textBefore(stored, change)} after={change.after} />
              <IconButton
                label={`${change.label} zurücksetzen`}
                disabled={isSaving}
                onClick={() => setEdit((edit) => withField(edit, change.field, base))}
              >
                <Undo className="icon icon-small" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Button kind="primary" type="submit" block busy={isSaving} disabled={changes.length === 0}>
        Speichern
      </Button>
      <Button kind="ghost" block disabled={isSaving || changes.length === 0} onClick={form.discard}>
        Alle verwerfen
      </Button>
      <Text as="p" size="sm" tone="muted">
        Steht danach mit Vorher und Nachher im{' '}
        <Link to="/admin?tab=acts" className={styles.link}>
          Verlauf
        </Link>
        .
        {changed !== null &&
          ` Zuletzt geändert ${changed.by === null ? '' : `von ${changed.by} `}am ${formatDate(changed.at)}.`}
      </Text>
    </Surface>
  )
}

function Values({ before, after }: { before: string; after: string }) {
  return (
    <p>
      {before === '' ? <span>war leer</span> : <del>{shortened(before)}</del>}
      {after === '' ? <span>leer</span> : <ins>{shortened(after)}</ins>}
    </p>
  )
}

/** `4 Änderungen` */
export function changesText(count: number): string {
  if (count === 0) return 'Keine Änderungen'
  return count === 1 ? '1 Änderung' : `${count} Änderungen`
}
