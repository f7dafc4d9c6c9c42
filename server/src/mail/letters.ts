import type { Letter } from './mail.ts'

interface Content {
  recipient: string
  subject: string
  greeting: string
  paragraphs: string[]
  link?: { label: string; address: string }
  closing?: string
}

export function verificationLetter(
  recipient: string,
  username: string,
  siteTitle: string,
  address: string,
): Letter {
  return letter({
    recipient,
    subject: `${siteTitle}: Bestätige deine E-Mail-Adresse`,
    greeting: `Hallo ${username},`,
    paragraphs: [
      `willkommen im ${siteTitle}! Bitte bestätige mit dem folgenden Link, dass diese Adresse dir gehört. Der Link gilt 24 Stunden und nur einmal.`,
    ],
    link: { label: 'E-Mail-Adresse bestätigen', address },
    closing: 'Hast du dich nicht angemeldet? Dann lass diesen Brief einfach liegen.',
  })
}

/** To the owner of an address with which somebody tried to register again. */
export function accountExistsLetter(
  recipient: string,
  username: string,
  siteTitle: string,
  address: string,
): Letter {
  return letter({
    recipient,
    subject: `${siteTitle}: Du hast schon einen Account`,
    greeting: `Hallo ${username},`,
    paragraphs: [
      'gerade wollte jemand mit deiner E-Mail-Adresse einen neuen Account erstellen. Du hast aber schon einen und kannst dich wie gewohnt anmelden.',
    ],
    link: { label: 'Zur Anmeldung', address },
    closing: 'Warst du das nicht? Dann musst du nichts tun: Es wurde nichts geändert.',
  })
}

function letter({ recipient, subject, greeting, paragraphs, link, closing }: Content): Letter {
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
  return { recipient, subject, text: `${text}\n`, html }
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
