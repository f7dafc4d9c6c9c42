import { ALBUM_TYPES } from '@tonarchiv/contract/catalog'
import { SHOWN_SLEEVES } from '@tonarchiv/contract/key-batches'
import { albumsText, scopeText } from '@tonarchiv/contract/scope-text'
import { useQuery } from '@tanstack/react-query'
import { AlbumPicker, albumsQuery, ScopeCards, ScopeGlyph, ScopeShelf } from '#features/access-scope/index.ts'
import { Checkbox } from '#ui/components/controls/Checkbox.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { FieldError } from '#ui/components/fields/Field.tsx'
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
  const cards = [
    {
      value: 'all',
      glyph: <ScopeShelf lit="all" />,
      label: 'Ganzes Archiv',
      detail: data === undefined ? '' : albumsText(data.total),
    },
    { value: 'types', glyph: <ScopeShelf lit="few" />, label: 'Nach Typ', detail: 'auch was dazukommt' },
    {
      value: 'albums',
      glyph: (
        <ScopeGlyph
          scope={{
            kind: 'albums',
            types: [],
            albums: albums.slice(0, SHOWN_SLEEVES),
            albumCount: albums.length,
          }}
          isDecoration
        />
      ),
      label: 'Alben auswählen',
      detail: `${albums.length} gewählt`,
    },
  ] as const
  return (
    <div className={styles.set}>
      <ScopeCards
        legend="Umfang"
        cards={cards}
        value={kind}
        onChange={(chosen) => onChange({ kind: chosen })}
      />
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
    </div>
  )
}
