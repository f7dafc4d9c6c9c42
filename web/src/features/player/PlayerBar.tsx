import { lazy, Suspense, useEffect } from 'react'
import { PHONE, useMediaQuery } from '#ui/media-query.ts'
import { DeskBar } from './DeskBar.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { closeQueuePanel, useQueuePanel } from './queue-panel.ts'
import { connectSystemMedia } from './system-media.ts'
import { thePlayer, usePlayer } from './the-player.ts'

const QueuePanel = lazy(async () => ({ default: (await import('./QueuePanel.tsx')).QueuePanel }))

/** The player at the foot of every page. It goes silent when it is taken away: at the end of the session. */
export function PlayerBar() {
  const isPhone = useMediaQuery(PHONE)
  const isQueueOpen = useQueuePanel(({ isOpen }) => isOpen)

  useEffect(() => {
    const player = thePlayer()
    const disconnect = connectSystemMedia(player)
    return () => {
      player.stop()
      closeQueuePanel()
      disconnect()
    }
  }, [])

  return (
    <>
      {isPhone ? <PhoneBar /> : <DeskBar />}
      <Suspense>{isQueueOpen && <QueuePanel isPhone={isPhone} />}</Suspense>
      <NowPlayingNotice />
    </>
  )
}

/** Says once which track plays, to those who do not see the bar. */
function NowPlayingNotice() {
  const text = usePlayer(({ track }) => (track ? `Spielt ab: ${track.title}, ${track.album}` : ''))
  return (
    <p className="sr" aria-live="polite">
      {text}
    </p>
  )
}
