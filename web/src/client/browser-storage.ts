import { QUALITIES } from '@tonarchiv/contract/qualities'

/** The items in the browser's storage, typed: each name has one storage area and one type. */
interface StoredItem<T> {
  area: 'local' | 'session'
  /** The parsed value, or undefined when the stored text is not valid. */
  parse: (text: string) => T | undefined
}

const asText = (text: string) => (text === '' ? undefined : text)
const asVolume = (text: string) => {
  const volume = Number(text)
  return text.trim() !== '' && volume >= 0 && volume <= 1 ? volume : undefined
}

const asOffset = (text: string) => (/^\d{1,3}$/.test(text) && Number(text) <= 500 ? Number(text) : undefined)
const asRate = (text: string) => {
  const rate = Number(text)
  return rate >= 0.5 && rate <= 2 ? rate : undefined
}

const asCrossfade = (text: string) => (/^(?:[1-9]|1[0-2])$/.test(text) ? Number(text) : undefined)

const asQuality = (text: string) => QUALITIES.find((quality) => quality === text)

const STORED_ITEMS = {
  /** The session token, for the `Authorization` header. See docs/product.md §3.11. */
  authToken: { area: 'local', parse: asText },
  /** The unverified address of an account that is not logged in. See docs/product.md §3.3. */
  unverifiedEmail: { area: 'session', parse: asText },
  /**
   * Set after a registration in this browser, until the next login or attempt to log in. See docs/product.md
   * §3.3.
   */
  justRegistered: { area: 'session', parse: asText },
  /** 0 to 1. See docs/product.md §3.11. */
  playerVolume: { area: 'session', parse: asVolume },
  /** The volume of the tab that changed it last, for a new browser window. */
  lastPlayerVolume: { area: 'local', parse: asVolume },
  /** How fast music plays in this tab, 0.5 to 2. */
  playerRate: { area: 'session', parse: asRate },
  /** The format in which tracks are played and downloaded when they have a file in it. */
  audioFormat: { area: 'local', parse: (text) => (/^[a-z\d]{1,8}$/.test(text) ? text : undefined) },
  /** The quality of music on this device: always, or where the browser reports the connection, without mobile data. */
  soundQuality: { area: 'local', parse: asQuality },
  mobileSoundQuality: { area: 'local', parse: asQuality },
  /** How loudness is levelled on this device, where it is not by albums. */
  soundLeveling: {
    area: 'local',
    parse: (text) => (text === 'off' || text === 'track' ? text : undefined),
  },
  /** The seconds in which tracks fade into each other on this device, where they do. */
  soundCrossfade: { area: 'local', parse: asCrossfade },
  /** Volume of videos, 0 to 1. */
  videoVolume: { area: 'session', parse: asVolume },
  /** Positions in videos by account; the videos feature defines the format. */
  videoPlaces: { area: 'local', parse: asText },
  /** Track, queue and position as versions before the play state on the server stored them; read once. */
  playerLeftOff: { area: 'session', parse: asText },
  /** The same of the tab that played last, for a new browser window. */
  lastPlayerLeftOff: { area: 'local', parse: asText },
  /** Plays that are not reported to the server yet; the plays feature defines the format. */
  unsentPlays: { area: 'local', parse: asText },
  /** Uploads whose bytes are partly on the server; the uploads module defines the format. */
  unfinishedUploads: { area: 'local', parse: asText },
  /** Filter and scroll position of the archive, for a reload of the page; the archive defines the format. */
  archivePlace: { area: 'session', parse: asText },
  /** The order of the page of playlists, behind the id of the account; the playlists feature defines the format. */
  playlistOrder: { area: 'local', parse: asText },
  /** The account whose covers are cached in this browser. */
  coversOf: { area: 'local', parse: asText },
  /** `cover`: the large view of the player shows nothing but the cover. */
  largeView: { area: 'local', parse: (text) => (text === 'cover' ? text : undefined) },
  /** `docked`: the large view stands beside the page in this tab. */
  dockedPlayer: { area: 'session', parse: (text) => (text === 'docked' ? text : undefined) },
  /** Lyrics that are being edited, for a reload of the page; the editor defines the format. */
  lyricsDraft: { area: 'session', parse: asText },
  /** Milliseconds between the beginning of a line of lyrics and the press, where they are others than usual. */
  tapOffset: { area: 'local', parse: asOffset },
  theme: {
    area: 'local',
    parse: (text) => (text === 'dark' || text === 'light' ? text : undefined),
  },
  /** Own messages that are hidden but not deleted yet: the account's id, then the messages' ids. */
  unfinishedDeletions: { area: 'session', parse: asText },
  /**
   * `off` disables single-character shortcuts on this device, because speech input and keyboards belong to
   * the device.
   */
  characterShortcuts: { area: 'local', parse: (text) => (text === 'off' ? text : undefined) },
  /** What an account opened in the search; the search defines the format. */
  recentSearches: { area: 'local', parse: asText },
  /** How often the app was opened in this browser, and when last; the install feature defines the format. */
  visits: { area: 'local', parse: asText },
  /** Set when the hint that the app can be installed was shown. */
  installHintSeen: { area: 'local', parse: asText },
  /** Set when the notice about the new design was closed or has expired. */
  redesignSeen: { area: 'local', parse: asText },
  /** Set when the banner for members without a key was closed or has expired. */
  keyBannerSeen: { area: 'session', parse: asText },
} as const satisfies Record<string, StoredItem<string | number>>

export type StoredName = keyof typeof STORED_ITEMS
export type StoredValue<N extends StoredName> = NonNullable<ReturnType<(typeof STORED_ITEMS)[N]['parse']>>

type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Fallback without access to Web Storage: values last as long as the page. */
const page = new Map<string, string>()
const pageShelf: WebStorage = {
  getItem: (name) => page.get(name) ?? null,
  setItem: (name, value) => void page.set(name, value),
  removeItem: (name) => void page.delete(name),
}

function shelfOf(area: 'local' | 'session'): WebStorage {
  try {
    return (area === 'local' ? globalThis.localStorage : globalThis.sessionStorage) ?? pageShelf
  } catch {
    return pageShelf
  }
}

/** The stored value of this name, or undefined. */
export function getStored<N extends StoredName>(name: N): StoredValue<N> | undefined
export function getStored(name: StoredName): string | number | undefined {
  const { area, parse } = STORED_ITEMS[name]
  const text = shelfOf(area).getItem(name)
  return text === null ? undefined : parse(text)
}

/** Stores a value; undefined removes it. */
export function setStored<N extends StoredName>(name: N, value: StoredValue<N> | undefined): void {
  const shelf = shelfOf(STORED_ITEMS[name].area)
  try {
    if (value === undefined) shelf.removeItem(name)
    else shelf.setItem(name, String(value))
  } catch {
    // With a full storage the value is just missing next time.
  }
}

/**
 * Subscribes to changes of this value in other tabs.
 * @returns a function that unsubscribes
 */
export function onStoredElsewhere(name: StoredName, changed: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === name || event.key === null) changed()
  }
  globalThis.addEventListener('storage', listener)
  return () => globalThis.removeEventListener('storage', listener)
}
