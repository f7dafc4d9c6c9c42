import type { Premiere, PremiereEvening } from '@tonarchiv/contract/premieres'
import { keyRequired } from '@tonarchiv/contract/refusal'
import Disc from 'lucide-react/icons/disc-3'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { imageUrl } from '#client/media.ts'
import { useCoverTone } from '#features/catalog/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { toneStyle } from '#ui/dom/image-tone.ts'
import { usePremieres } from '../calls/api.ts'
import { Countdown } from '../parts/Countdown.tsx'
import { ReminderButton } from '../parts/ReminderButton.tsx'
import { useSecondsLeft, useServerNow } from '../parts/use-server-now.ts'
import { WrappedSleeve } from '#ui/components/images/WrappedSleeve.tsx'
import type { ServerTime } from '../time/server-time.ts'
import { dateText, eyebrowText } from '../time/wording.ts'
import styles from './PremiereCard.module.css'

/** CSS pixels. */
const COVER = 208

interface PremiereCardProps {
  className?: string | undefined
  /** Opens the dialog for an access key. */
  onEnterKey: () => void
}

/** The premiere that plays now, or the next one, on the home page. Renders nothing if there is none. */
export function PremiereCard({ className, onEnterKey }: PremiereCardProps) {
  const { data } = usePremieres()
  const [live] = data?.live ?? []
  const [next] = data?.premieres ?? []
  if (!data || (!live && !next)) return null
  if (live) return <LiveCard className={className} evening={live} time={data.time} />
  if (!next) return null
  if (next.album)
    return <ComingCard className={className} opensAt={next.opensAt} album={next.album} time={data.time} />
  return <LockedCard className={className} opensAt={next.opensAt} onEnterKey={onEnterKey} />
}

interface FrameProps {
  className: string | undefined
  album: { title: string; coverUrl: string | null }
  opensAt: string
  eyebrow: string
  isOpen?: boolean
  children: ReactNode
}

function Frame({ className, album: { title, coverUrl }, opensAt, eyebrow, isOpen, children }: FrameProps) {
  const tone = useCoverTone(coverUrl ?? '')
  return (
    <Surface
      as="section"
      className={classNames(styles.card, 'toned', className)}
      style={toneStyle(coverUrl === null ? 'var(--tone-paper)' : tone)}
      aria-labelledby="home-premiere"
    >
      <div className={styles.inner}>
        {coverUrl === null ? (
          <WrappedSleeve title={title} line={`Premiere ${dateText(opensAt)}`} />
        ) : (
          <Sleeve src={imageUrl(coverUrl)} size={COVER} out={isOpen === true} />
        )}
        <div className={styles.text}>
          <div>
            <p className={styles.eyebrow}>{eyebrow}</p>
            <h2 id="home-premiere" dir="auto">
              {title}
            </h2>
          </div>
          {children}
        </div>
      </div>
    </Surface>
  )
}

interface ComingCardProps {
  className: string | undefined
  opensAt: string
  album: NonNullable<Premiere['album']>
  time: ServerTime
}

function ComingCard({ className, opensAt, album, time }: ComingCardProps) {
  const seconds = useSecondsLeft(opensAt, time)
  const eyebrow = eyebrowText(opensAt, useServerNow(time))
  return (
    <Frame {...{ className, album, opensAt, eyebrow }}>
      <Countdown seconds={seconds} />
      <div className={styles.actions}>
        <ReminderButton albumId={album.id} isReminded={album.isReminded} primary />
        <Link to={`/premieres/${album.id}`} className={buttonClass()}>
          Zum Warteraum
        </Link>
      </div>
    </Frame>
  )
}

interface LiveCardProps {
  className: string | undefined
  evening: PremiereEvening
  time: ServerTime
}

function LiveCard({ className, evening, time }: LiveCardProps) {
  const { albumId, opensAt, openedAt, trackNumber } = evening
  const since = Date.parse(openedAt ?? opensAt)
  const minutes = Math.max(0, Math.floor((useServerNow(time) - since) / 60_000))
  return (
    <Frame {...{ className, opensAt }} album={evening} eyebrow="Premiere läuft" isOpen>
      <NoticeBox
        icon={<Disc className="icon" aria-hidden />}
        actions={
          <Link to={`/premieres/${albumId}`} className={buttonClass({ kind: 'primary', small: true })}>
            Dazukommen
          </Link>
        }
      >
        {lateText(minutes, trackNumber)}
      </NoticeBox>
    </Frame>
  )
}

function lateText(minutes: number, trackNumber: number): string {
  const since = minutes === 0 ? 'gerade eben' : minutes === 1 ? '1 Minute' : `${minutes} Minuten`
  return `Läuft seit ${since}, du steigst bei Titel ${trackNumber} ein.`
}

interface LockedCardProps {
  className: string | undefined
  opensAt: string
  onEnterKey: () => void
}

/** The card for members without archive access: only the date, and a button for the access key. */
function LockedCard({ className, opensAt, onEnterKey }: LockedCardProps) {
  return (
    <Surface as="section" className={classNames(styles.card, className)} aria-labelledby="home-premiere">
      <div className={styles.locked}>
        <span className={styles.paper} aria-hidden>
          <LockKeyhole className="icon" />
        </span>
        <div>
          <h2 id="home-premiere">{`Premiere am ${dateText(opensAt)}`}</h2>
          <Text as="p" size="sm" tone="muted">
            {keyRequired.text}
          </Text>
          <Button kind="ink" small onClick={onEnterKey}>
            Zugangsschlüssel eingeben
          </Button>
        </div>
      </div>
    </Surface>
  )
}
