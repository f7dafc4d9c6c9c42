import type { ChatUpload } from '@tonarchiv/contract/chat'

/** The server's description of a stored image, for tests. */
export function anUpload(name: string): ChatUpload {
  return {
    mediaUrl: `/api/chat/media/${name}`,
    mediaType: 'image',
    mediaSize: 100,
    mediaDuration: null,
    thumbnailUrl: null,
    mediaFilename: null,
    mediaWidth: 8,
    mediaHeight: 8,
    mediaPeaks: null,
  }
}

/** The name of the file in an upload. */
export function uploadedName(form: unknown): string {
  const file = form instanceof FormData ? form.get('file') : undefined
  return file instanceof File ? file.name : ''
}
