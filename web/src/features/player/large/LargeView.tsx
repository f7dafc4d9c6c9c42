import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Track } from '#features/tracks/index.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { focusedOn } from '#ui/dom/focused-on.ts'
import { cachedTone, toneStyle } from '#ui/dom/image-tone.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { useRootMark } from '#ui/dom/root-mark.ts'
import { LatePictures } from '#ui/components/images/late-pictures.ts'
import { Sheet } from '#ui/components/overlays/Sheet.tsx'
import { closeOnEscape } from '#ui/hooks/modal.ts'
import { useIsPainted } from '#ui/hooks/use-is-painted.ts'
import { areCharactersShortcuts } from '../keys/character-shortcuts.ts'
import type { QueueActions } from '../queue/QueueContent.tsx'
import { closeLargeView, showLargeTab, useIsDocked, useLargeView } from './large-view.ts'
import { LargeDeck } from './LargeDeck.tsx'
import { LargeHead } from './LargeHead.tsx'
import { LARGE_TABS, LargePanel } from './LargePanel.tsx'
import { NowPlayingArt } from './NowPlayingArt.tsx'
import styles from './LargeView.module.css'

export interface LargeViewProps extends QueueActions {
  track: Track
  /** Actions that are shown beside the track's title. */
  actions?: ReactNode
  /** Items that other features add to the menu. */
  menuItems?: ReactNode
}

/**
 * The large view of the current track, while it is open. It covers the page or is docked beside it. Covering the page,
 * it is closed by Escape, Back, F, the chevron button or dragging it down; docked, by Escape or F.
 */
export function LargeView(props: LargeViewProps) {
  const [tone, setTone] = useState<string>()
  const isDocked = useIsDocked()
  const style = toneStyle(tone ?? cachedTone(props.track.coverUrl))
  const content = <Content {...props} isDocked={isDocked} onTone={setTone} />
  return isDocked ? <Docked style={style}>{content}</Docked> : <OverPage style={style}>{content}</OverPage>
}

interface FrameProps {
  style: ReturnType<typeof toneStyle>
  children: ReactNode
}

function OverPage({ style, children }: FrameProps) {
  const isOpen = useLargeView((view) => view.isOpen)
  const isPhone = useMediaQuery(PHONE)
  const isCover = useLargeView((view) => (isPhone ? view.isPhoneCoverOnly : view.isCoverOnly))
  useCloseOnNavigation()
  return (
    <>
      <WholePlayerMark isOn={isOpen} />
      <Sheet
        open={isOpen}
        onClose={closeLargeView}
        from="whole"
        drag="always"
        data-player
        data-large-view
        className={classNames(styles.view, styles.whole, isCover && styles.coverOnly, 'toned')}
        style={style}
        aria-label="Großansicht"
        onKeyDown={({ nativeEvent }) => chooseTabByDigit(nativeEvent)}
      >
        {children}
      </Sheet>
    </>
  )
}

/**
 * Sets the attribute on the root element before the view is shown. If it were set later, the browser would compute the
 * styles of all elements a second time.
 */
function WholePlayerMark({ isOn }: { isOn: boolean }) {
  useRootMark('data-whole-player', isOn)
  return null
}

function Docked({ style, children }: FrameProps) {
  useRootMark('data-docked-player', true)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = section.current
    // The view was docked: the focused element was removed together with the view that covered the page, so the docked
    // view gets the focus.
    if (document.activeElement === document.body && !useLargeView.getState().isRestored) element?.focus()
    element?.addEventListener('keydown', chooseTabByDigit)
    return () => element?.removeEventListener('keydown', chooseTabByDigit)
  }, [])
  useEffect(() => closeOnEscape(closeLargeView), [])
  // When the docked view closes, the player bar is rendered instead, and gets the focus.
  useLayoutEffect(() => {
    const element = section.current
    return () => {
      if (element?.contains(document.activeElement) === true) setTimeout(focusPlayer)
    }
  }, [])
  return (
    <section
      ref={section}
      id="player"
      data-player
      tabIndex={-1}
      className={classNames(styles.view, styles.docked, 'toned')}
      style={style}
      aria-label="Großansicht"
    >
      {children}
    </section>
  )
}

interface ContentProps extends LargeViewProps {
  isDocked: boolean
  onTone: (tone: string | undefined) => void
}

function Content({ track, actions, menuItems, isDocked, onTone, ...queue }: ContentProps) {
  // The first frame is rendered without icons, which are half of all elements, so that the view opens sooner. The icons
  // are added while the view fades in.
  const isLate = !useIsPainted()
  return (
    <LatePictures value={isLate}>
      <LargeHead track={track} menuItems={menuItems} isDocked={isDocked} />
      <div className={styles.main}>
        <NowPlayingArt {...{ track, actions, isDocked, onTone }} />
        <LargePanel track={track} isDocked={isDocked} {...queue} />
      </div>
      <LargeDeck />
    </LatePictures>
  )
}

function focusPlayer(): void {
  if (document.activeElement === document.body) document.getElementById('player')?.focus()
}

/** Closes the view after a link in it has opened a page, because the view would cover that page. */
function useCloseOnNavigation() {
  const { key } = useLocation()
  const opened = useRef(key)
  useEffect(() => {
    if (key !== opened.current) closeLargeView()
  }, [key])
}

/** The keys 1, 2 and 3 choose the tabs. Like all shortcuts without a modifier key, they can be switched off. */
function chooseTabByDigit(event: KeyboardEvent): void {
  const { key, target, ctrlKey, altKey, metaKey } = event
  const tab = LARGE_TABS[Number(key) - 1]
  if (!tab || ctrlKey || altKey || metaKey || event.defaultPrevented) return
  if (focusedOn(target) === 'field' || !areCharactersShortcuts()) return
  event.preventDefault()
  showLargeTab(tab.value)
}
