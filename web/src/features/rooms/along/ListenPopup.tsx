import { shownTitle } from '@tonarchiv/contract/catalog'
import { shownName, type OnlineUser } from '@tonarchiv/contract/presence'
import { useRef, useState, type ReactNode } from 'react'
import { HeardTrack } from '#features/cards/index.ts'
import { PersonAvatar, useDistinctName, useOnlineUser, type ShownListener } from '#features/presence/index.ts'
import { formatTime } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Equalizer } from '#ui/components/images/Equalizer.tsx'
import { Popup } from '#ui/components/overlays/Popup.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { callNameOf, listensText } from '../parts/wording.ts'
import { ListenAlongButton } from './ListenAlongButton.tsx'
import styles from './ListenPopup.module.css'
import { useListenWay } from './use-listen-way.ts'
import { useProgress, useSecondsSince, type Progress } from './use-progress.ts'

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
  const progress = useProgress(person)
  const { photoURL, isOnline, isPlaying, currentTrack } = person
  return (
    <div className={styles.content} ref={content}>
      <div className={styles.head}>
        <PersonAvatar {...{ photoURL, isOnline }} size={48} />
        <div className={styles.names}>
          <Text as="p" weight="semibold" truncate dir="auto">
            {name}
          </Text>
          <Text as="p" size="sm" tone="muted" truncate dir="auto">
            <Activity {...{ person, progress }} />
          </Text>
        </div>
      </div>
      {isPlaying && currentTrack && <Heard track={currentTrack} progress={progress} />}
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

interface ProgressProps {
  progress: Progress | undefined
}

function Activity({ person, progress }: ProgressProps & { person: OnlineUser }) {
  const { isPlaying, currentTrack, room } = person
  if (room) return `Im Hörraum: ${room.name}`
  if (!isPlaying || !currentTrack) return 'hört gerade nichts'
  if (progress?.listeningSeconds === undefined) return listensText(0)
  return <ListensFor seconds={progress.listeningSeconds} readAt={progress.readAt} />
}

function ListensFor({ seconds, readAt }: { seconds: number; readAt: number }) {
  return listensText(seconds + useSecondsSince(readAt))
}

type HeardProps = ProgressProps & { track: NonNullable<OnlineUser['currentTrack']> }

function Heard({ track: { id, title, artist }, progress }: HeardProps) {
  if (id !== null)
    return (
      <HeardTrack
        key={id}
        heard={{ id, title, artist }}
        renderPosition={(durationSeconds) =>
          progress?.position && (
            <Position
              position={progress.position}
              readAt={progress.readAt}
              durationSeconds={durationSeconds}
            />
          )
        }
      />
    )
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

interface PositionProps {
  position: NonNullable<Progress['position']>
  readAt: number
  durationSeconds: number
}

function Position({ position: { seconds, rate }, readAt, durationSeconds }: PositionProps) {
  const reached = Math.min(seconds + useSecondsSince(readAt) * rate, durationSeconds)
  return (
    <Text as="p" size="sm" tone="muted" className={styles.position}>
      <Equalizer />
      <span>{`${formatTime(reached)} von ${formatTime(durationSeconds)}`}</span>
    </Text>
  )
}
