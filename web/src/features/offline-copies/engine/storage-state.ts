/** Whether this browser can store copies. `private`: not in this private window. `none`: not at all. */
export async function supportOfCopies(): Promise<'ready' | 'private' | 'none'> {
  const hasAll =
    globalThis.isSecureContext &&
    'serviceWorker' in navigator &&
    'locks' in navigator &&
    'storage' in navigator &&
    'getDirectory' in navigator.storage &&
    'caches' in globalThis
  if (!hasAll || !import.meta.env.PROD) return 'none'
  try {
    await navigator.storage.getDirectory()
    return 'ready'
  } catch {
    return 'private'
  }
}

export async function storageState() {
  const { quota: quotaBytes, usage: usedBytes } = await navigator.storage.estimate()
  return { quotaBytes, usedBytes, isPersisted: await navigator.storage.persisted() }
}

/** Requests persistent storage, which the browser does not delete on its own. The browser may refuse. */
export async function requestPersistence(): Promise<void> {
  if (!(await navigator.storage.persisted())) await navigator.storage.persist()
}
