import { streamTrack } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import Download from 'lucide-react/icons/download'
import { sessionHeaders } from '#client/call.ts'
import { getStored } from '#client/browser-storage.ts'
import { currentUser, hasAccess } from '#features/auth/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { downloadName } from './download-name.ts'
import { runDownload } from './running-downloads.ts'
import type { Track } from '#features/tracks/index.ts'

/** Milliseconds; long enough for browsers that ask for a folder first or read the file late. */
const FILE_TTL_MS = 60_000

/**
 * Downloads a track as a file, in the chosen format if it has a file in it, unless a download of it is running. Failures are shown on screen. See
 * docs/product.md §7.2.
 */
export async function download(track: Track, format = getStored('audioFormat')): Promise<void> {
  const user = currentUser()
  if (user === undefined || !hasAccess(user)) {
    showError('Download nur für verifizierte Benutzer verfügbar')
    return
  }
  if (getStored('authToken') === undefined) {
    showError('Kein Auth-Token verfügbar')
    return
  }
  let extension: string | undefined
  const bytes = runDownload(track.id, async (signal) => {
    const address = urlOf(streamTrack, { params: { file: track.id }, query: { format } })
    const response = await fetch(address, { headers: sessionHeaders(), signal })
    extension = extensionIn(response.headers.get('content-disposition'))
    return response
  })
  // One press starts one.
  if (bytes === undefined) return
  try {
    save(await bytes, downloadName(track, extension))
    showToast(`${track.title} heruntergeladen`, { icon: Download })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') showToast('Download abgebrochen')
    else showError('Download fehlgeschlagen')
  }
}

/** The extension of the file that the server sends. */
function extensionIn(disposition: string | null): string | undefined {
  return /filename="[^"]*\.([a-z\d]{1,8})"/.exec(disposition ?? '')?.[1]
}

function save(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FILE_TTL_MS)
}

function showError(text: string): void {
  showToast(text, { kind: 'error' })
}
