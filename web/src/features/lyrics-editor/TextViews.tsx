import { fieldsOfLyrics } from '@tonarchiv/contract/lyrics-text'
import { useState } from 'react'
import { TextAreaField } from '#ui/components/fields/TextAreaField.tsx'
import { draftAsWritten, lrcOf, plainOf, withPlainText, type DraftLine } from './draft.ts'
import styles from './LyricsEditor.module.css'
import type { ChangeDraft } from './use-lyrics-edit.ts'

interface TextViewProps {
  lines: readonly DraftLine[]
  change: ChangeDraft
}

/** A field with the draft as text without times. Lines whose text is not changed keep their times. */
export function PlainView({ lines, change }: TextViewProps) {
  return (
    <LyricsArea
      label="Text"
      hint="Eine Zeile je Zeile. Die Zeiten der Zeilen bleiben. Ein leerer Text entfernt den Songtext."
      value={plainOf(lines)}
      onChange={(text) => change((edit) => ({ ...edit, lines: withPlainText(edit.lines, text) }))}
    />
  )
}

/** A field with the draft as LRC. The text stays as it was typed until the draft is changed in another view. */
export function LrcView({ lines, fields, change }: TextViewProps & { fields: readonly string[] }) {
  const [typed, setTyped] = useState<{ text: string; lines: readonly DraftLine[] }>()
  return (
    <LyricsArea
      label="LRC"
      hint="Zeiten wie [01:02.50] am Anfang jeder Zeile, vor Wörtern wie <01:02.50>."
      value={typed?.lines === lines ? typed.text : lrcOf(lines, fields)}
      onChange={(text) => {
        const read = draftAsWritten(text)
        setTyped({ text, lines: read })
        change(() => ({ lines: read, fields: fieldsOfLyrics(text), taps: [] }))
      }}
    />
  )
}

interface LyricsAreaProps {
  label: string
  hint: string
  value: string
  onChange: (text: string) => void
}

/** A text area without spell checking, because lyrics may be in any language. */
function LyricsArea({ onChange, ...field }: LyricsAreaProps) {
  return (
    <TextAreaField
      {...field}
      labelHidden
      className={styles.area}
      rows={20}
      lang=""
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  )
}
