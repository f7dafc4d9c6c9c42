import { shownName, type OnlineUser } from '@tonarchiv/contract/presence'
import { PersonAvatar } from '#features/presence/index.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import styles from './MentionMenu.module.css'

interface MentionMenuProps {
  id: string
  people: readonly OnlineUser[]
  /** Index of the entry that Enter selects. */
  chosen: number
  onChoose: (person: OnlineUser) => void
}

export const mentionOptionId = (id: string, index: number) => `${id}-${index}`

/** Suggestions for the mention that is being typed; the focus stays in the field. */
export function MentionMenu({ id, people, chosen, onChoose }: MentionMenuProps) {
  return (
    // The field must keep the focus, so neither select nor datalist can be used.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <Surface kind="floating" className={styles.menu} id={id} role="listbox" aria-label="Personen">
      {people.map((person, index) => (
        <div
          key={person.id}
          id={mentionOptionId(id, index)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          className={classNames(styles.person, index === chosen && styles.chosen)}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
          onKeyDown={() => undefined}
        >
          <PersonAvatar photoURL={person.photoURL} isOnline={person.isOnline} size={28} />
          <Text truncate>{shownName(person)}</Text>
          <span className={styles.username}>@{person.username}</span>
        </div>
      ))}
    </Surface>
  )
}
