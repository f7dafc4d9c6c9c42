/** An element of a document. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

/** The document is not well-formed, or contains something that the server should never write. */
class NotXml extends Error {
  constructor(what: string, rest: string) {
    super(`${what} at ${JSON.stringify(rest.slice(0, 60))}`)
    this.name = 'NotXml'
  }
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
/** A text of characters that XML 1.0 allows (section 2.2). */
const ALLOWED = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u

/**
 * Parses the small part of XML that the server writes, strictly: no comments, sections or instructions, every entity
 * known, every attribute once.
 */
export function parseXml(document: string): XmlElement {
  if (!ALLOWED.test(document)) throw new NotXml('A forbidden character', document)
  if (!document.startsWith(DECLARATION)) throw new NotXml('No declaration', document)
  const { element, rest } = parseElement(document.slice(DECLARATION.length))
  if (rest !== '') throw new NotXml('Something after the end', rest)
  return element
}

function parseElement(source: string): { element: XmlElement; rest: string } {
  const start = /^<([A-Za-z][\w-]*)((?: [A-Za-z][\w-]*="[^"<]*")*)(\/?)>/.exec(source)
  if (start === null) throw new NotXml('No element', source)
  const [whole, name = '', attributes = '', slash] = start
  const element: XmlElement = { name, attributes: parseAttributes(attributes), children: [], text: '' }
  let rest = source.slice(whole.length)
  if (slash === '/') return { element, rest }
  const end = `</${name}>`
  while (!rest.startsWith(end)) {
    const text = /^[^<]+/.exec(rest)?.[0]
    if (text === undefined) {
      const child = parseElement(rest)
      element.children.push(child.element)
      rest = child.rest
    } else {
      element.text += unescape(text)
      rest = rest.slice(text.length)
    }
  }
  return { element, rest: rest.slice(end.length) }
}

function parseAttributes(source: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', value = ''] of source.matchAll(/ ([\w-]+)="([^"]*)"/g)) {
    if (name in attributes) throw new NotXml(`${name} twice`, source)
    attributes[name] = unescape(value)
  }
  return attributes
}

function unescape(text: string): string {
  return text.replaceAll(/&(#?)([^;&]*);|&/g, (whole, isNumber: string, name: string) => {
    const value = isNumber === '#' ? String.fromCodePoint(Number(name)) : ENTITIES[name]
    if (value === undefined) throw new NotXml('An unknown entity', whole)
    return value
  })
}
