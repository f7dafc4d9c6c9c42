import { shownName } from '@tonarchiv/contract/presence'
import { imageUrl } from '#client/media.ts'
import { useBlocks, useUnblockMember } from '#features/conversations/index.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import styles from './BlockedMembers.module.css'

/** Members that this one has blocked; absent while there are none. */
export function BlockedMembers() {
  const { data } = useBlocks()
  const unblock = useUnblockMember()
  if (!data || data.length === 0) return null
  return (
    <Surface as="section" className={styles.blocked} aria-labelledby="blocked-title">
      <h2 id="blocked-title">Blockiert</h2>
      <ul>
        {data.map((person) => (
          <li key={person.id}>
            <Avatar src={person.photoURL && imageUrl(person.photoURL)} size={36} />
            <Text truncate className={styles.name} dir="auto">
              {shownName(person)}
            </Text>
            <Button
              small
              busy={unblock.isPending && unblock.variables === person.id}
              aria-label={`Blockierung von ${shownName(person)} aufheben`}
              onClick={() => unblock.mutate(person.id)}
            >
              Aufheben
            </Button>
          </li>
        ))}
      </ul>
    </Surface>
  )
}
