import { unknownMedia } from '@tonarchiv/contract/chat'
import type { Executor } from '#database/prepared.ts'
import { Refused } from '#platform/refused.ts'
import * as store from './media-store.ts'
import { isThumbnailOf, nameFromUrl } from './to-wire.ts'

/** The uploads of a new message, by their URLs. */
export interface Attached {
  /** The URL from the response to the upload. */
  mediaUrl?: string | null | undefined
  /** The URLs of several images in their order, in place of `mediaUrl`. */
  mediaUrls?: readonly string[] | null | undefined
  /** The URL of the small image; only that of the first upload is allowed. */
  thumbnailUrl?: string | null | undefined
}

/** The names of the uploads in their order. @throws Refused `unknownMedia` */
export function namesOf({ mediaUrl, mediaUrls, thumbnailUrl }: Attached): readonly string[] {
  const urls = mediaUrls ?? (typeof mediaUrl === 'string' ? [mediaUrl] : [])
  const names = urls.map((url) => {
    const name = nameFromUrl(url)
    if (name === undefined) throw new Refused(unknownMedia)
    return name
  })
  if (typeof thumbnailUrl === 'string' && !isThumbnailOf(names[0], thumbnailUrl))
    throw new Refused(unknownMedia)
  return names
}

/**
 * Assigns uploads to a new message: a voice message, or images.
 * @throws Refused `unknownMedia`
 */
export async function claimUploads(
  trx: Executor,
  names: readonly string[],
  message: { userId: string; messageId: string },
): Promise<readonly store.MediaRow[]> {
  const claimed: store.MediaRow[] = []
  for (const [position, name] of names.entries()) {
    const media = await store.claimMedia(trx, name, { ...message, position })
    if (media === undefined) throw new Refused(unknownMedia)
    claimed.push(media)
  }
  if (claimed.length > 1 && claimed.some(({ kind }) => kind !== 'image')) throw new Refused(unknownMedia)
  return claimed
}
