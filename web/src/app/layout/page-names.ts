/** The name of each page, by its path. */
const NAMES: Readonly<Record<string, string>> = {
  '/': 'Home',
  '/archive': 'Archive',
  '/videos': 'Videos',
  '/favorites': 'Lieblingssongs',
  '/playlists': 'Playlists',
  '/history': 'Zuletzt gehört',
  '/chat': 'Chat Room',
  '/messages': 'Nachrichten',
  '/friends': 'Freunde',
  '/inbox': 'Mitteilungen',
  '/invite': 'Einladen',
  '/rooms': 'Hörräume',
  '/search': 'Suche',
  '/share': 'Suche',
  '/settings': 'Einstellungen',
  '/admin': 'Admin Panel',
}

/** The name of the page at this path; empty for an unknown path. */
export function pageNameOf(path: string): string {
  if (path.startsWith('/artists/')) return 'Künstler'
  if (path.startsWith('/messages/')) return 'Nachrichten'
  if (path.startsWith('/playlists/')) return 'Playlist'
  if (path.startsWith('/rooms/')) return 'Hörraum'
  if (path.startsWith('/admin/'))
    return path.includes('/lyrics/') ? 'Songtext bearbeiten' : 'Album bearbeiten'
  return NAMES[path] ?? ''
}
