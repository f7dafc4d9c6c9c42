import { MESSAGE_MAX_LENGTH } from '@tonarchiv/contract/chat'
import { useLayoutEffect, type KeyboardEvent, type RefObject } from 'react'
import { useMediaQuery } from '#ui/dom/media-query.ts'
import { filesIn } from '../media/media.ts'
import styles from './Composer.module.css'
import { commandOptionId } from './CommandMenu.tsx'
import { mentionOptionId } from './MentionMenu.tsx'
import type { Mentions } from './use-mentions.ts'

/** Matches devices with touch input and an on-screen keyboard. */
const TOUCH = '(hover: none) and (pointer: coarse)'

interface MessageFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  /** The number of characters that count towards the limit. */
  length: number
  /** Id of the element with the character count; undefined while it is not shown. */
  countId: string | undefined
  menuId: string
  mentions: Mentions
  /** Whether a command is offered. */
  isCommand: boolean
  placeholder: string
  onText: (text: string) => void
  onSend: () => void
  onEscape: () => void
  /**
   * Called for the up arrow key in the empty field.
   * @returns whether the key was handled
   */
  onUp: () => boolean
  onFiles: (files: readonly File[]) => void
}

/** The text field. Enter sends, except on touch devices. */
export function MessageField({
  field,
  text,
  length,
  countId,
  menuId,
  mentions,
  isCommand,
  placeholder,
  onText,
  onSend,
  onEscape,
  onUp,
  onFiles,
}: MessageFieldProps) {
  // On touch devices Enter inserts a line break, as on-screen keyboards do in other apps, and the button
  // sends.
  const isTouch = useMediaQuery(TOUCH)
  useFieldHeight(field)

  function pressed(event: KeyboardEvent): void {
    // An Enter that confirms an input method's composition does not send.
    if (event.nativeEvent.isComposing || mentions.pressed(event)) return
    if (event.key === 'Escape') return onEscape()
    if (event.key === 'ArrowUp' && text === '' && onUp()) return event.preventDefault()
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
      placeholder={placeholder}
      aria-label="Nachricht"
      aria-describedby={countId}
      aria-invalid={length > MESSAGE_MAX_LENGTH || undefined}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-controls={mentions.offer || isCommand ? menuId : undefined}
      aria-activedescendant={
        mentions.offer
          ? mentionOptionId(menuId, mentions.offer.chosen)
          : isCommand
            ? commandOptionId(menuId)
            : undefined
      }
      value={text}
      onChange={({ currentTarget }) => {
        onText(currentTarget.value)
        mentions.look()
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

/** Lets a text field grow with its text where the browser does not know `field-sizing`. */
function useFieldHeight(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    if (!CSS.supports('field-sizing', 'content')) fitHeight(field.current)
  })
}

function fitHeight(area: HTMLTextAreaElement | null): void {
  area?.style.setProperty('height', 'auto')
  area?.style.setProperty('height', `${area.scrollHeight}px`)
}
