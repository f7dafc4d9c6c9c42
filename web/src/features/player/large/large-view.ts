import { create } from 'zustand'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { useMediaQuery } from '#ui/dom/media-query.ts'
import { closeQueuePanel, toggleQueuePanel } from '../queue/queue-panel.ts'

export type LargeTab = 'lyrics' | 'queue' | 'notes'

interface LargeViewState {
  isOpen: boolean
  /** Beside the page, where the window has room for it. */
  isDocked: boolean
  /** Docked since the page was loaded, because it was docked before. */
  isRestored: boolean
  tab: LargeTab
  /** Only the cover, in wide windows: remembered. */
  isCoverOnly: boolean
  /** The same on phones, where the view opens with the cover. */
  isPhoneCoverOnly: boolean
}

/** From this width there is room for it beside a page. */
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

// A reload of the page keeps it there.
useLargeView.subscribe(({ isOpen, isDocked }) =>
  setStored('dockedPlayer', isOpen && isDocked ? 'docked' : undefined),
)

/** Whether the large view stands beside the page, in place of the player bar. */
export function useIsDocked(): boolean {
  const hasRoom = useMediaQuery(DOCK_ROOM)
  return useLargeView(({ isOpen, isDocked }) => isOpen && isDocked) && hasRoom
}

export function openLargeView(): void {
  // It has the queue in a tab.
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

/** On phones the chosen tab shows its panel; chosen again it gives way to the cover. */
export function chooseLargeTab(tab: LargeTab): void {
  useLargeView.setState((before) => ({
    tab,
    isPhoneCoverOnly: before.tab === tab && !before.isPhoneCoverOnly,
  }))
}

/** Shows a tab whatever shows now. */
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
