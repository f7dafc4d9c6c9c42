import { shownName, type Person } from '@tonarchiv/contract/presence'
import { useRef } from 'react'
import { imageUrl } from '#client/media.ts'
import { useBlocks, useUnblockMember } from '#features/conversations/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { useFocusOnNextEntry } from '#ui/hooks/use-restored-focus.ts'
import { SettingsCard } from '../form/SettingsCard.tsx'
import styles from './BlockedMembers.module.css'

/** The members whom this account has blocked, with buttons to unblock them. Shows nothing if there are none. */
export function BlockedMembers() {
  const { data } = useBlocks()
  const region = useRef<HTMLDivElement>(null)
  useFocusOnNextEntry(region)
  return (
    <div ref={region} className={styles.region}>
      {data !== undefined && data.length > 0 && <Blocked people={data} />}
    </div>
  )
}

function Blocked({ people }: { people: readonly Person[] }) {
  const unblock = useUnblockMember()
  return (
    <SettingsCard title="Blockiert">
      <ul className={styles.blocked}>
        {people.map((person) => (
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
    </SettingsCard>
  )
}
