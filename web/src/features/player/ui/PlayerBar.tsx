import { keyRequired } from '@tonarchiv/contract/refusal'
import { useEffect, useState, type ReactNode } from 'react'
import { loadQualityCodec } from '#client/qualities.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { whenIdle } from '#ui/dom/idle.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { requestChunk } from '#ui/dom/request-chunk.ts'
import { showToast } from '#ui/dom/toast.ts'
import { lazyPart } from '#ui/hooks/lazy-part.ts'
import { connectShortcuts } from '../system/connect-shortcuts.ts'
import { PlayerRoomContext, type PlayerRoom } from '../engine/player-room.ts'
import { DeviceNotice } from '../devices/DeviceNotice.tsx'
import { DeskBar } from './DeskBar.tsx'
import { connectTabs } from '../engine/one-tab.ts'
import { closeLargeView, useIsDocked } from '../large/large-view.ts'
import { LargeViewHost } from '../large/LargeViewHost.tsx'
import { isSounding } from '../engine/playback/player-state.ts'
import { useIsLocked } from '../seek/LockedSeekBar.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { closeQueuePanel, useQueuePanel } from '../queue/queue-panel.ts'
import { cancelDownloads } from '#client/running-downloads.ts'
import { connectCrossfade } from '../crossfade/connect-crossfade.ts'
import { connectLoudness } from '../loudness/connect-loudness.ts'
import { connectSleepTimer } from '../sleep/connect-sleep-timer.ts'
import { closeShortcutHelp, useShortcutHelp } from '../keys/shortcut-help.ts'
import { connectSystemMedia } from '../system/system-media.ts'
import { closeTrackDetails, useTrackDetails } from '../track-menu/track-details.ts'
import { retainPlayer, getOwnPlayer, getPlayer, usePlayer } from '../engine/player-instance.ts'
import type { RenderSelected, Track } from '#features/tracks/index.ts'

const QueuePanel = lazyPart(async () => (await import('../queue/QueuePanel.tsx')).QueuePanel, {
  failure: 'Die Warteschlange konnte nicht geladen werden',
})

const TrackDetails = lazyPart(async () => (await import('../track-menu/TrackDetails.tsx')).TrackDetails, {
  failure: 'Die Details konnten nicht geladen werden',
})

const ShortcutHelp = lazyPart(async () => (await import('../system/ShortcutHelp.tsx')).ShortcutHelp, {
  failure: 'Die Tastenkürzel konnten nicht geladen werden',
})

/** Loads the code of panels and dialogs in advance, so that they can be opened without a connection. */
async function fetchParts(): Promise<void> {
  await Promise.all([QueuePanel, TrackDetails, ShortcutHelp].map(async (part) => part.fetch()))
}

interface PlayerBarProps {
  /** The listening room that the player follows. */
  room?: PlayerRoom | undefined
  /** Actions for the current track, which are shown beside its title. */
  actions?: ((track: Track) => ReactNode) | undefined
  /** Items that other features add to the menu of the current track. */
  menuItems?: ((track: Track) => ReactNode) | undefined
  /**
   * Creates a playlist from the tracks of the queue. The caller calls `onView` before it opens the page of the
   * playlist.
   */
  onSaveQueue?: ((tracks: readonly Track[], onView: () => void) => void) | undefined
  /** Adds the tracks of the queue to a playlist that the member chooses. */
  onAddQueue?: ((tracks: readonly Track[]) => void) | undefined
  /** Renders the actions for the selected tracks of the queue. */
  renderSelected?: RenderSelected | undefined
}

/** The player at the bottom of every page. It is unmounted at the end of the session, which stops playback. */
export function PlayerBar(props: PlayerBarProps) {
  const { room, actions, menuItems, onSaveQueue, onAddQueue, renderSelected } = props
  const track = usePlayer((state) => state.track)
  const isPhone = useMediaQuery(PHONE)
  const isDocked = useIsDocked() && track !== undefined
  const isQueueOpen = useQueuePanel(({ isOpen }) => isOpen)

  useEffect(() => {
    const player = getPlayer()
    const connections = [
      retainPlayer(),
      connectSystemMedia(player, getOwnPlayer().state),
      connectTabs(getOwnPlayer()),
      connectShortcuts(player),
      connectSleepTimer(getOwnPlayer()),
      connectLoudness(getOwnPlayer()),
      connectCrossfade(getOwnPlayer()),
    ]
    return () => {
      closeQueuePanel()
      closeLargeView()
      closeTrackDetails()
      closeShortcutHelp()
      cancelDownloads()
      for (const disconnect of connections) disconnect()
    }
  }, [])

  // A failed load is reported when the panel or dialog is opened.
  useEffect(() => whenIdle(() => void fetchParts().catch(() => undefined)), [])
  useAccountPlayer()
  useSilenceWhileLocked()

  /** Closes the player's views that cover the page. */
  const showPage = () => {
    if (isPhone) closeQueuePanel()
    if (!isDocked) closeLargeView()
  }
  const around = { actions: track && actions?.(track), menuItems: track && menuItems?.(track) }
  const queueActions = {
    onSave: onSaveQueue && ((tracks: readonly Track[]) => onSaveQueue(tracks, showPage)),
    onAdd: onAddQueue,
    renderSelected,
  }
  return (
    <PlayerRoomContext value={room}>
      {isPhone && <PhoneBar actions={around.actions} />}
      {!isPhone && !isDocked && <DeskBar {...around} />}
      <LargeViewHost track={track} {...around} {...queueActions} />
      {isQueueOpen && (
        <QueuePanel isPhone={isPhone} onFollow={showPage} {...queueActions} onLoadFailed={closeQueuePanel} />
      )}
      <DeviceNotice />
      <DetailsHost />
      <HelpHost />
      <NowPlayingNotice />
    </PlayerRoomContext>
  )
}

/**
 * Synchronises the account's play state and connects its other devices. The code for that is loaded after the player,
 * which never waits for it. Also loads which qualities the server offers.
 */
function useAccountPlayer() {
  const user = useUser()
  const userId = user !== undefined && hasAccess(user) ? user.id : undefined
  useEffect(() => {
    if (userId === undefined) return undefined
    let disconnect: (() => void) | undefined
    // Until this code is loaded, the play state is not saved.
    const stopLoading = requestChunk(() => import('../devices/connect-devices.ts'), {
      onLoaded: ({ connectDevices }) => {
        disconnect = connectDevices(userId)
      },
    })
    // If the qualities cannot be loaded, tracks are played as their own files.
    void loadQualityCodec().catch(() => undefined)
    return () => {
      stopLoading()
      disconnect?.()
    }
  }, [userId])
}

/** Pauses the player when the account loses its access, because the controls are disabled then. */
function useSilenceWhileLocked() {
  const isLocked = useIsLocked()
  useEffect(() => {
    const player = getOwnPlayer()
    if (!isLocked || !isSounding(player.state.getState().status)) return
    player.pause()
    showToast(keyRequired.text, { kind: 'error' })
  }, [isLocked])
}

/**
 * Renders the details dialog. Its code is loaded when it is first opened; then it stays mounted, so that its closing
 * animation can finish.
 */
function DetailsHost() {
  const isOpen = useTrackDetails((state) => state.track !== undefined)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <TrackDetails
      onLoadFailed={() => {
        closeTrackDetails()
        setWasOpen(false)
      }}
    />
  )
}

/** Renders the list of shortcuts, in the same way as the details dialog. */
function HelpHost() {
  const isOpen = useShortcutHelp((state) => state.isOpen)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <ShortcutHelp
      onLoadFailed={() => {
        closeShortcutHelp()
        setWasOpen(false)
      }}
    />
  )
}

/** Announces the current track to screen readers. */
function NowPlayingNotice() {
  const text = usePlayer(({ track }) => (track ? `Spielt ab: ${track.title}, ${track.album}` : ''))
  return (
    <p className="sr" aria-live="polite">
      {text}
    </p>
  )
}
