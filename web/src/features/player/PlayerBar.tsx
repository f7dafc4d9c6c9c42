import { useEffect } from 'react'
import { PHONE, useMediaQuery } from '#ui/media-query.ts'
import { DeskBar } from './DeskBar.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { connectSystemMedia } from './system-media.ts'
import { thePlayer, usePlayer } from './the-player.ts'

/** The player at the foot of every page. It goes silent when it is taken away: at the end of the session. */
export function PlayerBar() {
  const isPhone = useMediaQuery(PHONE)

  useEffect(() => {
    const player = thePlayer()
    const disconnect = connectSystemMedia(player)
    return () => {
      player.stop()
      disconnect()
    }
  }, [])

  return (
    <>
      {isPhone ? <PhoneBar /> : <DeskBar />}
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
