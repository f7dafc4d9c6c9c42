import { PLAYLIST_TITLE_MAX } from '@tonarchiv/contract/playlists'
import { importPlaylist, PLAYLIST_FILE_MAX_BYTES } from '@tonarchiv/contract/playlist-files'
import { tooLarge } from '@tonarchiv/contract/refusal'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import FolderInput from 'lucide-react/icons/folder-input'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { useIsConnectionLost } from '#client/connection.ts'
import { upload } from '#client/uploads/upload.ts'
import { chooseFile } from '#ui/dom/choose-file.ts'
import { showToast } from '#ui/dom/toast.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { ImportResult } from './ImportResult.tsx'
import { pathOfPlaylist } from './wording.ts'

type Imported = ResponseOf<typeof importPlaylist>

const FILES = '.m3u,.m3u8,.jspf,.json,audio/x-mpegurl,application/vnd.apple.mpegurl'
/** Milliseconds within which the file must be sent and answered. */
const IMPORT_TIMEOUT = 60_000
const BYTES_OF_MEGABYTE = 1024 * 1024

async function sendFile(file: File): Promise<Imported> {
  const form = new FormData()
  // The title that the playlist gets if the file does not state one.
  const title = Array.from(file.name.replace(/\.\w{1,5}$/, '').replaceAll(/\p{Cc}/gu, ' '))
  const named = title.slice(0, PLAYLIST_TITLE_MAX).join('').trim()
  if (named !== '') form.set('title', named)
  form.set('file', file)
  return upload(importPlaylist, { form }, { timeout: IMPORT_TIMEOUT })
}

/**
 * The button „Importieren…“. If tracks were found for all lines of the file, the new playlist is opened. Otherwise a
 * dialog lists the lines for which no track was found.
 */
export function ImportPlaylist() {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const isLost = useIsConnectionLost()
  const [result, setResult] = useState<Imported>()
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: sendFile,
    onSuccess: async (imported) => {
      await cache.invalidateQueries({ queryKey: ['playlists'] })
      if (imported.playlist !== null && imported.unmatched.length === 0) {
        showToast(`„${imported.playlist.title}“ importiert`)
        void navigate(pathOfPlaylist(imported.playlist))
        return
      }
      setResult(imported)
      setIsOpen(true)
    },
    onError: (failure) => showToast(textOf(failure, 'Das Importieren hat nicht geklappt'), { kind: 'error' }),
  })
  const choose = async () => {
    const file = await chooseFile(FILES)
    if (file === undefined) return
    if (file.size > PLAYLIST_FILE_MAX_BYTES) {
      const max = PLAYLIST_FILE_MAX_BYTES / BYTES_OF_MEGABYTE
      showToast(tooLarge.text.replace('{n}', String(max)), { kind: 'error' })
    } else mutate(file)
  }
  return (
    <>
      <Button busy={isPending} disabled={isLost} onClick={() => void choose()}>
        <FolderInput className="icon icon-small" aria-hidden />
        Importieren…
      </Button>
      {result && <ImportResult {...result} open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}
