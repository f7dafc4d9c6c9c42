import type { Person } from '@tonarchiv/contract/presence'
import { imageUrl } from '#client/media.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { useDistinctName } from './presence.ts'
import { openProfile } from './profile-dialog.ts'

interface PortraitButtonProps {
  person: Person
  /** CSS pixels. */
  size: number
  className?: string | undefined
}

/** A member's image as a button that opens the profile; for a deleted account only the image. */
export function PortraitButton({ person, size, className }: PortraitButtonProps) {
  const { id, username, photoURL } = person
  const name = useDistinctName(person)
  const portrait = <Avatar src={photoURL && imageUrl(photoURL)} size={size} />
  if (username === '') return <span className={className}>{portrait}</span>
  return (
    <button
      type="button"
      className={className}
      aria-label={`Profil von ${name} öffnen`}
      onClick={() => openProfile(id)}
    >
      {portrait}
    </button>
  )
}
