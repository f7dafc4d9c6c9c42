import Smile from 'lucide-react/icons/smile'
import { useState } from 'react'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { EmojiPopup } from '../reactions/EmojiPopup.tsx'
import styles from './Composer.module.css'

interface EmojiButtonProps {
  ownId: string
  onChoose: (emoji: string) => void
}

/** The button that opens the emoji picker for the text. It is hidden on phones, whose keyboards have emojis. */
export function EmojiButton({ ownId, onChoose }: EmojiButtonProps) {
  const [anchor, setAnchor] = useState<Element>()
  return (
    <>
      <IconButton
        label="Emoji"
        className={styles.emoji}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Smile className="icon" aria-hidden />
      </IconButton>
      <EmojiPopup
        {...{ anchor, ownId, onChoose }}
        label="Emoji wählen"
        align="end"
        onClose={() => setAnchor(undefined)}
      />
    </>
  )
}
