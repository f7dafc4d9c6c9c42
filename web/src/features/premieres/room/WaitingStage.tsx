import type { PremiereEvening } from '@tonarchiv/contract/premieres'
import Volume2 from 'lucide-react/icons/volume-2'
import { useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { useCoverTone } from '#features/catalog/index.ts'
import { PeopleStack, type InRoom } from '#features/rooms/index.ts'
import { formatNumber } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { toneStyle } from '#ui/dom/image-tone.ts'
import { showToast } from '#ui/dom/toast.ts'
import { Countdown } from '../parts/Countdown.tsx'
import { ReminderButton } from '../parts/ReminderButton.tsx'
import { useSecondsLeft } from '../parts/use-server-now.ts'
import { WrappedSleeve } from '#ui/components/images/WrappedSleeve.tsx'
import { isSoon } from '../time/countdown.ts'
import type { ServerTime } from '../time/server-time.ts'
import { dateText, momentText, timeText } from '../time/wording.ts'
import { trySound } from './try-sound.ts'
import styles from './WaitingStage.module.css'

/** CSS pixels. */
const COVER = 312
/** Maximum number of portraits beside the number of waiting members. */
const PORTRAITS = 6

interface WaitingStageProps {
  tab: InRoom
  evening: PremiereEvening
  time: ServerTime
}

/** The waiting room: the covered album, the countdown, and who else is there. */
export function WaitingStage({ tab, evening, time }: WaitingStageProps) {
  const { albumId, title, opensAt, coverUrl, isReminded } = evening
  const seconds = useSecondsLeft(opensAt, time)
  const tone = useCoverTone(coverUrl ?? '')
  const { people, state } = tab.room
  return (
    <section
      className={classNames(styles.stage, 'toned')}
      style={toneStyle(coverUrl === null ? 'var(--tone-paper)' : tone)}
      aria-label="Warteraum"
    >
      {coverUrl === null ? (
        <WrappedSleeve title={title} line={`Premiere ${momentText(opensAt)}`} />
      ) : (
        <Sleeve src={imageUrl(coverUrl)} size={COVER} />
      )}
      <div className={styles.info}>
        <Moved opensAt={opensAt} title={title} />
        <div>
          <p className={styles.eyebrow}>{doorsText(opensAt, seconds)}</p>
          <h2>{headingOf(seconds)}</h2>
        </div>
        <Countdown seconds={seconds} large />
        <div className={styles.people}>
          <div className={styles.row}>
            <PeopleStack people={people.slice(0, PORTRAITS)} count={state.peopleCount} />
            <Text tone="muted">{waitingText(state.peopleCount)}</Text>
          </div>
          <Text as="p" size="sm" tone="muted" className={styles.note}>
            Alle hören jede Sekunde gleichzeitig, deshalb gibt es kein Spulen. Lass den Ton an.
          </Text>
        </div>
        <div className={styles.actions}>
          <TrySound />
          <ReminderButton albumId={albumId} isReminded={isReminded} />
        </div>
      </div>
    </section>
  )
}

function doorsText(opensAt: string, seconds: number): string {
  const serverNow = new Date(Date.parse(opensAt) - seconds * 1000)
  const isToday = new Date(opensAt).toDateString() === serverNow.toDateString()
  if (seconds === 0) return 'Die Türen sind offen'
  return isToday
    ? `Die Türen öffnen um ${timeText(opensAt)}`
    : `Die Türen öffnen am ${dateText(opensAt)}, ${timeText(opensAt)}`
}

function headingOf(seconds: number): string {
  if (seconds === 0) return 'Es geht los'
  return isSoon(seconds) ? 'Gleich ist es so weit' : 'Noch ein wenig Geduld'
}

/** The text about the other waiting members. `count` includes this member. */
function waitingText(count: number): string {
  if (count <= 1) return 'Du bist als Erstes da'
  return count === 2 ? '1 Person wartet mit dir' : `${formatNumber(count - 1)} warten mit dir`
}

/** Says that the premiere was moved while the member waited. */
function Moved({ opensAt, title }: { opensAt: string; title: string }) {
  const [first, setFirst] = useState(opensAt)
  if (first === opensAt) return null
  return (
    <NoticeBox onClose={() => setFirst(opensAt)}>
      {`„${title}“ ist verschoben auf `}
      <b>{momentText(opensAt)}</b>.
    </NoticeBox>
  )
}

/**
 * A button that plays a few notes. The member hears whether the sound is on, and after the press the browser allows the
 * album to start by itself.
 */
function TrySound() {
  const [hasPlayed, setHasPlayed] = useState(false)
  const press = async () => {
    if (await trySound()) setHasPlayed(true)
    else showToast('Dein Browser spielt keinen Ton', { kind: 'error' })
  }
  return (
    <Button kind={hasPlayed ? 'plain' : 'primary'} onClick={() => void press()}>
      <Volume2 className="icon icon-small" aria-hidden />
      Ton probieren
    </Button>
  )
}
