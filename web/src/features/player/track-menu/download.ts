import { downloadAlbum as albumRoute, streamTrack, type Album } from '@tonarchiv/contract/catalog'
import type { Playlist } from '@tonarchiv/contract/playlists'
import { downloadPlaylist as playlistRoute } from '@tonarchiv/contract/playlist-files'
import { urlOf } from '@tonarchiv/contract/route'
import DownloadIcon from 'lucide-react/icons/download'
import { sessionHeaders } from '#client/call.ts'
import { getStored as getLoginStored } from '#client/browser-storage.ts'
import { getStored } from '#client/signed-in-storage.ts'
import { currentUser, hasAccess } from '#features/auth/index.ts'
import { saveFile } from '#ui/dom/save-file.ts'
import { showToast } from '#ui/dom/toast.ts'
import { downloadName, zipName } from './download-name.ts'
import { runDownload } from '#client/running-downloads.ts'
import type { Track } from '#features/tracks/index.ts'

/** Milliseconds for which the toast of a failed download offers to start it again. */
const RETRY_DURATION = 8000

/**
 * Downloads a track, unless a download of that track is running. If the track has a file in the chosen format, that
 * file is downloaded. Failures are shown in a toast. See docs/product.md §7.2.
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

/** Downloads all files of an album as a ZIP. Formats and failures are handled as for a track. */
export async function downloadAlbum(album: Album): Promise<void> {
  const format = getStored('audioFormat')
  await start({
    id: album.albumId,
    title: album.albumTitel,
    path: urlOf(albumRoute, { params: { id: album.albumId }, query: { format } }),
    fileName: () => zipName(album.albumTitel),
    again: () => void downloadAlbum(album),
    goneText: `„${album.albumTitel}“ ist nicht mehr im Archiv`,
  })
}

/** Downloads all files of a playlist as a ZIP. Formats and failures are handled as for a track. */
export async function downloadPlaylist({ id, title }: Pick<Playlist, 'id' | 'title'>): Promise<void> {
  const format = getStored('audioFormat')
  await start({
    id,
    title,
    path: urlOf(playlistRoute, { params: { id }, query: { format } }),
    fileName: () => zipName(title),
    again: () => void downloadPlaylist({ id, title }),
    goneText: `In „${title}“ ist nichts mehr, was sich herunterladen lässt`,
  })
}

interface Download {
  /** The id of the track, album or playlist. */
  id: string
  title: string
  path: string
  /** Returns the name of the downloaded file. `extension`: that of the file which the server sends, if it is known. */
  fileName: (extension: string | undefined) => string
  /** Starts the download again from its beginning, after a failure. */
  again: () => void
  /** The error text for a ZIP that would not contain any file now. */
  goneText?: string
}

async function start({ id, title, path, fileName, again, goneText }: Download): Promise<void> {
  const user = currentUser()
  if (user === undefined || !hasAccess(user)) {
    showError('Download nur für verifizierte Benutzer verfügbar')
    return
  }
  if (getLoginStored('authToken') === undefined) {
    showError('Kein Auth-Token verfügbar')
    return
  }
  let headers: Headers | undefined
  const bytes = runDownload(id, async (signal) => {
    const response = await fetch(path, { headers: sessionHeaders(), signal })
    headers = response.headers
    return response
  })
  // Undefined: a download with the same id is already running.
  if (bytes === undefined) return
  try {
    const content = await bytes
    saveFile(fileName(extensionIn(headers)), content)
    showToast(`${title} heruntergeladen`, { icon: DownloadIcon })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') {
      showToast('Download abgebrochen')
      return
    }
    const now = goneText === undefined ? 'same' : await stateOf(path, headers)
    if (now === 'gone' && goneText !== undefined) {
      showError(goneText)
      return
    }
    const text = now === 'changed' ? `„${title}“ wurde inzwischen geändert` : 'Download fehlgeschlagen'
    showToast(text, {
      kind: 'error',
      duration: RETRY_DURATION,
      action: { label: 'Erneut versuchen', onPress: again },
    })
  }
}

/**
 * Finds out why the download of a ZIP broke off. If a file was removed during the download, the server breaks it off,
 * and the ZIP has another length from then on.
 */
async function stateOf(path: string, announced: Headers | undefined): Promise<'gone' | 'changed' | 'same'> {
  const response = await fetch(path, { method: 'HEAD', headers: sessionHeaders() }).catch(() => undefined)
  if (response?.status === 404) return 'gone'
  const length = announced?.get('content-length') ?? undefined
  const hasChanged =
    response?.ok === true && length !== undefined && response.headers.get('content-length') !== length
  return hasChanged ? 'changed' : 'same'
}

/** The extension of the file that the server sends; undefined when the headers do not state it. */
function extensionIn(headers: Headers | undefined): string | undefined {
  return /filename="[^"]*\.([a-z\d]{1,8})"/.exec(headers?.get('content-disposition') ?? '')?.[1]
}

function showError(text: string): void {
  showToast(text, { kind: 'error' })
}
