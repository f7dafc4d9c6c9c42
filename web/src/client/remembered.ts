/** What the browser keeps for us, typed: each name has one storage and one shape. */
interface Kept<T> {
  area: 'local' | 'session'
  /** The value, or undefined when the stored text is none of ours. */
  parse: (text: string) => T | undefined
}

const asText = (text: string) => (text === '' ? undefined : text)
const asVolume = (text: string) => {
  const volume = Number(text)
  return text.trim() !== '' && volume >= 0 && volume <= 1 ? volume : undefined
}

const KEPT = {
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
} as const satisfies Record<string, Kept<string | number>>

export type RememberedName = keyof typeof KEPT
export type Remembered<N extends RememberedName> = NonNullable<ReturnType<(typeof KEPT)[N]['parse']>>

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where a browser refuses storage, what is kept lasts as long as the page. */
const page = new Map<string, string>()
const pageShelf: Shelf = {
  getItem: (name) => page.get(name) ?? null,
  setItem: (name, value) => void page.set(name, value),
  removeItem: (name) => void page.delete(name),
}

function shelfOf(area: 'local' | 'session'): Shelf {
  try {
    return (area === 'local' ? globalThis.localStorage : globalThis.sessionStorage) ?? pageShelf
  } catch {
    return pageShelf
  }
}

/** What was kept under this name, or undefined. */
export function recall<N extends RememberedName>(name: N): Remembered<N> | undefined
export function recall(name: RememberedName): string | number | undefined {
  const { area, parse } = KEPT[name]
  const text = shelfOf(area).getItem(name)
  return text === null ? undefined : parse(text)
}

/** Keeps a value; undefined forgets it. */
export function remember<N extends RememberedName>(name: N, value: Remembered<N> | undefined): void {
  const shelf = shelfOf(KEPT[name].area)
  try {
    if (value === undefined) shelf.removeItem(name)
    else shelf.setItem(name, String(value))
  } catch {
    // A full storage only means that the value is not there next time.
  }
}

/** Calls back when another tab changes this value. Returns the way to stop. */
export function onRememberedElsewhere(name: RememberedName, changed: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === name || event.key === null) changed()
  }
  globalThis.addEventListener('storage', heard)
  return () => globalThis.removeEventListener('storage', heard)
}
