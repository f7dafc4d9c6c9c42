import { createHash } from 'node:crypto'
import { escapeHtml } from '#mail/email-templates.ts'

/** Copies of the app's colours and sizes. The pages do not load the app: they work without a session and scripts. */
const STYLE = `:root { color-scheme: light dark; --bg: #eef0f2; --card: #fff; --text: #1d2226; --muted: #535c63; --button: #a9531f; --on-button: #fff }
@media (prefers-color-scheme: dark) { :root { --bg: #0f1214; --card: #171b1e; --text: #e9e8e3; --muted: #adb5bb; --button: #e59a62; --on-button: #2a170b } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--bg); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
main { box-sizing: border-box; width: min(100% - 2rem, 26rem); padding: 2rem 1.5rem; border-radius: .75rem; background: var(--card) }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.3 }
p { margin: 0 0 1.5rem; color: var(--muted) }
a { display: inline-block; margin-top: 1rem; padding: .75rem 0; color: inherit }
button { width: 100%; min-height: 2.75rem; padding: .5rem 1.25rem; border: 0; border-radius: .5rem; background: var(--button); color: var(--on-button); font: inherit; font-weight: 640; cursor: pointer }
:focus-visible { outline: 2px solid var(--text); outline-offset: 2px }`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Headers of the pages. The link in their URL is a credential, so no other site learns it. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'content-security-policy': [
    `default-src 'none'`,
    `style-src 'sha256-${STYLE_HASH}'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; '),
}

interface Page {
  siteTitle: string
  title: string
  text: string
  button?: { label: string; action: string }
}

function page({ siteTitle, title, text, button }: Page): string {
  const form =
    button === undefined
      ? ''
      : `<form method="post" action="${escapeHtml(button.action)}"><button>${escapeHtml(button.label)}</button></form>`
  return `<!doctype html>
<html lang="de">
<head><meta charset="utf-8"><title>${escapeHtml(`${title} – ${siteTitle}`)}</title><meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}<a href="/">Zum Archiv</a></main></body>
</html>
`
}

export function askPage(siteTitle: string, token: string): string {
  return page({
    siteTitle,
    title: 'Übersicht abbestellen?',
    text: 'Danach bekommst du keine Übersicht per E-Mail mehr. Im Archiv steht weiter alles in den Mitteilungen.',
    button: { label: 'Abbestellen', action: `/api/digest/unsubscribe/${token}` },
  })
}

export function endedPage(siteTitle: string, token: string): string {
  return page({
    siteTitle,
    title: 'Du bekommst keine Übersicht mehr',
    text: 'Die Mails zur Sicherheit deines Accounts kommen weiter.',
    button: { label: 'Doch behalten', action: `/api/digest/resubscribe/${token}` },
  })
}

export function keptPage(siteTitle: string): string {
  return page({
    siteTitle,
    title: 'Du bekommst die Übersicht weiter',
    text: 'Tag und Rhythmus stehen in deinen Einstellungen unter „Mitteilungen“.',
  })
}

export function unknownLinkPage(siteTitle: string): string {
  return page({
    siteTitle,
    title: 'Dieser Link gilt nicht mehr',
    text: 'Die Übersicht lässt sich in deinen Einstellungen unter „Mitteilungen“ abschalten.',
  })
}
