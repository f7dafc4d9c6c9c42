import { comparePeople, type OnlineUser } from '@tonarchiv/contract/presence'
import {
  memo,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useIsDisconnected } from '#realtime/socket-instance.ts'
import { formatNumber } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { Equalizer } from '#ui/components/images/Equalizer.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { activityOf, isListening } from './people.ts'
import styles from './PeopleList.module.css'
import { PersonAvatar } from './PersonAvatar.tsx'
import { AdminMark } from './PersonName.tsx'
import { useDistinctName, usePeople } from './presence.ts'
import { visibleRange } from './visible-range.ts'

/** Height of a row in rem. */
const ROW = 3.125

/** The member whose popup is open, and the row beside which it opens. */
export interface ShownListener {
  /** Undefined while the popup is closed. */
  opened: { person: OnlineUser; anchor: Element } | undefined
  onClose: () => void
}

interface PeopleListProps {
  ownId: string
  /** Opens the profile of a member. */
  onOpen: (userId: string) => void
  /** Renders the popup that opens instead for a member who listens to something. */
  renderListener?: ((shown: ShownListener) => ReactNode) | undefined
  className?: string | undefined
}

/** All members with their activity, online members first, and the number of members. Only visible rows are mounted. */
export function PeopleList({ ownId, onOpen, renderListener, className }: PeopleListProps) {
  const { online, offline, isKnown } = usePeople()
  const isLost = useIsDisconnected()
  const all = useMemo(
    () => (isLost ? [...online, ...offline].sort(comparePeople) : []),
    [isLost, online, offline],
  )
  const scroller = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<ShownListener['opened']>()
  const onListener = useMemo(
    () =>
      renderListener &&
      ((person: OnlineUser, anchor: Element) =>
        setOpened((before) => (before?.person.id === person.id ? undefined : { person, anchor }))),
    [renderListener],
  )
  const shared = { ownId, onOpen, onListener, listenerId: opened?.person.id, scroller }
  return (
    <aside className={classNames(styles.people, className)} aria-label="Benutzer" ref={scroller}>
      {isKnown && isLost ? (
        <>
          <Text as="p" size="sm" tone="muted" className={styles.unknown}>
            Ohne Verbindung ist nicht bekannt, wer gerade da ist.
          </Text>
          <Section title="Alle" people={all} {...shared} />
        </>
      ) : isKnown ? (
        <>
          <Section title="Online" people={online} {...shared} />
          <Section title="Offline" people={offline} {...shared} />
        </>
      ) : (
        <PeopleSkeleton />
      )}
      {renderListener?.({ opened, onClose: () => setOpened(undefined) })}
    </aside>
  )
}

interface SectionProps extends Pick<PeopleListProps, 'ownId' | 'onOpen'> {
  title: string
  people: readonly OnlineUser[]
  /** Opens or closes the popup of a member; undefined if there is none. */
  onListener: ((person: OnlineUser, row: Element) => void) | undefined
  /** The member whose popup is open. */
  listenerId: string | undefined
  scroller: RefObject<HTMLElement | null>
}

function Section({ title, people, ownId, onOpen, onListener, listenerId, scroller }: SectionProps) {
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const { from, to } = useVisibleRows(scroller, list, people.length)
  return (
    <section aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {title} <span>{formatNumber(people.length)}</span>
      </h2>
      <ul ref={list} className={styles.list} style={{ height: `${people.length * ROW}rem` }}>
        {people.slice(from, to).map((person, index) => (
          <PersonRow
            key={person.id}
            person={person}
            place={from + index}
            count={people.length}
            onOpen={person.id === ownId ? undefined : onOpen}
            onListener={onListener}
            isListenerOpen={person.id === listenerId}
          />
        ))}
      </ul>
    </section>
  )
}

interface PersonRowProps extends Pick<SectionProps, 'onListener'> {
  person: OnlineUser
  isListenerOpen: boolean
  place: number
  count: number
  /** Opens the profile; undefined for the member's own row, which opens no profile. */
  onOpen?: ((userId: string) => void) | undefined
}

const PersonRow = memo(function PersonRow({
  person,
  isListenerOpen,
  place,
  count,
  onOpen,
  onListener,
}: PersonRowProps) {
  const { id, photoURL, isOnline } = person
  const isLost = useIsDisconnected()
  const name = useDistinctName(person)
  // An open popup is closed by its row also after the member has stopped listening.
  const listens = onListener !== undefined && (isListenerOpen || (!isLost && isListening(person)))
  const content = (
    <>
      <PersonAvatar {...{ photoURL, isOnline }} size={36} />
      <span className={styles.text}>
        <span className={styles.name}>
          <Text size="md" weight="medium" truncate dir="auto">
            {name}
          </Text>
          <AdminMark userId={id} />
        </span>
        {!isLost && <PersonActivity person={person} />}
      </span>
    </>
  )
  return (
    <li style={{ top: `${place * ROW}rem` }} aria-setsize={count} aria-posinset={place + 1}>
      {onOpen ? (
        <button
          type="button"
          className={styles.person}
          aria-haspopup={listens ? 'dialog' : undefined}
          aria-expanded={listens ? isListenerOpen : undefined}
          onClick={({ currentTarget }) => (listens ? onListener(person, currentTarget) : onOpen(id))}
        >
          {content}
        </button>
      ) : (
        <div className={styles.person}>{content}</div>
      )}
    </li>
  )
})

/** The status text of a member, or the current track. Renders nothing if there is neither. */
export function PersonActivity({ person }: { person: OnlineUser }) {
  const activity = activityOf(person)
  if (!activity) return null
  if (activity.kind === 'status') {
    return (
      <Text size="sm" tone="muted" truncate className={styles.activity} dir="auto">
        {activity.text}
      </Text>
    )
  }
  return (
    <Text size="sm" tone="muted" className={styles.activity}>
      <Equalizer paused={!activity.isPlaying} className={styles.equalizer} />
      <Text truncate title={activity.title}>
        {activity.title}
      </Text>
    </Text>
  )
}

function PeopleSkeleton() {
  return (
    <div className={styles.skeleton}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index}>
          <Skeleton width={36} height={36} style={{ borderRadius: '50%' }} />
          <Skeleton width={`${50 + ((index * 17) % 35)}%`} height={16} />
        </div>
      ))}
    </div>
  )
}

/** Height of a row in pixels. */
const rowHeight = () => ROW * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Which rows are near the visible part of the scroll container. */
function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  count: number,
) {
  // At first as many rows as fit into the window, because measuring the list before its first frame would cause a
  // second layout of the page.
  const [range, setRange] = useState(() => ({ from: 0, to: Math.ceil(innerHeight / rowHeight()) }))
  const look = useEffectEvent(() => {
    if (!scroller.current) return
    const { scrollTop, clientHeight: height } = scroller.current
    const top = list.current?.offsetTop ?? 0
    const next = visibleRange({ scrollTop, height, top, rowHeight: rowHeight(), count })
    setRange((now) => (now.from === next.from && now.to === next.to ? now : next))
  })
  const measuredFor = useRef(count)
  useLayoutEffect(() => {
    if (measuredFor.current !== count) look()
    measuredFor.current = count
  }, [count])
  // Not a layout effect, because layout effects run before the ref of the scroll container is set.
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const changed = () => look()
    // The observer reports the first size, too.
    const resizing = new ResizeObserver(changed)
    resizing.observe(element)
    element.addEventListener('scroll', changed, { passive: true })
    return () => {
      resizing.disconnect()
      element.removeEventListener('scroll', changed)
    }
  }, [scroller])
  return range
}
