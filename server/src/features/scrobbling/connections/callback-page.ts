import { type AuthMessage, SERVICE_NAMES } from '@tonarchiv/contract/scrobbling'
import { createHash } from 'node:crypto'

/**
 * Posts the result to the page that has opened this window, but not to a page of another origin. That page then closes
 * the window.
 */
const SCRIPT = `const { type, error } = document.documentElement.dataset
if (window.opener) window.opener.postMessage(error ? { type, error } : { type }, location.origin)`
const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 30rem; margin: 20vh auto 0; padding: 0 1.5rem; text-align: center }`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Headers of the callback page. They contain no opener policy, because that would separate this window from the page
 * that waits for it. See docs/security-requirements.md H-03.
 */
export const callbackHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    `default-src 'none'`,
    `script-src ${hashOf(SCRIPT)}`,
    `style-src ${hashOf(STYLE)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; '),
}

/** The last page of the popup. It posts the result to its opener, or shows it if there is no opener. */
export function callbackPage(message: AuthMessage): string {
  const error = message.type === 'LASTFM_AUTH_ERROR' ? (message.error ?? '') : ''
  const text =
    message.type === 'LASTFM_AUTH_SUCCESS'
      ? `${SERVICE_NAMES.lastfm} erfolgreich verbunden!`
      : `Fehler bei der Verbindung: ${error}`
  return `<!doctype html>
<html lang="de" data-type="${message.type}" data-error="${escape(error)}">
<head><meta charset="utf-8"><title>${SERVICE_NAMES.lastfm}</title><meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>
<body><main><h1>${escape(text)}</h1><p>Du kannst dieses Fenster schließen.</p></main><script>${SCRIPT}</script></body>
</html>
`
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
