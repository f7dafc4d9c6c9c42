/** What the browser keeps for us, typed: each name has one storage and one shape. */
interface StoredItem<T> {
  area: 'local' | 'session'
  /** The value, or undefined when the stored text is none of ours. */
  parse: (text: string) => T | undefined
}

const asText = (text: string) => (text === '' ? undefined : text)
const asVolume = (text: string) => {
  const volume = Number(text)
  return text.trim() !== '' && volume >= 0 && volume <= 1 ? volume : undefined
}

const STORED_ITEMS = {
  /** The session token, for the `Authorization` header. See docs/product.md §3.11. */
  authToken: { area: 'local', parse: asText },
  /** The address that waits for its link, of an account that is not logged in. See docs/product.md §3.3. */
  unverifiedEmail: { area: 'session', parse: asText },
  /**
   * Set when an account was registered here, until it is logged in or somebody tries to. See docs/product.md §3.3.
   */
  justRegistered: { area: 'session', parse: asText },
  /** 0 to 1. See docs/product.md §3.11. */
  playerVolume: { area: 'session', parse: asVolume },
  /** The same of the tab that changed it last, for a browser that is opened anew. */
  lastPlayerVolume: { area: 'local', parse: asVolume },
  /** 0 to 1, of videos. */
  videoVolume: { area: 'session', parse: asVolume },
  /** Where videos were left off, of each account; its shape is that of the videos. */
  videoPlaces: { area: 'local', parse: asText },
  /** What plays, the queue and the position, for a page that is loaded anew; its shape is the player's. */
  playerLeftOff: { area: 'session', parse: asText },
  /** The same of the tab that played last, for a browser that is opened anew. */
  lastPlayerLeftOff: { area: 'local', parse: asText },
  /** Plays that the server has not heard of yet; their shape is that of the plays. */
  unsentPlays: { area: 'local', parse: asText },
  /** Files whose bytes are partly on the server; their shape is that of the uploads. */
  unfinishedUploads: { area: 'local', parse: asText },
  /** Where the archive was left, for a page that is loaded anew; its shape is the archive’s. */
  archivePlace: { area: 'session', parse: asText },
  /** For whom covers are kept in this browser. */
  coversOf: { area: 'local', parse: asText },
  theme: {
    area: 'local',
    parse: (text) => (text === 'dark' || text === 'light' ? text : undefined),
  },
  /** Own messages that are hidden and not deleted yet: the account’s id, then theirs. */
  unfinishedDeletions: { area: 'session', parse: asText },
  /** `off` where single characters are no shortcuts: by the device, as speech input and keyboards belong to it. */
  characterShortcuts: { area: 'local', parse: (text) => (text === 'off' ? text : undefined) },
  /** Set once the notice about the new design was closed or has run out. */
  redesignSeen: { area: 'local', parse: asText },
  /** Set once the banner for members without a key was closed or has run out. */
  keyBannerSeen: { area: 'session', parse: asText },
} as const satisfies Record<string, StoredItem<string | number>>

export type StoredName = keyof typeof STORED_ITEMS
export type StoredValue<N extends StoredName> = NonNullable<ReturnType<(typeof STORED_ITEMS)[N]['parse']>>

type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where a browser refuses storage, what is kept lasts as long as the page. */
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

/** What was kept under this name, or undefined. */
export function getStored<N extends StoredName>(name: N): StoredValue<N> | undefined
export function getStored(name: StoredName): string | number | undefined {
  const { area, parse } = STORED_ITEMS[name]
  const text = shelfOf(area).getItem(name)
  return text === null ? undefined : parse(text)
}

/** Keeps a value; undefined forgets it. */
export function setStored<N extends StoredName>(name: N, value: StoredValue<N> | undefined): void {
  const shelf = shelfOf(STORED_ITEMS[name].area)
  try {
    if (value === undefined) shelf.removeItem(name)
    else shelf.setItem(name, String(value))
  } catch {
    // A full storage only means that the value is not there next time.
  }
}

/** Calls back when another tab changes this value. Returns the way to stop. */
export function onStoredElsewhere(name: StoredName, changed: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === name || event.key === null) changed()
  }
  globalThis.addEventListener('storage', listener)
  return () => globalThis.removeEventListener('storage', listener)
}
