import type { EmailMessage } from './mail.ts'

interface Recipient {
  id: string
  email: string
  username: string
}

interface Content {
  userId: string
  recipient: string
  subject: string
  greeting: string
  paragraphs: string[]
  link?: { label: string; address: string }
  closing?: string
}

export function verificationEmail(
  { id, email, username }: Recipient,
  siteTitle: string,
  address: string,
): EmailMessage {
  return emailMessage({
    userId: id,
    recipient: email,
    subject: `${siteTitle}: Bestätige deine E-Mail-Adresse`,
    greeting: `Hallo ${username},`,
    paragraphs: [
      `willkommen im ${siteTitle}! Bitte bestätige mit dem folgenden Link, dass diese Adresse dir gehört. Der Link gilt 24 Stunden und nur einmal.`,
    ],
    link: { label: 'E-Mail-Adresse bestätigen', address },
    closing: 'Hast du dich nicht angemeldet? Dann lass diesen Brief einfach liegen.',
  })
}

/** The email to the owner of an address after a caller has tried to register another account with it. */
export function accountExistsEmail(
  { id, email, username }: Recipient,
  siteTitle: string,
  address: string,
): EmailMessage {
  return emailMessage({
    userId: id,
    recipient: email,
    subject: `${siteTitle}: Du hast schon einen Account`,
    greeting: `Hallo ${username},`,
    paragraphs: [
      'gerade wollte jemand mit deiner E-Mail-Adresse einen neuen Account erstellen. Du hast aber schon einen und kannst dich wie gewohnt anmelden.',
    ],
    link: { label: 'Zur Anmeldung', address },
    closing: 'Warst du das nicht? Dann musst du nichts tun: Es wurde nichts geändert.',
  })
}

export function resetEmail(
  { id, email, username }: Recipient,
  siteTitle: string,
  address: string,
): EmailMessage {
  return emailMessage({
    userId: id,
    recipient: email,
    subject: `${siteTitle}: Neues Passwort setzen`,
    greeting: `Hallo ${username},`,
    paragraphs: [
      'mit dem folgenden Link kannst du ein neues Passwort setzen. Er gilt eine Stunde und nur einmal. Danach bist du auf allen Geräten abgemeldet.',
    ],
    link: { label: 'Neues Passwort setzen', address },
    closing:
      'Hast du das nicht angefordert? Dann lass diesen Brief einfach liegen: Dein Passwort bleibt, wie es ist.',
  })
}

/** The email to the old address after a change of the address. It contains a link that restores the old address. */
export function emailChangedEmail(
  { id, email, username }: Recipient,
  siteTitle: string,
  address: string,
): EmailMessage {
  return emailMessage({
    userId: id,
    recipient: email,
    subject: `${siteTitle}: Deine E-Mail-Adresse wurde geändert`,
    greeting: `Hallo ${username},`,
    paragraphs: [
      'in deinem Account steht jetzt eine andere E-Mail-Adresse. Warst du das, musst du nichts weiter tun.',
      'Warst du das nicht? Mit dem folgenden Link stellst du diese Adresse wieder her und beendest alle Sitzungen. Setze danach ein neues Passwort. Der Link gilt sieben Tage.',
    ],
    link: { label: 'Adresse wiederherstellen', address },
  })
}

export function newDeviceEmail(
  { id, email, username }: Recipient,
  siteTitle: string,
  device: string,
  settingsUrl: string,
): EmailMessage {
  return emailMessage({
    userId: id,
    recipient: email,
    subject: `${siteTitle}: Anmeldung auf einem neuen Gerät`,
    greeting: `Hallo ${username},`,
    paragraphs: [`gerade hat sich jemand von einem neuen Ort in deinem Account angemeldet: ${device}.`],
    link: { label: 'Geräte ansehen', address: settingsUrl },
    closing: 'Warst du das nicht? Dann ändere dein Passwort und beende die Sitzung in deinen Einstellungen.',
  })
}

/** The email after a change of what secures a login. `change` is a sentence without a full stop, `by` the device. */
export function securityChangeEmail(
  { id, email, username }: Recipient,
  siteTitle: string,
  { change, by, address }: { change: string; by: string; address: string },
): EmailMessage {
  return emailMessage({
    userId: id,
    recipient: email,
    subject: `${siteTitle}: ${change}`,
    greeting: `Hallo ${username},`,
    paragraphs: [`gerade hat sich in deinem Account etwas geändert: ${change} (${by}).`],
    link: { label: 'Sicherheit prüfen', address },
    closing: 'Warst du das nicht? Dann ändere dein Passwort und melde alle anderen Geräte ab.',
  })
}

function emailMessage({
  userId,
  recipient,
  subject,
  greeting,
  paragraphs,
  link,
  closing,
}: Content): EmailMessage {
  const before = [greeting, ...paragraphs]
  const after = closing === undefined ? [] : [closing]
  const text = [...before, ...(link === undefined ? [] : [`${link.label}:\n${link.address}`]), ...after].join(
    '\n\n',
  )
  const html = [
    '<!doctype html><html lang="de"><head><meta charset="utf-8"></head>',
    '<body style="margin:0;padding:24px;background:#f4f3f1;color:#1d2125;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:32rem;margin:0 auto;padding:24px;background:#fff;border-radius:8px">',
    ...before.map(paragraph),
    ...(link === undefined
      ? []
      : [
          `<p><a href="${escapeHtml(link.address)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#e89d65;color:#1f140d;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a></p>`,
        ]),
    ...after.map(paragraph),
    '</div></body></html>',
  ].join('\n')
  return { userId, recipient, subject, text: `${text}\n`, html }
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
