import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { lateTransport } from './late-transport.ts'
import type { MailTransport } from './mail.ts'

/**
 * Puts letters as .eml files into a folder, named so that they sort by time; `onLink` hears of the link in each.
 * For archives without an SMTP server.
 */
export function outboxTransport(
  folder: string,
  from: string,
  onLink: (subject: string, link: string) => void,
): MailTransport {
  const late = lateTransport(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  )
  return {
    deliver: async ({ id, createdAt, recipient, subject, text, html }) => {
      const transport = await late.get()
      const { message } = await transport.sendMail({
        from,
        to: recipient,
        subject,
        text,
        html,
        date: createdAt,
      })
      if (!Buffer.isBuffer(message)) throw new TypeError('The letter was not built in memory')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${createdAt.toISOString().replaceAll(':', '-')}-${id}.eml`)
      await writeWhole(path, message)
      const link = /https?:\/\/\S+/.exec(text)?.[0]
      if (link !== undefined) onLink(subject, link)
    },
    close: late.close,
  }
}

/** Never shows half a letter: written aside, then renamed. */
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
