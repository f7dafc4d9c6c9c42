import { lateTransport } from './lazy-transport.ts'
import type { MailTransport } from './mail.ts'
import { attachmentsOf, unsubscribeHeadersOf } from './message-parts.ts'

/** Sends emails through the operator's SMTP server. */
export function smtpTransport(url: string, from: string): MailTransport {
  const late = lateTransport(({ createTransport }) =>
    createTransport({
      url,
      connectionTimeout: 3000,
      greetingTimeout: 5000,
      socketTimeout: 10_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
  return {
    deliver: async ({ id, createdAt, ...email }) => {
      const { recipient, subject, text, html } = email
      const transport = await late.get()
      await transport.sendMail({
        from,
        to: recipient,
        subject,
        text,
        html,
        date: createdAt,
        // All attempts to send an email have the same message id, so that the receiving server can recognise
        // duplicates.
        messageId: `<${id}@${domainOf(from)}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeadersOf(email) },
        attachments: attachmentsOf(email),
      })
    },
    close: late.close,
  }
}

function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
}
