import type { PlayerCommand } from '@tonarchiv/contract/play-devices'
import { isSounding } from '../engine/playback/player-state.ts'
import type { Player } from '../engine/player.ts'

/**
 * Executes a command that another tab of the account has sent, with the player of this tab.
 * @param take - loads the saved play state into the player; resolves with false when that has failed
 */
export async function executeCommand(
  own: Player,
  command: PlayerCommand,
  take: () => Promise<boolean>,
): Promise<void> {
  const play = () => {
    if (!isSounding(own.state.getState().status)) own.toggle()
  }
  // A listening room determines what plays and when; another device can only stop its sound, or set its volume.
  if (own.state.getState().isFollowing && !['play', 'pause', 'volume'].includes(command.name))
    return undefined
  switch (command.name) {
    case 'play':
      return play()
    case 'pause':
      return own.pause()
    case 'next':
      return own.next()
    case 'previous':
      return own.previous()
    case 'seek':
      return own.seekToSeconds(command.seconds)
    case 'volume':
      own.setVolume(command.volume)
      if (command.muted && command.volume > 0) own.toggleMute()
      return undefined
    case 'take':
      if (!(await take())) return undefined
      own.seekToSeconds(command.seconds)
      return command.plays ? play() : undefined
  }
}
