import type { RoomPerson, RoomState } from '@tonarchiv/contract/rooms'
import { shownName } from '@tonarchiv/contract/presence'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { formatNumber } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import styles from './RoomPeople.module.css'
import { seatText } from './seats.ts'

interface PeopleDialogProps {
  open: boolean
  people: readonly RoomPerson[]
  state: RoomState
  ownId: string
  onClose: () => void
  onProfile: (userId: string) => void
}

/** The dialog with all members of a large room. Typing filters the list. */
export function PeopleDialog({ open, onClose, ...rest }: PeopleDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Im Raum">
      {open && <People {...rest} />}
    </Dialog>
  )
}

const folded = (text: string) => text.toLocaleLowerCase('de')

function People({ people, state, ownId, onProfile }: Omit<PeopleDialogProps, 'open' | 'onClose'>) {
  const [typed, setTyped] = useState('')
  const text = folded(typed.trim())
  const found = people.filter(
    (person) => folded(shownName(person)).includes(text) || folded(person.username).includes(text),
  )
  return (
    <>
      <TextField
        label="Leute suchen"
        labelHidden
        type="search"
        placeholder="Leute suchen"
        autoComplete="off"
        data-autofocus
        maxLength={100}
        icon={<Search className="icon" aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <output className="sr">{`${formatNumber(found.length)} gefunden`}</output>
      <ul className={styles.list}>
        {found.map((person) => (
          <li key={person.id}>
            <button type="button" className={styles.person} onClick={() => onProfile(person.id)}>
              <Avatar src={person.photoURL && imageUrl(person.photoURL)} size={36} />
              <span>
                <Text as="span" weight="medium" truncate dir="auto">
                  {shownName(person)}
                </Text>{' '}
                <Text as="span" size="sm" tone="muted">
                  {seatText(person, state, ownId).short}
                </Text>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <Text as="p" tone="muted">
          Niemand mit diesem Namen
        </Text>
      )}
    </>
  )
}
