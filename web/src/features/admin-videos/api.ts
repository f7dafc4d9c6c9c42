import { addVideo, deleteVideo, type Video } from '@tonarchiv/contract/videos'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import type { UploadOptions } from '#client/uploads/upload.ts'
import { uploadFiles } from '#client/uploads/upload-files.ts'
import { VIDEOS } from '#features/videos/index.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'

/** Milliseconds. See docs/product.md §20.3. */
const UPLOAD_TIMEOUT = 300_000

/** Adds a video; the list is read again. */
export function useAddVideo() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ form, ...options }: { form: FormData } & UploadOptions) =>
      uploadFiles(addVideo, { form }, { kind: 'video', timeout: UPLOAD_TIMEOUT, ...options }),
    onSuccess: () => cache.invalidateQueries({ queryKey: VIDEOS }),
  })
}

export function useDeleteVideo() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: Video) => call(deleteVideo, { params: { id } }),
    onSuccess: () => showToast('Video gelöscht', { duration: ADMIN_TOAST }),
    onSettled: () => cache.invalidateQueries({ queryKey: VIDEOS }),
  })
}
