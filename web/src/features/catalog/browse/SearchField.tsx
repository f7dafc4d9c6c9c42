import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { TextField } from '#ui/components/fields/Field.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { SEARCH_MAX_LENGTH } from '../albums/filters.ts'

/** Milliseconds from the last key press until the search starts. */
const PAUSE = 250

interface SearchFieldProps {
  /** The search text that is applied now. */
  value: string
  label?: string
  onChange: (value: string) => void
}

/** A field for a search text. Each keystroke is shown immediately; the text is applied after a short pause. */
export function SearchField({ value, label = 'Suche nach Songs', onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const input = useRef<HTMLInputElement>(null)

  // The search text was changed outside of this field: by the reset button, or by going back in the history.
  if (known !== value) {
    setKnown(value)
    if (text.trim() !== value) setText(value)
  }

  useEffect(() => {
    if (text.trim() === value) return undefined
    const timer = setTimeout(() => onChange(text.trim()), PAUSE)
    return () => clearTimeout(timer)
  }, [text, value, onChange])

  return (
    <TextField
      ref={input}
      label={label}
      labelHidden
      type="search"
      placeholder={`${label}...`}
      autoComplete="off"
      enterKeyHint="search"
      maxLength={SEARCH_MAX_LENGTH}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(text.trim())
      }}
      icon={<Search className="icon" aria-hidden />}
      action={
        text === '' ? undefined : (
          <IconButton
            label="Suche leeren"
            onClick={() => {
              setText('')
              onChange('')
              input.current?.focus()
            }}
          >
            <X className="icon icon-small" aria-hidden />
          </IconButton>
        )
      }
    />
  )
}
