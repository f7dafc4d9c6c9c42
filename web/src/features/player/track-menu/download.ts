import { downloadAlbum as albumRoute, streamTrack, type Album } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import DownloadIcon from 'lucide-react/icons/download'
import { sessionHeaders } from '#client/call.ts'
import { getStored } from '#client/browser-storage.ts'
import { currentUser, hasAccess } from '#features/auth/index.ts'
import { saveFile } from '#ui/dom/save-file.ts'
import { showToast } from '#ui/dom/toast.ts'
import { downloadName, zipName } from './download-name.ts'
import { runDownload } from './running-downloads.ts'
import type { Track } from '#features/tracks/index.ts'

/** Milliseconds in which a failed download can be started again. */
const RETRY_DURATION = 8000

/**
 * Downloads a track as a file, in the chosen format if it has a file in it, unless a download of it is running.
 * Failures are shown on screen. See docs/product.md §7.2.
 */
export async function download(track: Track, format = getStored('audioFormat')): Promise<void> {
  await start({
    id: track.id,
    title: track.title,
    path: urlOf(streamTrack, { params: { file: track.id }, query: { format } }),
    fileName: (extension) => downloadName(track, extension),
    again: () => void download(track, format),
  })
}

/** Downloads all files of an album as a ZIP, like a track. */
export async function downloadAlbum(album: Album): Promise<void> {
  const format = getStored('audioFormat')
  await start({
    id: album.albumId,
    title: album.albumTitel,
    path: urlOf(albumRoute, { params: { id: album.albumId }, query: { format } }),
    fileName: () => zipName(album.albumTitel),
    again: () => void downloadAlbum(album),
    isGone: isGoneAt,
  })
}

interface Download {
  /** Of the track or album. */
  id: string
  title: string
  path: string
  /** `extension`: that of the file which the server sends. */
  fileName: (extension: string | undefined) => string
  /** Starts it from its beginning. */
  again: () => void
  /** Whether it failed because there is nothing to download any more. */
  isGone?: (path: string) => Promise<boolean>
}

async function start({ id, title, path, fileName, again, isGone }: Download): Promise<void> {
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
  const bytes = runDownload(id, async (signal) => {
    const response = await fetch(path, { headers: sessionHeaders(), signal })
    extension = extensionIn(response.headers.get('content-disposition'))
    return response
  })
  // One press starts one.
  if (bytes === undefined) return
  try {
    saveFile(fileName(extension), await bytes)
    showToast(`${title} heruntergeladen`, { icon: DownloadIcon })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') showToast('Download abgebrochen')
    else if ((await isGone?.(path)) === true) showError(`„${title}“ ist nicht mehr im Archiv`)
    else
      showToast('Download fehlgeschlagen', {
        kind: 'error',
        duration: RETRY_DURATION,
        action: { label: 'Erneut versuchen', onPress: again },
      })
  }
}

async function isGoneAt(path: string): Promise<boolean> {
  const response = await fetch(path, { method: 'HEAD', headers: sessionHeaders() }).catch(() => undefined)
  return response?.status === 404
}

/** The extension of the file that the server sends. */
function extensionIn(disposition: string | null): string | undefined {
  return /filename="[^"]*\.([a-z\d]{1,8})"/.exec(disposition ?? '')?.[1]
}

function showError(text: string): void {
  showToast(text, { kind: 'error' })
}
