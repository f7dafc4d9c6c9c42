import type { User } from '@tonarchiv/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import CircleUserRound from 'lucide-react/icons/circle-user-round'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Plus from 'lucide-react/icons/plus'
import Repeat from 'lucide-react/icons/repeat'
import Shuffle from 'lucide-react/icons/shuffle'
import SkipBack from 'lucide-react/icons/skip-back'
import SkipForward from 'lucide-react/icons/skip-forward'
import Sun from 'lucide-react/icons/sun'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { useMemo } from 'react'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { hasAccess, signOut } from '#features/auth/index.ts'
import { favoriteTracks } from '#features/favorites/index.ts'
import { getPlayer, isSounding, usePlayer } from '#features/player/index.ts'
import type { Command } from '#features/search/index.ts'
import { openAvatarDialog } from '#features/settings/index.ts'
import { chooseTheme } from '#theme.ts'
import { showToast } from '#ui/dom/toast.ts'
import { pageCommands } from './page-commands.ts'

type Icon = typeof Play

function command(title: string, Icon: Icon, run: () => void, more: Partial<Command> = {}): Command {
  return {
    key: `command:${title}`,
    title,
    below: 'Befehl',
    picture: { kind: 'icon', Icon },
    opening: { kind: 'command', run },
    ...more,
  }
}

/** The commands that the search offers to this account now, including those that open pages. */
export function useCommands(user: User, onNewPlaylist: () => void): readonly Command[] {
  const cache = useQueryClient()
  const isPlaying = usePlayer(({ status }) => isSounding(status))
  const isMuted = usePlayer((state) => state.isMuted)
  return useMemo(() => {
    const shuffleFavorites = async () => {
      try {
        const tracks = await favoriteTracks(cache)
        if (tracks.length === 0) showToast('Noch keine Lieblingssongs hinzugefügt')
        const source = { title: 'Lieblingssongs', path: '/favorites' }
        getPlayer().playAll(tracks, { isShuffled: true, source })
      } catch {
        showToast('Die Lieblingssongs konnten nicht geladen werden.', { kind: 'error' })
      }
    }
    const withKey = [
      command('Neue Playlist', Plus, onNewPlaylist, { isOffered: true, words: 'anlegen erstellen' }),
      command('Lieblingssongs gemischt abspielen', Shuffle, () => void shuffleFavorites(), {
        isOffered: true,
        words: 'zufällig Favoriten',
      }),
      ...playerCommands(isPlaying, isMuted),
    ]
    const key = command('Zugangsschlüssel eingeben', KeyRound, openKeyDialog, { isOffered: true })
    return [
      ...(hasAccess(user) ? withKey : [key]),
      ...pageCommands(user),
      ...THEME_COMMANDS,
      command('Avatar ändern', CircleUserRound, openAvatarDialog, { words: 'Bild Profil' }),
      command('Logout', LogOut, () => void signOut(), { words: 'abmelden ausloggen' }),
    ]
  }, [user, cache, isPlaying, isMuted, onNewPlaylist])
}

function playerCommands(isPlaying: boolean, isMuted: boolean): Command[] {
  const player = getPlayer()
  return [
    isPlaying
      ? command('Pausieren', Pause, player.toggle, { words: 'Pause anhalten stopp' })
      : command('Abspielen', Play, player.toggle, { words: 'Wiedergabe fortsetzen' }),
    command('Nächster Track', SkipForward, player.next, { words: 'weiter überspringen Titel' }),
    command('Vorheriger Track', SkipBack, player.previous, { words: 'zurück Titel' }),
    isMuted
      ? command('Ton einschalten', Volume2, player.toggleMute, { words: 'laut Lautstärke' })
      : command('Stumm schalten', VolumeX, player.toggleMute, { words: 'Ton aus leise Lautstärke' }),
    command('Shuffle', Shuffle, player.toggleShuffle, { words: 'mischen zufällig' }),
    command('Wiederholen', Repeat, player.cycleRepeat, { words: 'Repeat' }),
  ]
}

const THEME_COMMANDS: readonly Command[] = [
  command('Helle Darstellung', Sun, () => chooseTheme('light'), { words: 'Theme Hell Light Mode' }),
  command('Dunkle Darstellung', Moon, () => chooseTheme('dark'), { words: 'Theme Dunkel Dark Mode' }),
  command('Darstellung wie im System', Monitor, () => chooseTheme('system'), { words: 'Theme' }),
]
