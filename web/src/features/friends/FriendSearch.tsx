import { PEOPLE_SEARCH_MIN_LENGTH, type FoundPerson } from '@tonarchiv/contract/friends'
import UserSearch from 'lucide-react/icons/user-search'
import { useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react'
import { textOf } from '#client/api-error.ts'
import { useIsConnectionLost } from '#client/connection.ts'
import { shownName } from '@tonarchiv/contract/presence'
import { AdminMark, PersonAvatar, useOnlineUser } from '#features/presence/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { useAcceptRequest, usePeopleSearch, useRequestFriend } from './api.ts'
import { standing } from './friend-lists.ts'
import styles from './FriendSearch.module.css'
import { useFriends } from './queries.ts'

/** Milliseconds from the last key press until the search starts. */
const PAUSE = 200

const TOO_SHORT = `Die Suche beginnt ab ${PEOPLE_SEARCH_MIN_LENGTH} Zeichen.`

interface FriendSearchProps {
  /**
   * Where the search is, which determines its layout. `bar`: narrow, in the top bar. `page`: with a text about the
   * minimum length below it. `menu`: with the results below the field.
   */
  place: 'bar' | 'page' | 'menu'
  className?: string | undefined
}

/** A field that searches other members by name, and buttons that send them friend requests. */
export function FriendSearch({ place, className }: FriendSearchProps) {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const isLost = useIsConnectionLost()
  const root = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const searched = useDeferredValue(usePaused(text))
  const { found, isError, error, isLongEnough } = usePeopleSearch(searched)
  const isShown = isOpen && text.trim() !== ''

  useLeft(root, isShown, () => setIsOpen(false))
  useResultKeys(root, () => {
    if (!isShown) return false
    setIsOpen(false)
    field.current?.focus()
    return true
  })

  const message = !isLongEnough
    ? TOO_SHORT
    : isError
      ? textOf(error, 'Die Suche hat nicht geklappt')
      : found?.length === 0
        ? 'Niemand gefunden'
        : undefined
  return (
    <search
      ref={root}
      aria-label="Freunde suchen"
      className={classNames(styles.search, styles[place], className)}
    >
      <div className={styles.field}>
        <UserSearch className="icon" aria-hidden />
        <input
          ref={field}
          type="search"
          placeholder="Freunde suchen..."
          aria-label="Freunde suchen"
          aria-describedby={place === 'page' ? `${id}-hint` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          disabled={isLost}
          value={text}
          onFocus={() => setIsOpen(true)}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setIsOpen(true)
          }}
        />
      </div>
      {place === 'page' && (
        <Text as="p" size="sm" tone="muted" id={`${id}-hint`}>
          {TOO_SHORT}
        </Text>
      )}
      {isShown && (message !== undefined || found) && (
        <Surface kind="floating" className={styles.found}>
          <Text as="output" size="md" tone="muted" className={message === undefined ? 'sr' : styles.message}>
            {message ?? (found?.length === 1 ? '1 Person gefunden' : `${found?.length} Personen gefunden`)}
          </Text>
          {message === undefined && (
            <ul>
              {found?.map((person) => (
                <Found key={person.id} person={person} />
              ))}
            </ul>
          )}
        </Surface>
      )}
    </search>
  )
}

function Found({ person }: { person: FoundPerson }) {
  const { isOnline } = useOnlineUser(person.id) ?? person
  return (
    <li className={styles.person}>
      <PersonAvatar photoURL={person.photoURL} isOnline={isOnline} size={36} />
      <Text size="md" weight="medium" className={styles.names}>
        <span className={styles.named}>
          <Text truncate>{shownName(person)}</Text>
          <AdminMark userId={person.id} />
        </span>
        <Text as="small" size="sm" tone="muted" truncate>
          @{person.username}
        </Text>
      </Text>
      <Standing person={person} />
    </li>
  )
}

function Standing({ person }: { person: FoundPerson }) {
  const { data } = useFriends()
  const request = useRequestFriend()
  const accept = useAcceptRequest()
  const { relation, requestId } = standing(person, data)
  switch (relation) {
    case 'friend':
      return (
        <Text as="small" size="sm" tone="muted">
          Befreundet
        </Text>
      )
    case 'sent':
      return (
        <Text as="small" size="sm" tone="muted">
          Wartet auf Antwort
        </Text>
      )
    case 'received':
      return (
        <Button
          kind="tint"
          small
          busy={accept.isPending}
          aria-label={`Anfrage von ${shownName(person)} annehmen`}
          onClick={() => requestId !== null && accept.mutate(requestId)}
        >
          Annehmen
        </Button>
      )
    default:
      return (
        <Button
          small
          busy={request.isPending}
          aria-label={`${shownName(person)} eine Anfrage senden`}
          onClick={() => request.mutate(person.id)}
        >
          Anfrage senden
        </Button>
      )
  }
}

/** Calls `onLeft` after a press outside of `root`, or when the focus leaves `root`. */
function useLeft(root: RefObject<HTMLElement | null>, isShown: boolean, onLeft: () => void): void {
  const leave = useEffectEvent(onLeft)
  useEffect(() => {
    if (!isShown) return undefined
    const left = ({ target }: Event) => {
      if (!(target instanceof Node && root.current?.contains(target))) leave()
    }
    document.addEventListener('pointerdown', left)
    document.addEventListener('focusin', left)
    return () => {
      document.removeEventListener('pointerdown', left)
      document.removeEventListener('focusin', left)
    }
  }, [root, isShown])
}

/**
 * Lets arrow keys move the focus between the field and the results.
 * @param onEscape - called for Escape; returns whether it has closed something
 */
function useResultKeys(root: RefObject<HTMLElement | null>, onEscape: () => boolean): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && onEscape()) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('input, li button') ?? [])]
    const at = stops.findIndex((element) => element === document.activeElement)
    event.preventDefault()
    stops[Math.min(Math.max(0, at + step), stops.length - 1)]?.focus()
  })
  useEffect(() => {
    const element = root.current
    const entered = (event: KeyboardEvent) => pressed(event)
    element?.addEventListener('keydown', entered)
    return () => element?.removeEventListener('keydown', entered)
  }, [root])
}

/** Returns the text as it was at the last pause in typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
