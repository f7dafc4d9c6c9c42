import { shownName, type OnlineUser } from '@tonarchiv/contract/presence'
import { Fragment } from 'react'
import { AdminMark, PersonAvatar } from '#features/presence/index.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import styles from './MentionMenu.module.css'

interface MentionMenuProps {
  id: string
  /** The suggested members, those who are online first. */
  people: readonly OnlineUser[]
  /** The text by which `people` were found, in lower case. */
  query: string
  /** Index of the entry that Enter selects. */
  chosen: number
  onChoose: (person: OnlineUser) => void
}

export const mentionOptionId = (id: string, index: number) => `${id}-${index}`

/** Suggestions for the mention that is being typed; the focus stays in the field. */
export function MentionMenu({ id, people, query, chosen, onChoose }: MentionMenuProps) {
  return (
    // The field must keep the focus, so neither select nor datalist can be used.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <Surface kind="floating" className={styles.menu} id={id} role="listbox" aria-label="Person erwähnen">
      {people[0]?.isOnline === true && (
        <p className={styles.heading} role="presentation">
          Hier gerade da
        </p>
      )}
      {people.map((person, index) => (
        <Fragment key={person.id}>
          {!person.isOnline && people[index - 1]?.isOnline === true && (
            <div className={styles.separator} role="presentation" />
          )}
          <div
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
            <Text truncate>
              <Found text={shownName(person)} query={query} />
            </Text>
            <AdminMark userId={person.id} />
            <span className={styles.username}>
              @<Found text={person.username} query={query} />
            </span>
          </div>
        </Fragment>
      ))}
    </Surface>
  )
}

/** A text in which the first occurrence of `query` is highlighted. */
function Found({ text, query }: { text: string; query: string }) {
  const at = text.toLowerCase().indexOf(query)
  // In some scripts the lower-case text is longer, so that `at` is no index of `text`. Then nothing is highlighted.
  if (at === -1 || text.toLowerCase().length !== text.length) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.found}>{text.slice(at, at + query.length)}</mark>
      {text.slice(at + query.length)}
    </>
  )
}
