import type { Moment } from '@tonarchiv/contract/moments'
import { shownName } from '@tonarchiv/contract/presence'
import Play from 'lucide-react/icons/play'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { imageUrl } from '#client/media.ts'
import { PersonName } from '#features/presence/index.ts'
import { formatAgo, formatTime } from '#format.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { PHONE } from '#ui/dom/media-query.ts'
import { replyText, type Dot } from './dots.ts'
import styles from './MomentCard.module.css'
import { messagePath, momentsPath } from './message-path.ts'

/** Maximum number of moments that the card of a dot lists. */
const LISTED_MAX = 5
/** Distances of the card from the dot, CSS pixels: the card leaves the buttons of the bar free. */
const GAPS = { bar: 43, large: 6 }
/** Distance from the edges of the window. */
const EDGE = 12

interface MomentCardProps {
  trackId: string
  dot: Dot
  /** The button of the dot, at which the card is placed. */
  anchor: HTMLElement | undefined
  size: keyof typeof GAPS
  onPlay: (second: number) => void
  onClose: () => void
  onPointerEnter: () => void
  onPointerLeave: () => void
}

/**
 * The card with the moments of a dot: their texts and members. It is above the dot; on phones it is a sheet at the
 * bottom. Escape, a press beside the card and scrolling close it. The focus stays on the dot until Enter moves it into
 * the card.
 */
export function MomentCard({ trackId, dot, anchor, size, onPlay, onClose, ...pointer }: MomentCardProps) {
  const card = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { first, moments } = dot
  const hidden = moments.length - LISTED_MAX
  const time = formatTime(first.second)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const popup = card.current
    if (popup === null || anchor === undefined) return undefined
    popup.showPopover()
    if (!globalThis.matchMedia(PHONE).matches) place(popup, anchor, GAPS[size])
    return () => {
      if (popup.contains(document.activeElement)) anchor.focus({ preventScroll: true })
    }
  }, [anchor, size])

  useEffect(() => {
    const stopped = new AbortController()
    const options = { signal: stopped.signal, capture: true }
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (card.current?.contains(target) === true || anchor?.contains(target) === true)
    const closeBeside = ({ target }: Event) => {
      if (!isInside(target)) close()
    }
    for (const event of ['pointerdown', 'focusin', 'scroll'])
      document.addEventListener(event, closeBeside, options)
    globalThis.addEventListener('resize', () => close(), options)
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter' && event.target === anchor)
          card.current?.querySelector<HTMLElement>('[data-plays]')?.focus()
        else if (event.key === 'Escape') close()
        else return
        event.preventDefault()
        event.stopPropagation()
      },
      options,
    )
    return () => stopped.abort()
  }, [anchor])

  return (
    <Surface
      kind="floating"
      ref={card}
      popover="manual"
      // Not modal: the focus may stay on the dot.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="dialog"
      className={classNames(styles.card, size === 'bar' && styles.joined)}
      aria-label={moments.length === 1 ? `Moment bei ${time}` : `Momente um ${time}`}
      onKeyDown={stayInside}
      // Otherwise the waveform below would seek, and show the time at the pointer.
      onPointerDown={(event) => event.stopPropagation()}
      onPointerMove={(event) => event.stopPropagation()}
      {...pointer}
    >
      <ul className={styles.moments}>
        {moments.slice(0, LISTED_MAX).map((moment) => (
          <Entry key={moment.messageId} moment={moment} />
        ))}
      </ul>
      {hidden > 0 && <Hidden {...{ hidden, trackId, onClose }} />}
      <div className={styles.actions}>
        <Button
          kind="inverse"
          small
          data-plays
          onClick={() => {
            onPlay(first.second)
            onClose()
          }}
        >
          <Play className={`icon icon-small ${styles.solid}`} aria-hidden />
          Ab {time} abspielen
        </Button>
        <Button
          kind="ghost"
          small
          onClick={() => {
            onClose()
            void navigate(messagePath(first.messageId))
          }}
        >
          Im Chat zeigen
        </Button>
      </div>
    </Surface>
  )
}

type HiddenProps = Pick<MomentCardProps, 'trackId' | 'onClose'> & { hidden: number }

/** The number of moments that the card does not list, and a button that shows all moments of the track in the chat. */
function Hidden({ hidden, trackId, onClose }: HiddenProps) {
  const navigate = useNavigate()
  return (
    <>
      <Text as="p" size="sm" tone="muted">
        und {hidden} weitere
      </Text>
      <Button
        kind="ghost"
        small
        className={styles.all}
        onClick={() => {
          onClose()
          void navigate(momentsPath(trackId))
        }}
      >
        Alle im Chat zeigen
      </Button>
    </>
  )
}

function Entry({ moment }: { moment: Moment }) {
  const { author, second, text, createdAt, replyCount, lastReplier } = moment
  const [now] = useState(() => Date.now())
  return (
    <li className={styles.moment}>
      <Avatar src={author.photoURL && imageUrl(author.photoURL)} size={32} />
      <div className={styles.text}>
        <Text as="p" weight="semibold">
          <PersonName {...author} id={author.username === '' ? null : author.id} className={styles.author} />
        </Text>
        <Text as="p" size="sm" tone="muted">
          {formatAgo(createdAt, now)}
        </Text>
        {text !== '' && (
          <p className={styles.sentence} dir="auto">
            {text}
          </p>
        )}
        {lastReplier !== null && (
          <Text as="p" size="sm" tone="muted" className={styles.replies}>
            {replyText(replyCount)}, zuletzt {shownName(lastReplier)}
          </Text>
        )}
      </div>
      <span className={styles.stamp}>{formatTime(second)}</span>
    </li>
  )
}

/** Keeps arrow keys in the card, so that neither the waveform nor the player handles them. */
function stayInside(event: KeyboardEvent): void {
  if (event.key.startsWith('Arrow')) event.stopPropagation()
}

function place(popup: HTMLElement, anchor: HTMLElement, gap: number): void {
  const { left, width, top } = anchor.getBoundingClientRect()
  const middle = left + width / 2
  const space = document.documentElement.clientWidth - EDGE - popup.offsetWidth
  const x = Math.max(EDGE, Math.min(middle - popup.offsetWidth / 2, space))
  popup.style.left = `${x}px`
  popup.style.top = `${Math.max(EDGE, top - gap - popup.offsetHeight)}px`
  popup.style.setProperty('--dot', `${middle - x}px`)
}
