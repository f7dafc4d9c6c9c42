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

/** The draft without times; lines that stay keep theirs. */
export function PlainView({ lines, change }: TextViewProps) {
  return (
    <TextAreaField
      label="Text"
      labelHidden
      className={styles.area}
      rows={20}
      lang=""
      spellCheck={false}
      autoComplete="off"
      hint="Eine Zeile je Zeile. Die Zeiten der Zeilen bleiben. Ein leerer Text entfernt den Songtext."
      value={plainOf(lines)}
      onChange={({ currentTarget: { value } }) =>
        change((edit) => ({ ...edit, lines: withPlainText(edit.lines, value) }))
      }
    />
  )
}

/** The draft as LRC. What is being typed stays as it is until the draft changes elsewhere. */
export function LrcView({ lines, fields, change }: TextViewProps & { fields: readonly string[] }) {
  const [typed, setTyped] = useState<{ text: string; lines: readonly DraftLine[] }>()
  return (
    <TextAreaField
      label="LRC"
      labelHidden
      className={styles.area}
      rows={20}
      lang=""
      spellCheck={false}
      autoComplete="off"
      hint="Zeiten wie [01:02.50] am Anfang jeder Zeile, vor Wörtern wie <01:02.50>."
      value={typed?.lines === lines ? typed.text : lrcOf(lines, fields)}
      onChange={({ currentTarget: { value } }) => {
        const read = draftAsWritten(value)
        setTyped({ text: value, lines: read })
        change(() => ({ lines: read, fields: fieldsOfLyrics(value), taps: [] }))
      }}
    />
  )
}
