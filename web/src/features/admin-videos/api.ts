import { addVideo, deleteVideo, replaceThumbnail, updateVideo, type Video } from '@tonarchiv/contract/videos'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '@tonarchiv/contract/route'
import { call } from '#client/call.ts'
import { upload, type UploadOptions } from '#client/uploads/upload.ts'
import { uploadFiles } from '#client/uploads/upload-files.ts'
import { VIDEOS } from '#features/videos/index.ts'
import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'

/** Milliseconds within which an upload must be answered. See docs/product.md §20.3. */
const UPLOAD_TIMEOUT = 300_000

/** Adds a video; then the list of videos is read again. */
export function useAddVideo() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ form, ...options }: { form: FormData } & UploadOptions) =>
      uploadFiles(addVideo, { form }, { kind: 'video', timeout: UPLOAD_TIMEOUT, ...options }),
    onSuccess: () => cache.invalidateQueries({ queryKey: VIDEOS }),
  })
}

type VideoChanges = BodyOf<typeof updateVideo>

/**
 * Changes the given fields of a video and, if an image is given, its thumbnail.
 * @throws ApiError
 */
export function useEditVideo() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({
      id,
      changes,
      image,
    }: {
      id: string
      changes: VideoChanges
      image: File | undefined
    }) => {
      if (Object.keys(changes).length > 0) await call(updateVideo, { params: { id }, body: changes })
      if (image === undefined) return
      const form = new FormData()
      form.set('thumbnail', image, 'thumbnail')
      await upload(replaceThumbnail, { params: { id }, form })
    },
    onSuccess: () => showToast('Video gespeichert', { duration: ADMIN_TOAST }),
    onSettled: () => cache.invalidateQueries({ queryKey: VIDEOS }),
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
