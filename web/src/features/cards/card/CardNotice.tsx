import type { Card, CardKind } from '@tonarchiv/contract/cards'
import { keyRequired } from '@tonarchiv/contract/refusal'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import type { ReactNode } from 'react'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { formatTime } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import frame from './CardFrame.module.css'
import styles from './CardNotice.module.css'

const LOCKED: Record<CardKind, string> = {
  track: 'Gesperrter Track',
  moment: 'Gesperrter Moment',
  album: 'Gesperrtes Album',
  playlist: 'Gesperrte Playlist',
  video: 'Gesperrtes Video',
  premiere: 'Gesperrte Premiere',
}

const GONE: Record<CardKind, readonly [title: string, text: string]> = {
  track: ['Track', 'Dieser Track ist nicht mehr im Archiv.'],
  moment: ['Moment', 'Dieser Track ist nicht mehr im Archiv.'],
  album: ['Album', 'Dieses Album ist nicht mehr im Archiv.'],
  playlist: ['Playlist', 'Diese Playlist gibt es nicht mehr.'],
  video: ['Video', 'Dieses Video ist nicht mehr im Archiv.'],
  premiere: ['Premiere', 'Diese Premiere wurde abgesagt oder gelöscht.'],
}

/**
 * Replaces a card for members without archive access, or whose keys do not open its content. It shows neither title nor
 * cover.
 */
export function LockedCard({ card: { kind } }: { card: Card }) {
  const user = useUser()
  const hasOtherKey = user !== undefined && hasAccess(user)
  const title = hasOtherKey ? 'Etwas, das dein Schlüssel nicht öffnet' : LOCKED[kind]
  return (
    <article className={classNames(frame.card, styles.locked)} aria-label={title} data-card>
      <span className={styles.paper} aria-hidden>
        <LockKeyhole className="icon" />
      </span>
      <div className={styles.main}>
        <Text as="p" weight="semibold">
          {title}
        </Text>
        {!hasOtherKey && <p className={styles.note}>{keyRequired.text}</p>}
        <Button kind="ink" small className={styles.key} onClick={openKeyDialog}>
          {hasOtherKey ? 'Weiteren Schlüssel eingeben' : 'Zugangsschlüssel eingeben'}
        </Button>
      </div>
    </article>
  )
}

/** Replaces a card whose content was deleted. It has no title, because messages do not contain titles of cards. */
export function GoneCard({ card: { kind, second } }: { card: Card }) {
  const [title, text] = GONE[kind]
  return <Missing title={second === undefined ? title : `${title} bei ${formatTime(second)}`}>{text}</Missing>
}

/** Replaces the card of a playlist that was deleted, or that its owner does not share with this member. */
export function HiddenCard() {
  return <Missing title="Playlist">Diese Playlist ist nicht für dich freigegeben oder gelöscht.</Missing>
}

function Missing({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className={classNames(frame.card, styles.gone)} aria-label={title} data-card>
      <span className={styles.hole} aria-hidden />
      <div className={styles.main}>
        <Text as="p" tone="faint" className={styles.struck}>
          {title}
        </Text>
        <p className={styles.note}>{children}</p>
      </div>
    </article>
  )
}

export function FailedCard({ onRetry }: { onRetry: () => void }) {
  return (
    <article className={classNames(frame.card, styles.gone)} aria-label="Karte" data-card>
      <span className={styles.hole} aria-hidden />
      <div className={styles.main}>
        <p className={styles.note}>Das konnte nicht geladen werden.</p>
        <Button small className={styles.key} onClick={onRetry}>
          Erneut versuchen
        </Button>
      </div>
    </article>
  )
}

/** Shown while a card is loading; it has the height of the card. */
export function WaitingCard({ kind }: { kind: CardKind }) {
  return (
    <div className={classNames(frame.card, styles.waiting)} data-kind={kind} aria-hidden>
      <Skeleton className={styles.square} />
      <div className={styles.main}>
        <Skeleton width="70%" height="1rem" />
        <Skeleton width="45%" height="0.75rem" />
        <Skeleton width="100%" height="1.5rem" />
      </div>
    </div>
  )
}
