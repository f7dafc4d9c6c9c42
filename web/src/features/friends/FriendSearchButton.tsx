import UserSearch from 'lucide-react/icons/user-search'
import { useId, useState } from 'react'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { FriendSearch } from './FriendSearch.tsx'
import styles from './FriendSearch.module.css'

/** A button that opens the search for friends, where there is no room for the field. */
export function FriendSearchButton() {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton label="Freunde suchen" aria-expanded={isOpen} popoverTarget={id}>
        <UserSearch className="icon" aria-hidden />
      </IconButton>
      <Surface
        kind="floating"
        id={id}
        popover="auto"
        className={styles.popup}
        onToggle={(event) => {
          setIsOpen(event.newState === 'open')
          if (event.newState === 'open') event.currentTarget.querySelector('input')?.focus()
        }}
      >
        <FriendSearch place="menu" />
      </Surface>
    </>
  )
}
