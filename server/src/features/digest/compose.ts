import type { Caller } from '#access/caller.ts'
import type { Catalog } from '#features/catalog/index.ts'
import type { ReadNeeds } from '#features/notifications/index.ts'
import { findUserById } from '#features/users/index.ts'
import type { EmailMessage } from '#mail/mail.ts'
import type { Services } from '#services.ts'
import { isEmpty, type Period, readContent } from './content/read-content.ts'
import { digestHtml } from './email/digest-html.ts'
import { digestText } from './email/digest-text.ts'
import { titleOf } from './email/wording.ts'
import { unsubscribeUrl } from './links.ts'
import type { SentRhythm } from './schedule/next-digest.ts'
import { collectPictures } from './content/pictures.ts'

/** What digests are made of. */
export interface DigestNeeds {
  services: Services
  readNeeds: ReadNeeds
  covers: Catalog['covers']
}

/** The digest for a reader, with the rights at this moment; undefined when it would be empty. */
export async function composeDigest(
  { services, readNeeds, covers }: DigestNeeds,
  reader: Caller,
  { rhythm, timeZone, period }: { rhythm: SentRhythm; timeZone: string; period: Period },
): Promise<EmailMessage | undefined> {
  const content = await readContent(readNeeds, reader, period)
  if (isEmpty(content)) return undefined
  const { config, db, storage } = services
  const user = await findUserById(db, reader.id)
  const frame = {
    siteTitle: config.siteTitle,
    publicUrl: config.publicUrl,
    name: user?.displayName || reader.username,
    rhythm,
    timeZone,
    period,
    unsubscribeUrl: unsubscribeUrl(services, reader.id),
  }
  const pictures = collectPictures({ db, storage, covers }, reader)
  const html = await digestHtml(content, frame, pictures)
  return {
    userId: reader.id,
    recipient: reader.email,
    subject: titleOf(content, rhythm),
    text: digestText(content, frame),
    html,
    pictures: pictures.all(),
    unsubscribeUrl: frame.unsubscribeUrl,
  }
}
