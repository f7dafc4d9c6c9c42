import { create } from 'zustand'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { useMediaQuery } from '#ui/dom/media-query.ts'
import { closeQueuePanel, toggleQueuePanel } from '../queue/queue-panel.ts'

export type LargeTab = 'lyrics' | 'queue' | 'notes'

interface LargeViewState {
  isOpen: boolean
  /** Whether the view is docked beside the page, if the window has room for that. */
  isDocked: boolean
  /** Whether the view is open since the page was loaded, because it was docked before the reload. */
  isRestored: boolean
  tab: LargeTab
  /** Whether only the cover is shown in wide windows; stored. */
  isCoverOnly: boolean
  /** Whether only the cover is shown on phones, where the view opens so. */
  isPhoneCoverOnly: boolean
}

/** From this width on, windows have room for the view beside a page. */
export const DOCK_ROOM = '(width >= 80rem)'

const isRestored = getStored('dockedPlayer') === 'docked' && matchMedia(DOCK_ROOM).matches

/** The large view; bar, cover, keys and gestures open it, the player bar renders it. */
export const useLargeView = create<LargeViewState>(() => ({
  isOpen: isRestored,
  isDocked: isRestored,
  isRestored,
  tab: 'lyrics',
  isCoverOnly: getStored('largeView') === 'cover',
  isPhoneCoverOnly: true,
}))

// After a reload of the page the view is docked again.
useLargeView.subscribe(({ isOpen, isDocked }) =>
  setStored('dockedPlayer', isOpen && isDocked ? 'docked' : undefined),
)

/** Whether the large view is beside the page, in place of the player bar. */
export function useIsDocked(): boolean {
  const hasRoom = useMediaQuery(DOCK_ROOM)
  return useLargeView(({ isOpen, isDocked }) => isOpen && isDocked) && hasRoom
}

export function openLargeView(): void {
  // The large view shows the queue in a tab.
  closeQueuePanel()
  useLargeView.setState({ isOpen: true, isRestored: false, isPhoneCoverOnly: true })
}

export function closeLargeView(): void {
  useLargeView.setState({ isOpen: false })
}

export function toggleLargeView(): void {
  if (useLargeView.getState().isOpen) closeLargeView()
  else openLargeView()
}

export function dockLargeView(isDocked: boolean): void {
  useLargeView.setState({ isDocked, isRestored: false })
}

/** On phones, choosing a tab shows its panel, and choosing it again shows the cover. */
export function chooseLargeTab(tab: LargeTab): void {
  useLargeView.setState((before) => ({
    tab,
    isPhoneCoverOnly: before.tab === tab && !before.isPhoneCoverOnly,
  }))
}

/** Shows the panel of a tab, even if only the cover was shown. */
export function showLargeTab(tab: LargeTab): void {
  useLargeView.setState({ tab, isPhoneCoverOnly: false })
  setCoverOnly(false)
}

export function setCoverOnly(isCoverOnly: boolean): void {
  useLargeView.setState({ isCoverOnly })
  setStored('largeView', isCoverOnly ? 'cover' : undefined)
}

/** Opens or closes the queue: the tab of the large view while that is open, otherwise the panel. */
export function toggleQueue(): void {
  if (useLargeView.getState().isOpen) showLargeTab('queue')
  else toggleQueuePanel()
}
