import { SEARCH_MAX_LENGTH } from '@tonarchiv/contract/search'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useRef, type KeyboardEventHandler } from 'react'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { closeSearch } from './open-search.ts'
import styles from './SearchDialog.module.css'

interface SearchFieldProps {
  text: string
  hasEntries: boolean
  /** The id of the listbox with the results. */
  listId: string
  activeId: string | undefined
  onText: (text: string) => void
  onKeyDown: KeyboardEventHandler<HTMLInputElement>
}

/** The combobox in which the search text is typed. It has the focus as long as the search is open. */
export function SearchField({ text, hasEntries, listId, activeId, onText, onKeyDown }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.field}>
      <IconButton label="Suche schließen" className={styles.back} onClick={closeSearch}>
        <ArrowLeft className="icon icon-large" aria-hidden />
      </IconButton>
      <Search className={`icon ${styles.lens}`} aria-hidden />
      <input
        ref={field}
        data-autofocus
        type="search"
        role="combobox"
        aria-label="Alles durchsuchen"
        aria-expanded={hasEntries}
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        placeholder="Songs, Alben, Leute, Nachrichten, Befehle…"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={SEARCH_MAX_LENGTH}
        value={text}
        onChange={({ currentTarget: { value } }) => onText(value)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && (
        <IconButton
          label="Eingabe löschen"
          onClick={() => {
            onText('')
            field.current?.focus()
          }}
        >
          <X className="icon icon-small" aria-hidden />
        </IconButton>
      )}
      <kbd aria-hidden>Esc</kbd>
    </div>
  )
}
