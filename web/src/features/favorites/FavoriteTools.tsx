import type { ReactNode } from 'react'
import { ListTools } from '#ui/components/content/ListTools.tsx'
import { SelectField } from '#ui/components/fields/SelectField.tsx'
import { FAVORITE_ORDERS, type FavoriteOrder, type FavoriteSelection } from './selection.ts'

const ORDER_LABELS: Record<FavoriteOrder, string> = {
  newest: 'Zuletzt hinzugefügt',
  title: 'Titel',
  artist: 'Künstler',
  album: 'Album',
}

interface FavoriteToolsProps {
  selection: FavoriteSelection
  /** Number of favorites that match the search. */
  found: number
  onChange: (selection: FavoriteSelection) => void
  /** Further buttons. */
  children?: ReactNode
}

/** The search field and the select field for the order of the favorites. */
export function FavoriteTools({ selection, found, onChange, children }: FavoriteToolsProps) {
  const { search } = selection
  return (
    <ListTools
      search={{
        label: 'Lieblingssongs durchsuchen',
        text: search,
        onText: (text) => onChange({ ...selection, search: text }),
      }}
      count={search.trim() === '' ? null : `${found} gefunden`}
    >
      <SelectField
        label="Sortieren nach"
        labelHidden
        value={selection.order}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...selection, order: FAVORITE_ORDERS.find((order) => order === value) ?? 'newest' })
        }
      >
        {FAVORITE_ORDERS.map((order) => (
          <option key={order} value={order}>
            {ORDER_LABELS[order]}
          </option>
        ))}
      </SelectField>
      {children}
    </ListTools>
  )
}
