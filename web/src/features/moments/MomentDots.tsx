import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { imageUrl } from '#client/media.ts'
import { useUser } from '#features/auth/index.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { rovingIndex } from '#ui/keys/roving-keys.ts'
import { useMoments } from './api.ts'
import { dotLabel, dotsOf, type Dot } from './dots.ts'
import { MomentCard } from './MomentCard.tsx'
import styles from './MomentDots.module.css'

/** Least distances between two dots, CSS pixels; large ones show the portrait of their member. */
const DISTANCES = { bar: 14, large: 26 }
/** Milliseconds after which a hovered dot opens, and after which a card that the pointer has left closes. */
const OPENS_AFTER = 120
const CLOSES_AFTER = 200

/** Moves between the dots from the keyboard. */
export interface MomentDotsHandle {
  /**
   * Opens and focuses the next or previous dot, counted from the focused dot or, if no dot has the focus, from this
   * second.
   * @returns the second of that dot; undefined when there is none
   */
  step: (direction: 1 | -1, second: number) => number | undefined
}

interface MomentDotsProps {
  ref?: Ref<MomentDotsHandle>
  trackId: string
  durationSeconds: number
  size: keyof typeof DISTANCES
  /** Plays the track from this second. */
  onPlay: (second: number) => void
}

/** The moments of a track on its waveform, unless the member has switched them off. */
export function MomentDots(props: MomentDotsProps) {
  const user = useUser()
  return user?.showMomentDots === true && <Dots key={props.trackId} {...props} />
}

function Dots({ ref, trackId, durationSeconds, size, onPlay }: MomentDotsProps) {
  const moments = useMoments(trackId)
  const [list, setList] = useState<HTMLOListElement | null>(null)
  const width = useWidth(list)
  const dots = useMemo(
    () => dotsOf(moments, { durationSeconds, width, distance: DISTANCES[size] }),
    [moments, durationSeconds, width, size],
  )
  const [openId, setOpenId] = useState<string>()
  const [current, setCurrent] = useState(0)
  const pointer = useDelayedOpening(setOpenId)
  const open = dots.find(({ first }) => first.messageId === openId)
  const buttons = () => [...(list?.querySelectorAll('button') ?? [])]
  const buttonOf = (dot: Dot) => buttons()[dots.indexOf(dot)]

  useImperativeHandle(ref, () => ({
    step(direction, second) {
      const focused = buttons().findIndex((button) => button === document.activeElement)
      const ahead = (dot: Dot) => direction * (dot.first.second - second) > 0
      const next =
        focused >= 0 ? dots[focused + direction] : direction === 1 ? dots.find(ahead) : dots.findLast(ahead)
      if (next === undefined) return undefined
      buttonOf(next)?.focus()
      pointer.set(next.first.messageId)
      return next.first.second
    },
  }))

  const move = (event: KeyboardEvent, index: number) => {
    const next = rovingIndex(event.key, index, dots.length)
    if (next === undefined) return
    // Arrow keys move between dots; in the waveform they would seek.
    event.preventDefault()
    event.stopPropagation()
    buttons()[next]?.focus()
  }
  if (moments.length === 0) return null
  return (
    <>
      <ol ref={setList} className={classNames(styles.dots, styles[size])} aria-label="Momente">
        {dots.map((dot, index) => (
          <li key={dot.first.messageId} style={{ left: `${dot.at}%` }}>
            <button
              type="button"
              className={styles.dot}
              aria-label={dotLabel(dot)}
              aria-haspopup="dialog"
              aria-expanded={dot === open}
              tabIndex={index === Math.min(current, dots.length - 1) ? 0 : -1}
              // Otherwise the waveform below would seek.
              onPointerDown={(event) => event.stopPropagation()}
              onPointerEnter={({ pointerType }) => {
                if (pointerType === 'mouse') pointer.set(dot.first.messageId, OPENS_AFTER)
              }}
              onPointerLeave={() => pointer.set(undefined, CLOSES_AFTER)}
              onFocus={({ currentTarget }) => {
                setCurrent(index)
                if (currentTarget.matches(':focus-visible')) pointer.set(dot.first.messageId)
              }}
              onClick={() => pointer.set(dot.first.messageId)}
              onKeyDown={(event) => move(event, index)}
            >
              <Mark dot={dot} size={size} />
            </button>
          </li>
        ))}
      </ol>
      {open && (
        <MomentCard
          key={open.first.messageId}
          trackId={trackId}
          dot={open}
          anchor={buttonOf(open)}
          size={size}
          onPlay={onPlay}
          onClose={() => pointer.set(undefined)}
          onPointerEnter={pointer.stay}
          onPointerLeave={() => pointer.set(undefined, CLOSES_AFTER)}
        />
      )}
    </>
  )
}

function Mark({ dot: { first, moments }, size }: { dot: Dot; size: keyof typeof DISTANCES }) {
  const { photoURL } = first.author
  return (
    <>
      {size === 'large' && <Avatar src={photoURL && imageUrl(photoURL)} size={22} />}
      {size === 'bar' && moments.length === 1 && <span className={styles.point} />}
      {moments.length > 1 && <span className={styles.count}>{moments.length}</span>}
    </>
  )
}

/** The width of an element, CSS pixels. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (element === null) return undefined
    // The observer also calls its function once with the initial size.
    const resized = new ResizeObserver(() => setWidth(element.clientWidth))
    resized.observe(element)
    return () => resized.disconnect()
  }, [element])
  return width
}

/** Opens and closes a card, at once or after a delay; a later call replaces one that is still waiting. */
function useDelayedOpening(open: (id: string | undefined) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const stay = () => clearTimeout(timer.current)
  const set = (id: string | undefined, delay = 0) => {
    stay()
    if (delay === 0) open(id)
    else timer.current = setTimeout(() => open(id), delay)
  }
  return { stay, set }
}
