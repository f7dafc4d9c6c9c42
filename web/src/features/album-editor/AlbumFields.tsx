import { ALBUM_TYPES, AlbumType } from '@tonarchiv/contract/catalog'
import { TITLE_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import { GENRES_MAX } from '@tonarchiv/contract/liner-notes'
import { TYPE_LABELS } from '#features/catalog/index.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { SelectField } from '#ui/components/fields/SelectField.tsx'
import { TokensField } from '#ui/components/fields/TokensField.tsx'
import styles from './AlbumEditor.module.css'
import { ArtistsField } from './ArtistsField.tsx'
import { ChangedField } from './ChangedField.tsx'
import type { AlbumForm } from './use-album-edit.ts'

type TextName = 'title' | 'releasedOn' | 'recordedOn' | 'label' | 'source'

interface TextProps {
  form: AlbumForm
  field: TextName
  label: string
  hint?: string
  error: string | undefined
  maxLength: number
}

function Text({ form, field, label, hint, error, maxLength }: TextProps) {
  return (
    <ChangedField form={form} field={field}>
      {(former) => (
        <TextField
          {...{ label, hint, error, maxLength }}
          below={former}
          autoComplete="off"
          disabled={form.isSaving}
          value={form.edit[field]}
          onChange={({ currentTarget: { value } }) => form.setEdit((edit) => ({ ...edit, [field]: value }))}
        />
      )}
    </ChangedField>
  )
}

/** The fields for title, artists, dates, type, label, genres and source of an album, and whether it is exclusive. */
export function AlbumFields({ form }: { form: AlbumForm }) {
  const { edit, setEdit, problems, isSaving } = form
  return (
    <Surface as="section" className={styles.card} aria-labelledby="edit-album">
      <h2 id="edit-album">Album</h2>
      <Text
        {...{ form, field: 'title', label: 'Titel', maxLength: TITLE_MAX_LENGTH }}
        hint="Links mit dem alten Titel führen weiter hierher."
        error={problems['albumTitel']}
      />
      <ChangedField form={form} field="artists">
        <ArtistsField
          label="Künstler"
          values={edit.artists}
          error={problems['artists']}
          disabled={isSaving}
          onChange={(artists) => setEdit((now) => ({ ...now, artists }))}
        />
      </ChangedField>
      <div className={styles.two}>
        <Text
          {...{ form, field: 'releasedOn', label: 'Erschienen', maxLength: 20 }}
          hint="Jahr, Monat oder Tag, so genau du es weißt."
          error={problems['releasedOn']}
        />
        <Text
          {...{ form, field: 'recordedOn', label: 'Aufgenommen', maxLength: 20 }}
          hint="2023, 05.2023 oder 12.05.2023"
          error={problems['recordedOn']}
        />
      </div>
      <div className={styles.two}>
        <ChangedField form={form} field="type">
          <SelectField
            label="Typ"
            disabled={isSaving}
            value={edit.type}
            onChange={({ currentTarget: { value } }) =>
              setEdit((now) => ({ ...now, type: AlbumType.safeParse(value).data ?? now.type }))
            }
          >
            {ALBUM_TYPES.map((type) => (
              <option key={type} value={type}>
                {TYPE_LABELS[type]}
              </option>
            ))}
          </SelectField>
        </ChangedField>
        <Text {...{ form, field: 'label', label: 'Label', maxLength: 200, error: problems['label'] }} />
      </div>
      <ChangedField form={form} field="genres">
        <TokensField
          label="Genre"
          values={edit.genres}
          error={problems['genres']}
          disabled={isSaving}
          max={GENRES_MAX}
          maxLength={50}
          onChange={(genres) => setEdit((now) => ({ ...now, genres }))}
        />
      </ChangedField>
      <Text {...{ form, field: 'source', label: 'Quelle', maxLength: 500, error: problems['source'] }} />
      <ChangedField form={form} field="isExclusive">
        <Switch
          lang="en"
          checked={edit.isExclusive}
          disabled={isSaving}
          onChange={(isExclusive) => setEdit((now) => ({ ...now, isExclusive }))}
        >
          Exclusive
        </Switch>
      </ChangedField>
    </Surface>
  )
}
