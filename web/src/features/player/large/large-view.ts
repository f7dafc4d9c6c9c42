import { create } from 'zustand'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { useMediaQuery } from '#ui/dom/media-query.ts'
import { closeQueuePanel, toggleQueuePanel } from '../queue/queue-panel.ts'

export type LargeTab = 'lyrics' | 'queue' | 'notes'

interface LargeViewState {
  isOpen: boolean
  /** Whether the view is to be docked beside the page; that has an effect only if the window is wide enough. */
  isDocked: boolean
  /** Whether the view was docked before a reload of the page, and is therefore open from the start. */
  isRestored: boolean
  tab: LargeTab
  /** Whether only the cover is shown, without the panel, in wide windows. Stored in the browser. */
  isCoverOnly: boolean
  /** Whether only the cover is shown, without the panel, on phones. True whenever the view opens. */
  isPhoneCoverOnly: boolean
}

/** Media query for windows that are wide enough to dock the large view beside a page. */
export const DOCK_ROOM = '(width >= 80rem)'

const isRestored = getStored('dockedPlayer') === 'docked' && matchMedia(DOCK_ROOM).matches

/** The state of the large view. The bar, the cover, keys and gestures open the view; the player bar renders it. */
export const useLargeView = create<LargeViewState>(() => ({
  isOpen: isRestored,
  isDocked: isRestored,
  isRestored,
  tab: 'lyrics',
  isCoverOnly: getStored('largeView') === 'cover',
  isPhoneCoverOnly: true,
}))

// Stores that the view is docked, so that it is docked again after a reload.
useLargeView.subscribe(({ isOpen, isDocked }) =>
  setStored('dockedPlayer', isOpen && isDocked ? 'docked' : undefined),
)

/** Whether the large view is docked beside the page; the player bar is not rendered then. */
export function useIsDocked(): boolean {
  const hasRoom = useMediaQuery(DOCK_ROOM)
  return useLargeView(({ isOpen, isDocked }) => isOpen && isDocked) && hasRoom
}

export function openLargeView(): void {
  // The panel of the queue is closed, because the large view shows the queue in a tab.
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

/** Chooses a tab. On phones, choosing a tab shows its panel, and choosing the same tab again shows the cover. */
export function chooseLargeTab(tab: LargeTab): void {
  useLargeView.setState((before) => ({
    tab,
    isPhoneCoverOnly: before.tab === tab && !before.isPhoneCoverOnly,
  }))
}

/** Shows the panel of this tab, also if only the cover was shown before. */
export function showLargeTab(tab: LargeTab): void {
  useLargeView.setState({ tab, isPhoneCoverOnly: false })
  setCoverOnly(false)
}

export function setCoverOnly(isCoverOnly: boolean): void {
  useLargeView.setState({ isCoverOnly })
  setStored('largeView', isCoverOnly ? 'cover' : undefined)
}

/** Shows the queue in the tab of the large view if the view is open; otherwise opens or closes the queue panel. */
export function toggleQueue(): void {
  if (useLargeView.getState().isOpen) showLargeTab('queue')
  else toggleQueuePanel()
}
