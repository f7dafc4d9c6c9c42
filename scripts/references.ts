import { posix } from 'node:path'
import { type Headings, headingsOf } from './headings.ts'

/** The files of the repository, which a reader can open. */
export interface Library {
  hasFile(path: string): boolean
  /** The text of a file. Undefined when there is no such file. */
  textOf(path: string): string | undefined
}

interface Problem {
  at: number
  problem: string
}

const SECTIONS = String.raw`(?:,? +(?:and +)?(?:\u00a7[\d.]*\d|[A-Z]-\d\d\b))*`
/** Public standards that may be cited with a section. */
const STANDARD = new RegExp(
  String.raw`(?:RFC +\d{3,5}|UAX +#\d+|WCAG +[\d.]+|ASVS +[\d.]+|ECMA-262|HTML|Unicode +[\d.]+)${SECTIONS}`,
  'g',
)
const DOCUMENT = new RegExp(String.raw`(?<![\w./:-])((?:[\w.-]+\/)*[\w-]+\.md)\b(?!\/)(${SECTIONS})`, 'g')
const LINK = new RegExp(String.raw`\[[^\]]*\]\(([^)\s]+)\)(${SECTIONS})`, 'g')
const SECTION = /\u00a7[\d.]*\d|[A-Z]-\d\d/g
/** Ids of requirements and goals. The letters are those that the two documents below use. */
const ID = /(?<![\w-])[AIPUWHDORGL]-\d\d(?![\w-])/g
const WITH_IDS = ['docs/security-requirements.md', 'docs/performance.md']
const RECORD = /\b[Dd]ecisions?(?: +record)? +(\d{4})\b/g
const SOURCE_PATH = /`((?:[\w.@-]+\/)+[\w.-]+\.(?:tsx?|mjs|css|json|ya?ml|conf|service))`/g
/** Paths in backticks are relative to the root of the repository, or to one of these folders. */
const ROOTS = ['', 'server/src/', 'web/src/', 'contract/src/']

/** The citations in a file that do not resolve, one line each. */
export function unresolved(path: string, text: string, library: Library): string[] {
  const plain = onOneLine(text)
  const problems = [
    ...(path.endsWith('.md') ? inMarkdown(path, plain, library) : inCode(path, plain, library)),
    ...ofIds(plain, library),
    ...[...plain.matchAll(SOURCE_PATH)]
      .filter(({ 1: name = '' }) => !ROOTS.some((root) => library.hasFile(root + name)))
      .map(({ 1: name, index }) => ({ at: index, problem: `there is no file ${name}` })),
    ...[...plain.matchAll(RECORD)]
      .filter(({ 1: number = '' }) => !library.hasFile(`docs/decisions/${number}`))
      .map(({ index, 1: number }) => ({ at: index, problem: `there is no decision record ${number}` })),
  ]
  return problems
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, problem }) => `${path}:${text.slice(0, at).split('\n').length}: ${problem}`)
}

/** The faults in the head of a decision record. */
export function faultsOfRecord(path: string, text: string, list: string): string[] {
  const name = posix.basename(path)
  const number = name.slice(0, 4)
  const [title = '', empty, date = '', status = ''] = text.split('\n')
  const faults: string[] = []
  if (!title.startsWith(`# ${number} `)) faults.push(`its title does not begin with "# ${number} "`)
  if (empty !== '' || !/^- Date: \d{4}-\d\d-\d\d$/.test(date)) faults.push('it has no date')
  if (!/^- Status: (?:accepted|superseded by \d{4})$/.test(status)) faults.push('it has no status')
  if (!list.includes(`(${name})`)) faults.push('docs/decisions/README.md does not list it')
  return faults.map((fault) => `${path}: ${fault}`)
}

/**
 * Replaces line breaks and the markers of comment lines by spaces, so that a citation may span lines. Positions stay
 * the same.
 */
function onOneLine(text: string): string {
  return text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|#(?!#))?[ \t]*/g, (lineBreak) =>
    ' '.repeat(lineBreak.length),
  )
}

/**
 * Checks the documents and sections that comments and strings cite. Also finds sections that are cited without a
 * document.
 */
function inCode(path: string, plain: string, library: Library): Problem[] {
  // A name after a quote is a part of a path that the program concatenates.
  const documents = [...plain.matchAll(DOCUMENT)].filter(
    ({ 1: name = '', index }) => name.startsWith('docs/') || !/['"]/.test(plain[index - 1] ?? ''),
  )
  return [
    ...documents.flatMap((match) => problemsOfDocument(match, path, library)),
    ...sectionsWithoutSource(plain, documents, undefined),
  ]
}

/** Checks links, documents and sections in a document. A section without a document refers to the same document. */
function inMarkdown(path: string, plain: string, library: Library): Problem[] {
  const links = [...plain.matchAll(LINK)]
  const withoutLinks = plain.replaceAll(LINK, (link) => ' '.repeat(link.length))
  const documents = [...withoutLinks.matchAll(DOCUMENT)]
  return [
    ...links.flatMap(({ 1: link = '', 2: sections = '', index }) =>
      problemsOfLink(link, sections, path, library).map((problem) => ({ at: index, problem })),
    ),
    ...documents.flatMap((match) => problemsOfDocument(match, path, library)),
    ...sectionsWithoutSource(withoutLinks, documents, headingsOf(library.textOf(path))),
  ]
}

function problemsOfDocument(
  { 1: name = '', 2: sections = '', index }: RegExpExecArray,
  from: string,
  library: Library,
): Problem[] {
  const target = [name, posix.join(posix.dirname(from), name)].find((path) => library.hasFile(path))
  if (target === undefined) return [{ at: index, problem: `there is no document ${name}` }]
  return missingSections(target, sections, library).map((problem) => ({ at: index, problem }))
}

function problemsOfLink(link: string, sections: string, from: string, library: Library): string[] {
  if (/^[a-z]+:/i.test(link)) return []
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? from : posix.join(posix.dirname(from), file).replace(/\/$/, '')
  if (!library.hasFile(target)) return [`the link ${link} leads nowhere`]
  const isThere = anchor === undefined || headingsOf(library.textOf(target)).anchors.has(anchor)
  return [
    ...(isThere ? [] : [`${target} has no heading for #${anchor}`]),
    ...missingSections(target, sections, library),
  ]
}

function missingSections(target: string, sections: string, library: Library): string[] {
  const { numbers } = headingsOf(library.textOf(target))
  return [...sections.matchAll(SECTION)]
    .filter(([section]) => !numbers.has(section.replace('\u00a7', '')))
    .map(([section]) => `${target} has no ${section}`)
}

/** Sections that follow neither a document nor a public standard; `own` are the headings that they may refer to. */
function sectionsWithoutSource(
  plain: string,
  documents: readonly RegExpExecArray[],
  own: Headings | undefined,
): Problem[] {
  const cited = [...documents, ...plain.matchAll(STANDARD)].map(
    ({ 0: all, index }) => [index, index + all.length] as const,
  )
  return [...plain.matchAll(/\u00a7([\d.]*\d)?/g)]
    .filter(({ index }) => !cited.some(([from, to]) => index >= from && index < to))
    .filter(({ 1: number = '' }) => own?.numbers.has(number) !== true)
    .map(({ 0: section, index }) => ({
      at: index,
      problem: `${section} of what? Name a document or standard`,
    }))
}

/** Ids without a document; those that follow a document are searched in that document. */
function ofIds(plain: string, library: Library): Problem[] {
  const documents = WITH_IDS.map((name) => headingsOf(library.textOf(name)).numbers)
  const alone = plain
    .replaceAll(LINK, (link) => ' '.repeat(link.length))
    .replaceAll(DOCUMENT, (cited) => ' '.repeat(cited.length))
  return [
    ...[...alone.matchAll(ID)]
      .filter(([id]) => !documents.some((ids) => ids.has(id)))
      .map(({ 0: id, index }) => ({ at: index, problem: `no requirement or goal is called ${id}` })),
    ...[...plain.matchAll(/\b[Ss]ecurity +[A-Z]-\d\d\b/g)].map(({ 0: all, index }) => ({
      at: index,
      problem: `"${all}" does not name its document`,
    })),
  ]
}
