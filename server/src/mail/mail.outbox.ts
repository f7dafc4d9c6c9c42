import type { Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyIfMissing } from '#storage/disk/missing.ts'
import { lateTransport } from './lazy-transport.ts'
import type { MailTransport } from './mail.ts'
import { attachmentsOf, unsubscribeHeadersOf } from './message-parts.ts'

/**
 * Writes emails as .eml files into a folder, for archives without an SMTP server. The names of the files sort by time.
 * `onLink` is called with the link of each email.
 */
export function outboxTransport(
  folder: string,
  from: string,
  onLink: (subject: string, link: string) => void,
): MailTransport {
  const late = lateTransport(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  )
  async function remove(isMeant: (entry: Dirent) => boolean): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(emptyIfMissing)
    for (const entry of entries)
      if (/\.eml(?:\.part)?$/.test(entry.name) && isMeant(entry))
        await rm(join(folder, entry.name), { force: true })
  }

  return {
    deliver: async ({ id, userId, createdAt, ...email }) => {
      const { recipient, subject, text, html } = email
      const transport = await late.get()
      const { message } = await transport.sendMail({
        from,
        to: recipient,
        subject,
        text,
        html,
        date: createdAt,
        headers: unsubscribeHeadersOf(email),
        attachments: attachmentsOf(email),
      })
      if (!Buffer.isBuffer(message)) throw new TypeError('The letter was not built in memory')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${momentIn(createdAt)}-${userId}-${id}.eml`)
      await writeWhole(path, message)
      const link = /https?:\/\/\S+/.exec(text)?.[0]
      if (link !== undefined) onLink(subject, link)
    },
    deleteForAccount: async (userId) => remove(({ name }) => name.includes(`-${userId}-`)),
    deleteBefore: async (before) => {
      const until = momentIn(before)
      await remove(({ name }) => name.slice(0, until.length) < until)
    },
    close: late.close,
  }
}

/** A time as part of a file name. It has no colons, because some file systems do not allow them in names. */
function momentIn(time: Date): string {
  return time.toISOString().replaceAll(':', '-')
}

/** Writes a file under another name and then renames it, so that a partial email is never visible. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const aside = `${path}.part`
  const file = await open(aside, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, path)
}
