import { readdir, readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import type { TestApp } from './start-app.ts'

/**
 * Waits until the outbox contains `count` emails to this address.
 * @returns the newest one, decoded from quoted-printable, and the first link in it
 */
export async function emailTo(
  app: TestApp,
  recipient: string,
  count = 1,
): Promise<{ source: string; link: URL }> {
  const letters = await eventually(async () => {
    const found = await emailsTo(app, recipient)
    expect(found.length).toBeGreaterThanOrEqual(count)
    return found
  })
  const source = letters.at(-1) ?? ''
  const link = /https?:\/\/[^\s"<]+/.exec(source)?.[0]
  if (link === undefined) throw new Error(`The letter to ${recipient} has no link`)
  return { source, link: new URL(link) }
}

/** All emails to this address, oldest first, decoded from quoted-printable. */
export async function emailsTo({ services }: TestApp, recipient: string): Promise<string[]> {
  const { mail } = services.config
  if (mail.kind !== 'outbox') throw new Error('These letters went to a mail server')
  const names = await readdir(mail.folder).catch(() => [])
  const sources = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFile(`${mail.folder}/${name}`, 'utf8')),
  )
  return sources
    .filter((source) => new RegExp(`^To: ${recipient}$`, 'm').test(source))
    .map((source) => source.replaceAll('=\n', '').replaceAll('=3D', '='))
}

/** An email as a mail server receives it, decoded from quoted-printable. */
export function readable(source: string): string {
  const bytes = source
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_match, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
