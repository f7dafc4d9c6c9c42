import { shownName } from '@tonarchiv/contract/presence'
import type { Notice } from '@tonarchiv/contract/notifications'
import { escapeHtml } from '#mail/email-templates.ts'
import { type DigestContent, NOTICES_MAX, type Premiere, TILES_MAX } from '../content/read-content.ts'
import type { Pictures } from '../content/pictures.ts'
import {
  COLORS,
  emailDocument,
  link,
  paragraph,
  picture,
  row,
  sectionTitle,
  table,
  textElement,
} from './html-parts.ts'
import * as say from './wording.ts'

const TILES_PER_ROW = 3
const TILE_PIXELS = 168
const FACE_PIXELS = 40
const MUTED = { size: 13, line: 18, color: COLORS.muted }

/** The HTML of a digest. Sections without content are missing. */
export async function digestHtml(
  content: DigestContent,
  frame: say.DigestFrame,
  pictures: Pictures,
): Promise<string> {
  const { albums, videos, premieres, notices } = content
  const rows = [
    head(frame),
    ...(albums.length > 0
      ? [sectionTitle(say.albumsTitle(albums.length)), await tiles(albums, frame, pictures)]
      : []),
    ...(videos.length > 0 ? [sectionTitle(say.videosTitle(videos.length)), titles(videos, frame)] : []),
    ...premieres.map((premiere) => premierePaper(premiere, frame)),
    ...(notices.length > 0 ? [sectionTitle('Für dich'), await noticeRows(notices, frame, pictures)] : []),
    button(frame),
    foot(frame),
  ]
  return emailDocument({
    title: say.titleOf(content, frame.rhythm),
    preheader: preheader(content),
    rows: rows.join('\n'),
  })
}

function head(frame: say.DigestFrame): string {
  const name = paragraph(
    { size: 19, line: 24, more: 'font-weight:680;letter-spacing:-0.02em;' },
    frame.siteTitle,
  )
  const period = paragraph(MUTED, say.periodText(frame))
  const first = table(`<tr><td>${name}</td><td align="right" class="dm-mut">${period}</td></tr>`)
  const title = textElement(
    'h1',
    { size: 28, line: 34, more: 'font-weight:640;letter-spacing:-0.02em;' },
    escapeHtml(say.headline(frame.rhythm)),
  )
  const greeting = paragraph(
    { size: 15, line: 22, color: COLORS.muted },
    `Hallo ${frame.name}, das ist dir entgangen.`,
  )
  return [
    row(first, '24px 32px').replace('style="', `style="border-left:3px solid ${COLORS.accent};`),
    row(title, '8px 32px 4px'),
    row(greeting, '0 32px', 'px dm-mut'),
  ].join('\n')
}

async function tiles(
  albums: DigestContent['albums'],
  { publicUrl }: say.DigestFrame,
  pictures: Pictures,
): Promise<string> {
  const shown = albums.slice(0, TILES_MAX)
  const cells = await Promise.all(
    shown.map(async (album, index) => {
      const src = await pictures.add(album.coverUrl, 'cover')
      const size = { width: TILE_PIXELS, height: TILE_PIXELS, alt: album.title }
      const style = `display:block;width:${TILE_PIXELS}px;height:auto;border-radius:3px;`
      const cover = src === undefined ? '' : picture(src, { ...size, style })
      const text =
        paragraph({ size: 14, line: 18, more: 'padding-top:8px;font-weight:600;' }, album.title) +
        paragraph(MUTED, say.albumText(album))
      const url = `${publicUrl}/archive?album=${encodeURIComponent(album.id)}`
      const isLast = index % TILES_PER_ROW === TILES_PER_ROW - 1
      return `<td class="cv" width="${TILE_PIXELS}" valign="top" style="padding:0 ${isLast ? 0 : 16}px 12px 0;">${link(url, 'text-decoration:none;', cover + text)}</td>`
    }),
  )
  const lines = Array.from({ length: Math.ceil(cells.length / TILES_PER_ROW) }, (_, line) => {
    const own = cells.slice(line * TILES_PER_ROW, (line + 1) * TILES_PER_ROW)
    const missing = '<td class="cv"></td>'.repeat(TILES_PER_ROW - own.length)
    return `<tr>${own.join('')}${missing}</tr>`
  })
  return (
    row(table(lines.join(''), 'class="cvs" width="100%"'), '8px 32px 0') + more(albums.length - shown.length)
  )
}

function titles(videos: DigestContent['videos'], { publicUrl }: say.DigestFrame): string {
  const shown = videos.slice(0, TILES_MAX)
  const lines = shown.map(({ id, title }) =>
    link(
      `${publicUrl}/videos?video=${encodeURIComponent(id)}`,
      'text-decoration:none;',
      paragraph({ size: 15, line: 24 }, title),
    ),
  )
  return row(lines.join(''), '0 32px') + more(videos.length - shown.length)
}

function premierePaper(premiere: Premiere, { publicUrl, timeZone }: say.DigestFrame): string {
  const text =
    paragraph({ size: 13, line: 18, color: COLORS.dust }, 'Premiere') +
    paragraph({ size: 20, line: 26, color: COLORS.paper, more: 'font-weight:650;' }, `„${premiere.title}“`) +
    paragraph({ size: 15, line: 22, color: COLORS.paper }, say.premiereText(premiere, timeZone))
  const remind = link(
    `${publicUrl}/premieres/${encodeURIComponent(premiere.albumId)}`,
    `font-size:14px;font-weight:650;color:${COLORS.paper};`,
    'Bescheid sagen',
  )
  const paper = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="dm-paper" style="background:#e9e2d2;"><tr><td class="st" style="padding:20px 24px;">${text}</td><td class="st" width="150" align="right" style="padding:20px 24px 20px 0;">${remind}</td></tr></table>`
  return row(paper, '28px 32px 0')
}

async function noticeRows(
  notices: readonly Notice[],
  { publicUrl, period }: say.DigestFrame,
  pictures: Pictures,
): Promise<string> {
  const shown = notices.slice(0, NOTICES_MAX)
  const rows = await Promise.all(
    shown.map(async (notice) => {
      const [person] = notice.people
      const src = await pictures.add(person?.photoURL, 'avatar')
      const style = `display:block;border-radius:${FACE_PIXELS / 2}px;`
      const face =
        src === undefined
          ? ''
          : picture(src, {
              width: FACE_PIXELS,
              height: FACE_PIXELS,
              alt: person ? shownName(person) : '',
              style,
            })
      const sentence = notice.sentence
        .map(({ text, isStrong }) => (isStrong ? `<b>${escapeHtml(text)}</b>` : escapeHtml(text)))
        .join('')
      const text =
        textElement('p', { size: 15, line: 21 }, sentence) +
        paragraph(MUTED, say.detailOf(notice, period.until))
      const opened = link(`${publicUrl}${notice.path ?? '/inbox'}`, 'text-decoration:none;', text)
      return `<tr><td width="56" valign="top" style="padding:10px 0;">${face}</td><td style="padding:10px 0;">${opened}</td></tr>`
    }),
  )
  return row(table(rows.join('')), '0 32px') + more(notices.length - shown.length)
}

function more(count: number): string {
  return count <= 0 ? '' : row(paragraph(MUTED, say.moreText(count)), '4px 32px 0', 'px dm-mut')
}

function button({ publicUrl }: say.DigestFrame): string {
  const style =
    'display:inline-block;padding:13px 22px;font-size:15px;line-height:18px;font-weight:640;color:#ffffff;text-decoration:none;font-family:system-ui,-apple-system,Helvetica,Arial,sans-serif;'
  const cell = `<td class="dm-btn" style="background:${COLORS.accent};border-radius:8px;">${link(publicUrl, style, 'Archiv öffnen')}</td>`
  return row(table(`<tr>${cell}</tr>`, ''), '20px 32px 32px')
}

function foot({ publicUrl, rhythm, unsubscribeUrl }: say.DigestFrame): string {
  const look = { size: 13, line: 19, color: COLORS.muted }
  const style = `color:${COLORS.muted};`
  const ways = [
    link(unsubscribeUrl, style, 'Abbestellen'),
    ' geht mit einem Druck, ',
    link(`${publicUrl}/settings?tab=notifications`, style, 'einstellen'),
    ' im Archiv.',
  ].join('')
  const text =
    textElement('p', look, `${escapeHtml(say.reasonText(rhythm))} ${ways}`) +
    paragraph({ ...look, more: 'padding-top:8px;' }, say.COLOPHON)
  return row(text, '20px 32px 28px', 'px dm-mut').replace('style="', 'style="border-top:1px solid #dfe3e6;')
}

function preheader({ albums, videos, premieres, notices }: DigestContent): string {
  const news = [...albums, ...videos].slice(0, 3).map(({ title }) => title)
  return [
    ...(news.length > 0 ? [`${news.join(', ')}.`] : []),
    ...notices.slice(0, 1).map((notice) => `${say.sentenceOf(notice)}.`),
    ...premieres.slice(0, 1).map(({ title }) => `Premiere: „${title}“.`),
  ].join(' ')
}
