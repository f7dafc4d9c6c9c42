import type { Person } from '@tonarchiv/contract/presence'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './PersonName.module.css'
import { useDistinctName, usePeople } from './presence.ts'
import { openProfile } from './profile-dialog.ts'

/** A tag for admins. Renders nothing for other members and for deleted accounts. */
export function AdminMark({ userId }: { userId: string | null }) {
  const isAdmin = usePeople(({ byId }) => userId !== null && byId.get(userId)?.isAdmin === true)
  return isAdmin && <Tag>Admin</Tag>
}

interface PersonNameProps extends Pick<Person, 'displayName'> {
  /** Null if the account has been deleted; the name is then a text without a profile. */
  id: string | null
  /** If missing, the username in the list of members is used. */
  username?: string
  /** Whether Tab reaches the name. False if a portrait beside it opens the profile as well. */
  isTabStop?: boolean
  className?: string | undefined
}

/** The name of a member, with the mark of admins. A press opens the profile. */
export function PersonName({ id, displayName, username, isTabStop = true, className }: PersonNameProps) {
  const known = usePeople(({ byId }) => (id === null ? undefined : byId.get(id)?.username))
  const name = useDistinctName({ displayName, username: username ?? known ?? '' })
  return (
    <span className={classNames(styles.person, className)}>
      {id === null ? (
        <Text truncate dir="auto">
          {name}
        </Text>
      ) : (
        <button
          type="button"
          className={classNames(styles.name, 'truncate')}
          dir="auto"
          tabIndex={isTabStop ? undefined : -1}
          title="Profil öffnen"
          onClick={() => openProfile(id)}
        >
          {name}
        </button>
      )}
      <AdminMark userId={id} />
    </span>
  )
}
