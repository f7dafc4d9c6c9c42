import type { RoomPerson, RoomState } from '@tonarchiv/contract/rooms'
import { shownName } from '@tonarchiv/contract/presence'
import Search from 'lucide-react/icons/search'
import { useRef, useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { formatNumber } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { PersonMenu } from './PersonMenu.tsx'
import styles from './RoomPeople.module.css'
import { seatText } from './seats.ts'

interface PeopleDialogProps {
  open: boolean
  people: readonly RoomPerson[]
  state: RoomState
  ownId: string
  /** Whether this member may make another one the host. */
  canMakeHost: boolean
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

function People({
  people,
  state,
  ownId,
  canMakeHost,
  onProfile,
}: Omit<PeopleDialogProps, 'open' | 'onClose'>) {
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLUListElement>(null)
  // The focused member may leave. When the host hands the room over, their menus are replaced by plain buttons.
  useRestoredFocus(list, (lost) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button[data-person]') ?? [])]
    const same = buttons.find(({ dataset }) => dataset['person'] === lost.getAttribute('data-person'))
    return same ?? buttons[0] ?? list.current?.parentElement?.querySelector('input')
  })
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
      <ul ref={list} className={styles.list}>
        {found.map((person) => (
          <li key={person.id}>
            <Row {...{ person, state, ownId, onProfile }} canMakeHost={canMakeHost && person.id !== ownId} />
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

type RowProps = Pick<PeopleDialogProps, 'state' | 'ownId' | 'canMakeHost' | 'onProfile'> & {
  person: RoomPerson
}

/** A member in the list. Without a choice a press opens the profile. */
function Row({ person, state, ownId, canMakeHost, onProfile }: RowProps) {
  const { short } = seatText(person, state, ownId)
  const content = (
    <>
      <Avatar src={person.photoURL && imageUrl(person.photoURL)} size={36} />
      <span>
        <Text as="span" weight="medium" truncate dir="auto">
          {shownName(person)}
        </Text>{' '}
        <Text as="span" size="sm" tone="muted">
          {short}
        </Text>
      </span>
    </>
  )
  if (canMakeHost) {
    const label = short === '' ? shownName(person) : `${shownName(person)}, ${short}`
    return (
      <PersonMenu
        {...{ person, label, canMakeHost, onProfile }}
        className={styles.person}
        data-person={person.id}
        trigger={content}
      />
    )
  }
  return (
    <button
      type="button"
      className={styles.person}
      data-person={person.id}
      onClick={() => onProfile(person.id)}
    >
      {content}
    </button>
  )
}
