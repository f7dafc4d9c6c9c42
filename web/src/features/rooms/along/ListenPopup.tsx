import { shownTitle } from '@tonarchiv/contract/catalog'
import { shownName, type OnlineUser } from '@tonarchiv/contract/presence'
import { useRef, useState, type ReactNode } from 'react'
import { HeardTrack } from '#features/cards/index.ts'
import { PersonAvatar, useDistinctName, useOnlineUser, type ShownListener } from '#features/presence/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Popup } from '#ui/components/overlays/Popup.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { callNameOf } from '../parts/wording.ts'
import { ListenAlongButton } from './ListenAlongButton.tsx'
import styles from './ListenPopup.module.css'
import { useListenWay } from './use-listen-way.ts'

interface ListenPopupProps extends ShownListener {
  /** Further buttons beside „Mithören“. */
  renderActions: (person: OnlineUser) => ReactNode
}

/** What a member of the list hears, with „Mithören“. */
export function ListenPopup({ opened, onClose, renderActions }: ListenPopupProps) {
  // While the popup closes, its content stays rendered.
  const [shown, setShown] = useState(opened?.person)
  if (opened && opened.person.id !== shown?.id) setShown(opened.person)
  return (
    <Popup
      anchor={opened?.anchor}
      onClose={onClose}
      align="before"
      // This popover is not modal, so it is no `dialog` element.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="dialog"
      aria-label={shown && `${shownName(shown)} hört gerade`}
      tabIndex={-1}
      className={styles.popup}
      onOpened={(popup) => popup.focus({ preventScroll: true })}
    >
      {shown && <Content key={shown.id} known={shown} {...{ onClose, renderActions }} />}
    </Popup>
  )
}

type ContentProps = Pick<ListenPopupProps, 'onClose' | 'renderActions'> & { known: OnlineUser }

function Content({ known, onClose, renderActions }: ContentProps) {
  const content = useRef<HTMLDivElement>(null)
  // „Mithören“ disappears when the member stops listening.
  useRestoredFocus(content, () => content.current?.querySelector('button'))
  const person = useOnlineUser(known.id) ?? known
  const way = useListenWay(person)
  const name = useDistinctName(person)
  const { photoURL, isOnline, isPlaying, currentTrack, room } = person
  const activity = room ? `Im Hörraum: ${room.name}` : isPlaying && currentTrack ? 'hört gerade' : undefined
  return (
    <div className={styles.content} ref={content}>
      <div className={styles.head}>
        <PersonAvatar {...{ photoURL, isOnline }} size={48} />
        <div className={styles.names}>
          <Text as="p" weight="semibold" truncate dir="auto">
            {name}
          </Text>
          <Text as="p" size="sm" tone="muted" truncate dir="auto">
            {activity ?? 'hört gerade nichts'}
          </Text>
        </div>
      </div>
      {isPlaying && currentTrack && <Heard track={currentTrack} />}
      <div className={styles.actions}>
        <ListenAlongButton person={person} kind="primary" onPress={onClose} />
        {renderActions(person)}
      </div>
      {way?.kind === 'ask' && (
        <Text as="p" size="sm" tone="muted">
          {`Öffnet einen Hörraum mit ${callNameOf(person)} als Gastgeber. ${callNameOf(person)} wird vorher gefragt.`}
        </Text>
      )}
    </div>
  )
}

function Heard({ track: { id, title, artist } }: { track: NonNullable<OnlineUser['currentTrack']> }) {
  if (id !== null) return <HeardTrack key={id} heard={{ id, title, artist }} />
  return (
    <div>
      <Text as="p" weight="semibold" truncate dir="auto">
        {shownTitle(title)}
      </Text>
      <Text as="p" size="sm" tone="muted" truncate dir="auto">
        {artist}
      </Text>
    </div>
  )
}
