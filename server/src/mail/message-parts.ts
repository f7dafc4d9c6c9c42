import type { EmailMessage } from './mail.ts'

/** The attachments of an email for the mail library: its inline pictures. */
export function attachmentsOf({ pictures = [] }: Pick<EmailMessage, 'pictures'>) {
  return pictures.map(({ cid, contentType, base64 }) => ({
    cid,
    contentType,
    filename: `${cid}.jpg`,
    content: Buffer.from(base64, 'base64'),
    contentDisposition: 'inline' as const,
  }))
}

/** Headers by which mail programs offer to end emails of this kind with one press (RFC 8058). */
export function unsubscribeHeadersOf({
  unsubscribeUrl,
}: Pick<EmailMessage, 'unsubscribeUrl'>): Record<string, string> {
  return unsubscribeUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
