import { escapeHtml } from '#mail/email-templates.ts'

/** Mail programs know neither style sheets nor custom properties, so each element has its own style. */
const FONT = "font-family:'Archivo',system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
export const COLORS = {
  text: '#1d2226',
  muted: '#535c63',
  accent: '#a9531f',
  paper: '#221d18',
  dust: '#5b5348',
} as const

interface TextLook {
  size: number
  line: number
  color?: string
  more?: string
}

const styleOf = ({ size, line, color = COLORS.text, more = '' }: TextLook) =>
  `margin:0;${FONT}font-size:${size}px;line-height:${line}px;color:${color};${more}`

/** A text element; `content` is HTML. */
export function textElement(tag: 'p' | 'h1' | 'h2', look: TextLook, content: string): string {
  return `<${tag} style="${styleOf(look)}">${content}</${tag}>`
}

export function paragraph(look: TextLook, text: string): string {
  return textElement('p', look, escapeHtml(text))
}

/** A row of the outer table. */
export function row(content: string, padding: string, classes = 'px'): string {
  return `<tr><td class="${classes}" style="padding:${padding};">${content}</td></tr>`
}

export function table(rows: string, attributes = 'width="100%"'): string {
  return `<table role="presentation" ${attributes} cellpadding="0" cellspacing="0" border="0">${rows}</table>`
}

export function sectionTitle(text: string): string {
  const look = { size: 17, line: 24, more: 'font-weight:650;' }
  return row(textElement('h2', look, escapeHtml(text)), '28px 32px 6px')
}

export function link(url: string, style: string, content: string): string {
  return `<a href="${escapeHtml(url)}" style="${style}">${content}</a>`
}

export function picture(
  src: string,
  { width, height, alt, style }: { width: number; height: number; alt: string; style: string },
): string {
  return `<img src="${escapeHtml(src)}" width="${width}" height="${height}" alt="${escapeHtml(alt)}" style="${style}" />`
}

/** The document around the rows. `preheader` is what mail programs show beside the subject. */
export function emailDocument({
  title,
  preheader,
  rows,
}: {
  title: string
  preheader: string
  rows: string
}): string {
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="supported-color-schemes" content="light dark" />
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body class="dm-bg" style="margin:0;background:#eef0f2;">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="dm-bg" style="background:#eef0f2;"><tr><td class="outer" align="center" style="padding:32px 0;">
<table role="presentation" class="wrap dm-card" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px;background:#ffffff;">
${rows}
</table>
</td></tr></table>
</body>
</html>
`
}

const STYLE = `body { margin: 0; background: #eef0f2; }
@media (max-width: 620px) { .wrap { width: 100% !important; } .px { padding-left: 20px !important; padding-right: 20px !important; } .cv { padding-right: 8px !important; width: 33% !important; } .cvs { table-layout: fixed !important; } .cv:last-child { padding-right: 0 !important; } .cv img { width: 100% !important; } .st { display: block !important; width: auto !important; text-align: left !important; padding: 0 20px 20px !important; } .st:first-child { padding-top: 20px !important; padding-bottom: 12px !important; } .outer { padding: 0 !important; } }
@media (prefers-color-scheme: dark) { .dm-bg { background: #0f1214 !important; } .dm-card { background: #171b1e !important; } .dm-card p, .dm-card h1, .dm-card h2, .dm-card a { color: #e9e8e3 !important; } .dm-mut p, .dm-mut a { color: #adb5bb !important; } .dm-btn, .dm-btn a { background: #e59a62 !important; color: #2a170b !important; } .dm-paper p, .dm-paper a { color: #221d18 !important; } }`
