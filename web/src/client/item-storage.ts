/** Parses a stored text; undefined when the text is not valid. */
type Parse<T> = (text: string) => T | undefined

type Items = Record<string, Parse<string | number>>
type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Replaces Web Storage where it cannot be accessed; these values exist only until the page is closed. */
const page = new Map<string, string>()
const pageShelf: WebStorage = {
  getItem: (name) => page.get(name) ?? null,
  setItem: (name, value) => void page.set(name, value),
  removeItem: (name) => void page.delete(name),
}

/**
 * Typed access to items in the browser's storage. Each name belongs to one storage area and has one type.
 *
 * @param local - items in `localStorage`, which all tabs of this browser share
 * @param session - items in `sessionStorage`, which each tab has of its own
 */
export function storageOf<L extends Items, S extends Items>(local: L, session: S) {
  type Name = string & (keyof L | keyof S)
  type Value<N extends Name> = NonNullable<ReturnType<(L & S)[N]>>

  const items: Items = { ...local, ...session }

  const shelfOf = (name: string): WebStorage => {
    try {
      return (name in session ? globalThis.sessionStorage : globalThis.localStorage) ?? pageShelf
    } catch {
      return pageShelf
    }
  }

  /** The stored value; undefined when there is none, or when it is not valid. */
  function getStored<N extends Name>(name: N): Value<N> | undefined
  function getStored(name: string): string | number | undefined {
    const text = shelfOf(name).getItem(name)
    return text === null ? undefined : items[name]?.(text)
  }

  /** Stores a value; undefined removes the stored one. */
  function setStored<N extends Name>(name: N, value: Value<N> | undefined): void {
    const shelf = shelfOf(name)
    try {
      if (value === undefined) shelf.removeItem(name)
      else shelf.setItem(name, String(value))
    } catch {
      // The storage is full. The value exists only until the page is reloaded.
    }
  }

  /**
   * Calls `changed` when another tab has changed the value.
   * @returns a function that unsubscribes
   */
  function onStoredElsewhere(name: Name, changed: () => void): () => void {
    const listener = (event: StorageEvent) => {
      if (event.key === name || event.key === null) changed()
    }
    globalThis.addEventListener('storage', listener)
    return () => globalThis.removeEventListener('storage', listener)
  }

  return { getStored, setStored, onStoredElsewhere }
}

export const asText = (text: string) => (text === '' ? undefined : text)
