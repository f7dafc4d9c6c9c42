import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { Text } from '../base/Text.tsx'
import { classNames } from '../../dom/class-names.ts'
import { TextField } from '../fields/Field.tsx'
import styles from './ListTools.module.css'

interface ListToolsProps {
  className?: string | undefined
  /** The search field; undefined if the list cannot be searched. */
  search?: { label: string; text: string; onText: (text: string) => void }
  /** The number of entries; empty until it is known. */
  count: ReactNode
  /** Further actions. */
  children?: ReactNode
}

/** The row above a list: search field, number of entries, and further actions. */
export function ListTools({ className, search, count, children }: ListToolsProps) {
  return (
    <div className={classNames(styles.tools, className)}>
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
      <Text as="p" size="md" tone="muted" className={styles.count} aria-live={search ? 'polite' : undefined}>
        {count}
      </Text>
      {children}
    </div>
  )
}
