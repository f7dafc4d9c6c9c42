import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { connectShortcuts } from '../system/connect-shortcuts.ts'
import { DeviceNotice } from '../devices/DeviceNotice.tsx'
import { DeskBar } from './DeskBar.tsx'
import { connectTabs } from '../engine/one-tab.ts'
import { PhoneBar } from './PhoneBar.tsx'
import { closeQueuePanel, useQueuePanel } from '../queue/queue-panel.ts'
import { cancelDownloads } from '#client/running-downloads.ts'
import { ShortcutHelp } from '../system/ShortcutHelp.tsx'
import { connectSystemMedia } from '../system/system-media.ts'
import { closeTrackDetails, useTrackDetails } from '../track-menu/track-details.ts'
import { retainPlayer, getOwnPlayer, getPlayer, usePlayer } from '../engine/player-instance.ts'
import type { Track } from '#features/tracks/index.ts'

const NowPlayingSheet = lazy(async () => ({
  default: (await import('./NowPlayingSheet.tsx')).NowPlayingSheet,
}))

const QueuePanel = lazy(async () => ({ default: (await import('../queue/QueuePanel.tsx')).QueuePanel }))

const TrackDetails = lazy(async () => ({
  default: (await import('../track-menu/TrackDetails.tsx')).TrackDetails,
}))

interface PlayerBarProps {
  /** Actions for the current track, beside its title. */
  actions?: ((track: Track) => ReactNode) | undefined
  /** Menu items for the current track. */
  menuItems?: ((track: Track) => ReactNode) | undefined
  /** Makes a playlist of the queue. `onView` is called before its page opens. */
  onSaveQueue?: ((tracks: readonly Track[], onView: () => void) => void) | undefined
  /** Adds the queue to a playlist that is chosen. */
  onAddQueue?: ((tracks: readonly Track[]) => void) | undefined
}

/** The player at the bottom of every page. It stops when it is unmounted at the end of the session. */
export function PlayerBar({ actions, menuItems, onSaveQueue, onAddQueue }: PlayerBarProps) {
  const track = usePlayer((state) => state.track)
  const isPhone = useMediaQuery(PHONE)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [isExpanded, setIsExpanded] = useState(false)
  const isQueueOpen = useQueuePanel(({ isOpen }) => isOpen)

  useEffect(() => {
    const player = getPlayer()
    const connections = [
      retainPlayer(),
      connectSystemMedia(player, getOwnPlayer().state),
      connectTabs(getOwnPlayer()),
      connectShortcuts(player, () => setIsHelpOpen(true)),
    ]
    return () => {
      closeQueuePanel()
      closeTrackDetails()
      cancelDownloads()
      for (const disconnect of connections) disconnect()
    }
  }, [])

  useAccountPlayer()

  const expand = () => {
    // The queue would be behind the large player, which opens its own.
    closeQueuePanel()
    setIsExpanded(true)
  }
  const isOverPlayer = isExpanded && track !== undefined
  /** Closes what lies over the page. */
  const showPage = () => {
    if (isPhone || isOverPlayer) closeQueuePanel()
    setIsExpanded(false)
  }
  const around = { actions: track && actions?.(track), onExpand: expand }
  const more = { menuItems: track && menuItems?.(track) }
  return (
    <>
      {isPhone ? <PhoneBar {...around} isExpanded={isExpanded} /> : <DeskBar {...around} {...more} />}
      <Suspense>
        {isOverPlayer && (
          <NowPlayingSheet
            track={track}
            actions={around.actions}
            {...more}
            onClose={() => setIsExpanded(false)}
          />
        )}
      </Suspense>
      <Suspense>
        {isQueueOpen && (
          <QueuePanel
            {...{ isPhone, isOverPlayer }}
            onFollow={showPage}
            onSave={onSaveQueue && ((tracks) => onSaveQueue(tracks, showPage))}
            onAdd={onAddQueue}
          />
        )}
      </Suspense>
      <DeviceNotice />
      <DetailsHost />
      <ShortcutHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
      <NowPlayingNotice />
    </>
  )
}

/**
 * Keeps the account's play state on the server and connects its open devices. Both are loaded after the player, which
 * never waits for them.
 */
function useAccountPlayer() {
  const user = useUser()
  const userId = user !== undefined && hasAccess(user) ? user.id : undefined
  useEffect(() => {
    if (userId === undefined) return undefined
    let disconnect: (() => void) | undefined
    let isOver = false
    import('../devices/connect-devices.ts')
      .then(({ connectDevices }) => {
        if (!isOver) disconnect = connectDevices(userId)
      })
      // Without a connection it is not kept.
      .catch(() => undefined)
    return () => {
      isOver = true
      disconnect?.()
    }
  }, [userId])
}

/**
 * Loads the dialog when it is first opened; it stays mounted afterwards, so that its closing animation can finish.
 */
function DetailsHost() {
  const isOpen = useTrackDetails((state) => state.track !== undefined)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return <Suspense>{wasOpen && <TrackDetails />}</Suspense>
}

/** Announces the playing track to screen readers. */
function NowPlayingNotice() {
  const text = usePlayer(({ track }) => (track ? `Spielt ab: ${track.title}, ${track.album}` : ''))
  return (
    <p className="sr" aria-live="polite">
      {text}
    </p>
  )
}
