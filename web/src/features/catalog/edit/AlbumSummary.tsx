import { ALBUM_TYPES } from '@tonarchiv/contract/catalog'
import { GENRE_MAX_LENGTH, GENRES_MAX } from '@tonarchiv/contract/liner-notes'
import { TITLE_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import { TextField } from '#ui/components/fields/Field.tsx'
import { TokensField } from '#ui/components/fields/TokensField.tsx'
import { SelectField } from '#ui/components/fields/SelectField.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { checkField, editDraft, useAlbumEditor } from './album-editor.ts'
import styles from './AlbumForm.module.css'
import { TYPE_LABELS } from '../albums/wording.ts'

/** The fields for title, artists, year, type and genres of the new album, and whether it is exclusive. */
export function AlbumSummary() {
  const { title, artist, year, isYearUnknown, type, genres, isExclusive } = useAlbumEditor(
    (editor) => editor.draft,
  )
  const problems = useAlbumEditor((editor) => editor.problems)
  const isSending = useAlbumEditor((editor) => editor.upload !== undefined)
  return (
    <Surface padding="roomy" className={styles.summary}>
      <TextField
        label="Titel"
        name="albumTitel"
        autoComplete="off"
        maxLength={TITLE_MAX_LENGTH}
        required
        disabled={isSending}
        value={title}
        error={problems.albumTitel}
        onChange={({ currentTarget: { value } }) =>
          editDraft((draft) => ({ ...draft, title: value }), { field: 'albumTitel' })
        }
        onBlur={() => title !== '' && checkField('albumTitel')}
      />
      <TextField
        label="Künstler"
        name="artists"
        autoComplete="off"
        disabled={isSending}
        value={artist}
        hint="Mehrere mit Semikolon trennen"
        error={problems.artists}
        onChange={({ currentTarget: { value } }) =>
          editDraft((draft) => ({ ...draft, artist: value }), { field: 'artists' })
        }
      />
      <div className={styles.pair}>
        <TextField
          label="Erscheinungsjahr"
          name="releaseJahr"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          required={!isYearUnknown}
          disabled={isSending || isYearUnknown}
          value={isYearUnknown ? '' : year}
          placeholder={isYearUnknown ? 'Unbekannt' : undefined}
          error={problems.releaseJahr}
          onChange={({ currentTarget: { value } }) =>
            editDraft((draft) => ({ ...draft, year: value }), { field: 'releaseJahr' })
          }
          onBlur={() => year !== '' && checkField('releaseJahr')}
        />
        <SelectField
          label="Typ"
          name="type"
          required
          disabled={isSending}
          value={type}
          error={problems.type}
          onChange={({ currentTarget: { value } }) =>
            editDraft((draft) => ({ ...draft, type: ALBUM_TYPES.find((known) => known === value) ?? '' }), {
              field: 'type',
            })
          }
        >
          <option value="" disabled>
            Bitte wählen
          </option>
          {ALBUM_TYPES.map((known) => (
            <option key={known} value={known}>
              {TYPE_LABELS[known]}
            </option>
          ))}
        </SelectField>
      </div>
      <TokensField
        label="Genre"
        disabled={isSending}
        values={genres}
        error={problems.genres}
        max={GENRES_MAX}
        maxLength={GENRE_MAX_LENGTH}
        onChange={(values) => editDraft((draft) => ({ ...draft, genres: values }), { field: 'genres' })}
      />
      <Switches {...{ isExclusive, isYearUnknown, isSending }} />
    </Surface>
  )
}

interface SwitchesProps {
  isExclusive: boolean
  isYearUnknown: boolean
  isSending: boolean
}

function Switches({ isExclusive, isYearUnknown, isSending }: SwitchesProps) {
  return (
    <div className={styles.switches}>
      <Switch
        lang="en"
        disabled={isSending}
        checked={isExclusive}
        onChange={(checked) => editDraft((draft) => ({ ...draft, isExclusive: checked }))}
      >
        Exclusive
      </Switch>
      <Switch
        disabled={isSending}
        checked={isYearUnknown}
        onChange={(checked) =>
          editDraft((draft) => ({ ...draft, isYearUnknown: checked }), { field: 'releaseJahr' })
        }
      >
        Jahr unbekannt
      </Switch>
    </div>
  )
}
