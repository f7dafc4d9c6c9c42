import { ALBUM_TYPES } from '@tonarchiv/contract/catalog'
import { albumsText, scopeText } from '@tonarchiv/contract/scope-text'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import { Checkbox } from '#ui/components/controls/Checkbox.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { FieldError } from '#ui/components/fields/Field.tsx'
import { ScopeGlyph } from '../scope/ScopeGlyph.tsx'
import { AlbumPicker } from './AlbumPicker.tsx'
import { albumsQuery } from './api.ts'
import type { OrderForm } from './order.ts'
import styles from './ScopeField.module.css'

interface ScopeFieldProps {
  form: OrderForm
  error: string | undefined
  onChange: (changed: Partial<OrderForm>) => void
}

/** The fields for what the new keys open: everything, types of albums, or chosen albums; with or without videos. */
export function ScopeField({ form, error, onChange }: ScopeFieldProps) {
  const { data } = useQuery(albumsQuery(''))
  const { kind, types, albums, hasVideos } = form
  const card = (value: OrderForm['kind'], title: string, detail: string, glyph: ReactNode) => (
    <Card
      {...{ title, detail, glyph }}
      isChosen={kind === value}
      onChoose={() => onChange({ kind: value })}
    />
  )
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>Umfang</legend>
      <div className={styles.cards}>
        {card(
          'all',
          'Ganzes Archiv',
          data === undefined ? '' : albumsText(data.total),
          <ScopeGlyph scope={{ kind: 'all' }} />,
        )}
        {card('types', 'Nach Typ', 'auch was dazukommt', <ScopeGlyph scope={{ kind: 'types' }} />)}
        {card(
          'albums',
          'Alben auswählen',
          `${albums.length} gewählt`,
          <ScopeGlyph scope={{ kind: 'albums', albums: albums.slice(0, 4), albumCount: albums.length }} />,
        )}
      </div>
      {kind === 'types' && (
        <div className={styles.types}>
          {ALBUM_TYPES.map((type) => (
            <Checkbox
              key={type}
              checked={types.includes(type)}
              aria-invalid={error === undefined ? undefined : true}
              onChange={({ currentTarget: { checked } }) =>
                onChange({ types: checked ? [...types, type] : types.filter((one) => one !== type) })
              }
            >
              {scopeText({ kind: 'types', types: [type], albumCount: 0 })}
            </Checkbox>
          ))}
        </div>
      )}
      {kind === 'albums' && (
        <AlbumPicker
          albums={albums}
          isInvalid={error !== undefined}
          onChange={(chosen) => onChange({ albums: chosen })}
        />
      )}
      {error !== undefined && <FieldError>{error}</FieldError>}
      <div className={styles.videos}>
        <Switch checked={hasVideos} onChange={(checked) => onChange({ hasVideos: checked })}>
          Mit Videos
        </Switch>
      </div>
    </fieldset>
  )
}

interface CardProps {
  title: string
  detail: string
  glyph: ReactNode
  isChosen: boolean
  onChoose: () => void
}

function Card({ title, detail, glyph, isChosen, onChoose }: CardProps) {
  return (
    <label className={classNames(styles.card, isChosen && styles.chosen)}>
      <input type="radio" className={styles.input} name="key-scope" checked={isChosen} onChange={onChoose} />
      <span className={styles.glyph}>{glyph}</span>
      <strong>{title}</strong>
      <span className={styles.detail}>{detail}</span>
    </label>
  )
}
