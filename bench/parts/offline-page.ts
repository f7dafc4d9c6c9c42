/*
 * Functions that run in the page while copies are measured.
 */

/**
 * Stores when the app has rendered its pages and shown that there is no connection, in milliseconds after the
 * navigation.
 */
export function watchShell(): void {
  const atMostMs = 30_000
  const isBar = ({ textContent }: Element) => textContent.includes('Das Archiv ist nicht erreichbar.')
  const shown = new Promise<number>((resolve, reject) => {
    const look = () => {
      const isShown =
        document.querySelector('main h1') !== null && [...document.querySelectorAll('output')].some(isBar)
      // Changes before this frame are painted with it.
      if (isShown) setTimeout(() => resolve(performance.now()))
      else if (performance.now() > atMostMs)
        reject(new Error('The app does not say that there is no connection'))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  Reflect.set(globalThis, 'shellShown', shown)
}

/** Milliseconds after the navigation: of the first paint, and of the moment that `watchShell` has stored. */
export async function shellTimes(): Promise<{ paintedMs: number; shownMs: number }> {
  const shownMs = Number(await Reflect.get(globalThis, 'shellShown'))
  const [painted] = performance.getEntriesByName('first-contentful-paint')
  return { paintedMs: painted?.startTime ?? Number.NaN, shownMs }
}

/** Bytes of all files in the private file system of this origin. */
export async function storedBytes(): Promise<number> {
  const sizeOf = async (folder: FileSystemDirectoryHandle): Promise<number> => {
    let sum = 0
    for await (const handle of folder.values())
      sum +=
        handle instanceof FileSystemDirectoryHandle ? await sizeOf(handle) : (await handle.getFile()).size
    return sum
  }
  return sizeOf(await navigator.storage.getDirectory())
}
