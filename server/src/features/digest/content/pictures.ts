import { hash } from 'node:crypto'
import type { Caller } from '#access/caller.ts'
import { type Catalog, coverNameOf } from '#features/catalog/index.ts'
import { openAvatar } from '#features/users/index.ts'
import { createPortrait } from '#images/images.ts'
import { readWhole } from '#images/resized-images.ts'
import type { EmailPicture } from '#mail/mail.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { StoredFile } from '#storage/storage.ts'

/** The sizes of the pictures, which are twice the sizes in which they are shown, for dense screens. */
const COVER_PIXELS = 336
const AVATAR_PIXELS = 80
const QUALITY = 80
const AVATAR_PATH = '/api/avatar/'

type Needs = Pick<Services, 'db' | 'storage'> & { covers: Catalog['covers'] }

/** The pictures of one email. Each is a JPEG that is part of it, because mail programs load nothing from outside. */
export interface Pictures {
  /** The `cid:` URL of a cover or an avatar; undefined when there is none, or it cannot be read. */
  add(url: string | null | undefined, kind: 'cover' | 'avatar'): Promise<string | undefined>
  all(): EmailPicture[]
}

export function collectPictures(needs: Needs, reader: Caller): Pictures {
  const made = new Map<string, EmailPicture>()
  return {
    add: async (url, kind) => {
      if (typeof url !== 'string') return undefined
      const cid = `${kind}-${hash('sha256', url, 'hex').slice(0, 24)}`
      if (!made.has(cid)) {
        const jpeg = await drawPicture(needs, reader, url, kind)
        if (jpeg === undefined) return undefined
        made.set(cid, { cid, contentType: 'image/jpeg', base64: jpeg.toString('base64') })
      }
      return `cid:${cid}`
    },
    all: () => [...made.values()],
  }
}

async function drawPicture(
  { db, storage, covers }: Needs,
  reader: Caller,
  url: string,
  kind: 'cover' | 'avatar',
): Promise<Buffer | undefined> {
  try {
    const file = await (kind === 'cover'
      ? openCover(covers, reader, url)
      : url.startsWith(AVATAR_PATH)
        ? openAvatar({ db, storage }, url.slice(AVATAR_PATH.length))
        : undefined)
    if (file === undefined) return undefined
    const side = kind === 'cover' ? COVER_PIXELS : AVATAR_PIXELS
    return await createPortrait(await readWhole(file), side, QUALITY, reader.id)
  } catch (error) {
    // The picture was removed, or the server is busy. The email is sent without it.
    if (error instanceof Refused) return undefined
    throw error
  }
}

async function openCover(
  covers: Catalog['covers'],
  reader: Caller,
  url: string,
): Promise<StoredFile | undefined> {
  const name = coverNameOf(url)
  return name === undefined ? undefined : covers.open(name, '512', reader)
}
