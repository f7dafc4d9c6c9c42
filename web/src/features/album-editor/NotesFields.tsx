import { NOTES_MAX_LENGTH, ROLES_MAX } from '@tonarchiv/contract/liner-notes'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Markdown } from '#features/catalog/index.ts'
import { formatNumber } from '#format.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { FieldError, TextField } from '#ui/components/fields/Field.tsx'
import { TextAreaField } from '#ui/components/fields/TextAreaField.tsx'
import type { CreditEdit } from './album-edit.ts'
import styles from './AlbumEditor.module.css'
import { ArtistsField } from './ArtistsField.tsx'
import { ChangedField } from './ChangedField.tsx'
import { SortableRows } from './SortableRows.tsx'
import type { AlbumForm } from './use-album-edit.ts'

const VIEWS = [
  { value: 'write', label: 'Schreiben' },
  { value: 'preview', label: 'Vorschau' },
] as const

/** The field for the notes of an album, with a preview of how members see them. */
export function NotesField({ form: { edit, setEdit, problems, isSaving }, form }: { form: AlbumForm }) {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('write')
  return (
    <Surface as="section" className={styles.card} aria-labelledby="edit-notes">
      <header className={styles.head}>
        <h2 id="edit-notes">Notizen</h2>
        <ToggleGroup label="Ansicht" value={view} options={VIEWS} onChange={setView} />
      </header>
      <ChangedField form={form} field="notes">
        {(former) =>
          view === 'write' ? (
            <TextAreaField
              label="Notizen"
              labelHidden
              rows={8}
              disabled={isSaving}
              value={edit.notes}
              error={problems['notes']}
              below={former}
              hint={
                <span className={styles.hint}>
                  <span>*kursiv*, [Text](Adresse), Listen mit „- “</span>
                  <span>
                    {formatNumber(edit.notes.length)} von {formatNumber(NOTES_MAX_LENGTH)}
                  </span>
                </span>
              }
              onChange={({ currentTarget: { value } }) => setEdit((now) => ({ ...now, notes: value }))}
            />
          ) : (
            <>
              <div className={styles.preview}>
                {edit.notes.trim() === '' ? (
                  <Text tone="muted">Noch keine Notizen.</Text>
                ) : (
                  <Markdown text={edit.notes} />
                )}
              </div>
              {former}
            </>
          )
        }
      </ChangedField>
    </Surface>
  )
}

/** The fields for the credits of an album: roles, each with names. */
export function CreditsFields({ form: { edit, setEdit, problems, isSaving }, form }: { form: AlbumForm }) {
  const setCredit = (key: number, fields: Partial<CreditEdit>) =>
    setEdit((now) => ({
      ...now,
      credits: now.credits.map((credit) => (credit.key === key ? { ...credit, ...fields } : credit)),
    }))
  const nameOfCredit = (index: number) => edit.credits[index]?.role.trim() || `Rolle ${index + 1}`
  const add = () =>
    setEdit((now) => {
      const key = Math.max(-1, ...now.credits.map((credit) => credit.key)) + 1
      return { ...now, credits: [...now.credits, { key, role: '', names: [] }] }
    })
  return (
    <Surface as="section" className={styles.card} aria-labelledby="edit-credits">
      <h2 id="edit-credits">Mitwirkende</h2>
      <ChangedField form={form} field="credits">
        <SortableRows
          label="Mitwirkende"
          className={styles.credits}
          ids={edit.credits.map(({ key }) => String(key))}
          nameOf={nameOfCredit}
          rowClassName={() => styles.credit}
          isFixed={isSaving}
          onMove={(from, to) =>
            setEdit((now) => {
              const credit = now.credits[from]
              if (credit === undefined) return now
              return { ...now, credits: now.credits.toSpliced(from, 1).toSpliced(to, 0, credit) }
            })
          }
        >
          {(index, grip) => {
            const credit = edit.credits[index]
            if (credit === undefined) return null
            const { key, role, names } = credit
            return (
              <>
                {grip}
                <TextField
                  label={`Rolle ${index + 1}`}
                  labelHidden
                  placeholder="Rolle"
                  autoComplete="off"
                  maxLength={100}
                  disabled={isSaving}
                  value={role}
                  onChange={({ currentTarget }) => setCredit(key, { role: currentTarget.value })}
                />
                <ArtistsField
                  label={`Namen zu Rolle ${index + 1}`}
                  labelHidden
                  values={names}
                  disabled={isSaving}
                  onChange={(given) => setCredit(key, { names: given })}
                />
                <IconButton
                  label={`${nameOfCredit(index)} entfernen`}
                  disabled={isSaving}
                  onClick={() =>
                    setEdit((now) => ({
                      ...now,
                      credits: now.credits.filter((credit) => credit.key !== key),
                    }))
                  }
                >
                  <X className="icon icon-small" aria-hidden />
                </IconButton>
              </>
            )
          }}
        </SortableRows>
      </ChangedField>
      {problems['credits'] !== undefined && <FieldError>{problems['credits']}</FieldError>}
      <Button small disabled={isSaving || edit.credits.length >= ROLES_MAX} onClick={add}>
        <Plus className="icon icon-small" aria-hidden />
        Rolle
      </Button>
    </Surface>
  )
}
