import { useState } from 'react'
import { Popup } from '#ui/components/overlays/Popup.tsx'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { lazyPart } from '#ui/hooks/lazy-part.ts'
import styles from './EmojiPicker.module.css'
import { focusSearch } from './focus-search.ts'

const EmojiPicker = lazyPart(async () => (await import('./EmojiPicker.tsx')).EmojiPicker, {
  failure: 'Die Emojis konnten nicht geladen werden',
})

interface EmojiPopupProps {
  anchor: MenuAnchor | undefined
  label: string
  ownId: string
  align?: 'start' | 'end'
  onClose: () => void
  onChoose: (emoji: string) => void
}

/** The picker beside the button that opens it, on phones in a bottom sheet. */
export function EmojiPopup({ anchor, label, ownId, align, onClose, onChoose }: EmojiPopupProps) {
  const isOpen = anchor !== undefined
  const [wasOpen, setWasOpen] = useState(isOpen)
  const [openings, setOpenings] = useState(0)
  // The picker stays rendered while the popup closes, and is mounted anew with the next opening.
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpenings(openings + 1)
  }
  return (
    <Popup
      {...{ anchor, onClose, align }}
      // This popover is not modal, so it is no `dialog` element.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={styles.picker}
      onOpened={(popup) => {
        if (!focusSearch(popup)) popup.focus({ preventScroll: true })
      }}
    >
      {openings > 0 && (
        <EmojiPicker
          key={openings}
          ownId={ownId}
          onLoadFailed={onClose}
          onChoose={(emoji) => {
            onClose()
            onChoose(emoji)
          }}
        />
      )}
    </Popup>
  )
}
