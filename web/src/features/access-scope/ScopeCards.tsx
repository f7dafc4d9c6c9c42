import { useId, type ReactNode } from 'react'
import { Text } from '#ui/components/base/Text.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './ScopeCards.module.css'

interface ScopeCard<Kind> {
  value: Kind
  glyph: ReactNode
  label: string
  detail: string
}

interface ScopeCardsProps<Kind> {
  legend: string
  cards: readonly ScopeCard<Kind>[]
  value: Kind
  onChange: (value: Kind) => void
}

/** The kinds of scopes as cards, one of which is chosen. They are radio buttons: arrow keys move, Space chooses. */
export function ScopeCards<Kind extends string>({ legend, cards, value, onChange }: ScopeCardsProps<Kind>) {
  const name = useId()
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.cards}>
        {cards.map((card) => (
          <label key={card.value} className={classNames(styles.card, card.value === value && styles.chosen)}>
            <input
              type="radio"
              className={styles.input}
              name={name}
              checked={card.value === value}
              onChange={() => onChange(card.value)}
            />
            <span className={styles.glyph}>{card.glyph}</span>
            <Text weight="semibold">{card.label}</Text>
            <Text size="sm" tone="muted">
              {card.detail}
            </Text>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
