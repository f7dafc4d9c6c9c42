import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { TextField } from './Field.tsx'
import styles from './ListTools.module.css'

interface ListToolsProps {
  /** What can be searched, where that is possible. */
  search?: { label: string; text: string; onText: (text: string) => void }
  /** How many entries there are, once known. */
  count: ReactNode
  /** What else can be done. */
  children?: ReactNode
}

/** The line above a list: search, count, and what else can be done. */
export function ListTools({ search, count, children }: ListToolsProps) {
  return (
    <div className={styles.tools}>
      {search && (
        <TextField
          label={search.label}
          labelHidden
          type="search"
          placeholder={search.label}
          autoComplete="off"
          maxLength={100}
          fieldClassName={styles.search}
          icon={<Search className="icon" aria-hidden />}
          value={search.text}
          onChange={({ currentTarget: { value } }) => search.onText(value)}
        />
      )}
      <p className={styles.count} aria-live={search ? 'polite' : undefined}>
        {count}
      </p>
      {children}
    </div>
  )
}
