import { MESSAGE_MAX_LENGTH } from '@tonarchiv/contract/chat'
import type { KeyboardEvent, RefObject } from 'react'
import { useMediaQuery } from '#ui/dom/media-query.ts'
import { filesIn } from '../media/media.ts'
import { ownTyping } from '../typing/own-typing.ts'
import styles from './Composer.module.css'
import { setText } from './draft.ts'
import { mentionOptionId } from './MentionMenu.tsx'
import { useFieldHeight } from './use-field-height.ts'
import type { Mentions } from './use-mentions.ts'

/** A screen that is written on with a finger and has no keyboard of its own. */
const TOUCH = '(hover: none) and (pointer: coarse)'

interface MessageFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Characters that count. */
  length: number
  /** Id of the element that shows them; undefined while they are not shown. */
  countId: string | undefined
  menuId: string
  mentions: Mentions
  onSend: () => void
  onFiles: (files: readonly File[]) => void
}

/** The field for the text: Enter sends, except on screens where the button does. */
export function MessageField({
  field,
  text,
  length,
  countId,
  menuId,
  mentions,
  onSend,
  onFiles,
}: MessageFieldProps) {
  // A finger breaks lines with Enter and sends with the button, as keyboards on a screen do everywhere.
  const isTouch = useMediaQuery(TOUCH)
  useFieldHeight(field)

  function pressed(event: KeyboardEvent): void {
    // Enter that ends a word of an input method is none that sends.
    if (event.nativeEvent.isComposing || mentions.pressed(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    if (isTouch && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    onSend()
  }

  return (
    <textarea
      ref={field}
      data-page-start
      className={styles.field}
      rows={1}
      dir="auto"
      enterKeyHint={isTouch ? 'enter' : 'send'}
      placeholder="Nachricht schreiben"
      aria-label="Nachricht"
      aria-describedby={countId}
      aria-invalid={length > MESSAGE_MAX_LENGTH || undefined}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-controls={mentions.offer && menuId}
      aria-activedescendant={mentions.offer && mentionOptionId(menuId, mentions.offer.chosen)}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        mentions.look()
        if (currentTarget.value.trim() === '') ownTyping.stop()
        else ownTyping.typed()
      }}
      onSelect={mentions.look}
      onBlur={mentions.close}
      onKeyDown={pressed}
      onPaste={(event) => {
        const files = filesIn(event.clipboardData)
        if (files.length === 0) return
        event.preventDefault()
        onFiles(files)
      }}
    />
  )
}
