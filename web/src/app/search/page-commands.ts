import type { User } from '@tonarchiv/contract/users'
import Clapperboard from 'lucide-react/icons/clapperboard'
import Headphones from 'lucide-react/icons/headphones'
import Heart from 'lucide-react/icons/heart'
import History from 'lucide-react/icons/history'
import House from 'lucide-react/icons/house'
import Library from 'lucide-react/icons/library'
import ListMusic from 'lucide-react/icons/list-music'
import Mail from 'lucide-react/icons/mail'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Radio from 'lucide-react/icons/radio'
import Settings from 'lucide-react/icons/settings'
import Shield from 'lucide-react/icons/shield'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { areInvitationsEnabled } from '#features/invitations/index.ts'
import type { Command } from '#features/search/index.ts'

type Page = [path: string, title: string, Icon: typeof House, words?: string]

/** The pages that the search can open, each with additional words by which the search finds it. */
const PAGES: readonly Page[] = [
  ['/', 'Home', House, 'Startseite Übersicht'],
  ['/archive', 'Archive', Library, 'Archiv Alben Musik'],
  ['/videos', 'Videos', Clapperboard, 'Filme'],
  ['/favorites', 'Lieblingssongs', Heart, 'Favoriten Herz'],
  ['/playlists', 'Playlists', ListMusic],
  ['/history', 'Zuletzt gehört', History, 'Verlauf History'],
  ['/chat', 'Chat Room', MessagesSquare, 'Gespräch'],
  ['/messages', 'Nachrichten', Mail, 'Direktnachrichten DM Gespräche'],
  ['/rooms', 'Hörräume', Headphones, 'Hörraum gemeinsam hören'],
  ['/friends', 'Freunde', Users, 'Anfragen'],
  ['/settings', 'Einstellungen', Settings, 'Profil Darstellung Account Konto'],
  ['/settings?tab=lastfm', 'Scrobbling', Radio, 'Last.fm ListenBrainz Einstellungen'],
  ['/settings?tab=security', 'Sicherheit', ShieldCheck, 'Passwort E-Mail Geräte Einstellungen'],
]

const INVITE: Page = ['/invite', 'Einladen', UserPlus, 'Einladung Freunde mitbringen Schlüssel']

const ADMIN_PAGES: readonly Page[] = [
  ['/admin', 'Admin Panel', Shield, 'Verwaltung'],
  ['/admin?tab=users', 'User Management', Shield, 'Admin Panel Mitglieder Verwaltung'],
  ['/admin?tab=keys', 'Access Key Management', Shield, 'Admin Panel Zugangsschlüssel'],
  ['/admin?tab=keys&view=tree', 'Einladungsbaum', Shield, 'Admin Panel Einladungen Mitglieder'],
  ['/admin?tab=album', 'Add New Album', Shield, 'Admin Panel Album hinzufügen hochladen'],
  ['/admin?tab=videos', 'Video Management', Shield, 'Admin Panel Video hochladen'],
  ['/admin?tab=tracks', 'Track Management', Shield, 'Admin Panel Titel bearbeiten'],
  ['/admin?tab=acts', 'Activity Log', Shield, 'Admin Panel Protokoll'],
]

/** Commands that open the pages which this account may see. */
export function pageCommands({ isAdmin, keyVerified }: User): Command[] {
  const own = areInvitationsEnabled() && (keyVerified || isAdmin) ? [...PAGES, INVITE] : PAGES
  const pages = isAdmin ? [...own, ...ADMIN_PAGES] : own
  return pages.map(([path, title, Icon, words = '']) => ({
    key: `page:${path}`,
    title,
    below: 'Seite',
    picture: { kind: 'icon', Icon },
    opening: { kind: 'path', path },
    words,
  }))
}
