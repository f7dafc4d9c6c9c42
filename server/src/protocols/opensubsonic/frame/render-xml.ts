import * as z from 'zod/mini'
import { markOf } from './shape.ts'

/**
 * Writes a value as an XML element with attributes, children and text. `isPlain` leaves out the child elements that
 * OpenSubsonic has added to those of Subsonic.
 */
type WriteElement = (name: string, value: unknown, isPlain: boolean) => string
type WritePart = (value: object, isPlain: boolean) => string

interface Parts {
  attributes: WritePart[]
  children: WritePart[]
}

/** Characters that XML 1.0 cannot contain, even escaped. XML 1.0, section 2.2. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Unescaped in an attribute, parsers would replace these characters by blanks.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Escapes a text for an attribute or an element. */
export function escapeXml(text: string): string {
  // Most texts contain no character that must be escaped.
  if (/^[\w .,:/-]*$/.test(text)) return text
  return text.replaceAll(NOT_IN_XML, '').replaceAll(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? '')
}

const writers = new WeakMap<z.core.$ZodType, WriteElement>()

/** Builds a function that writes values of a schema as elements. It is built once for each schema. */
export function xmlWriterOf(schema: z.core.$ZodType): WriteElement {
  const shape = innermost(schema)
  let writer = writers.get(shape)
  if (writer === undefined) {
    writer = shape instanceof z.ZodMiniObject ? writeObject(shape) : writeScalar
    writers.set(shape, writer)
  }
  return writer
}

const writeScalar: WriteElement = (name, value) => `<${name}>${escapeXml(String(value))}</${name}>`

function writeObject(shape: z.ZodMiniObject): WriteElement {
  const { attributes, children } = partsOf(shape)
  return (name, value, isPlain) => {
    if (typeof value !== 'object' || value === null) return ''
    let start = `<${name}`
    for (const write of attributes) start += write(value, isPlain)
    let content = ''
    for (const write of children) content += write(value, isPlain)
    return content === '' ? `${start}/>` : `${start}>${content}</${name}>`
  }
}

/** The fields of a schema, each with the function that writes it. */
export function partsOf(shape: z.ZodMiniObject): Parts {
  const parts: Parts = { attributes: [], children: [] }
  for (const [name, field] of Object.entries(shape.shape)) {
    const inner = innermost(field)
    const mark = { ...markOf(field), ...markOf(inner) }
    const { isExtension = false } = mark
    if (mark.as === 'text') parts.children.push(writeField(name, (value) => escapeXml(String(value))))
    else if (inner instanceof z.ZodMiniArray) {
      const writeEntry = xmlWriterOf(elementOf(inner))
      parts.children.push(
        writeField(name, (value, isPlain) => {
          if ((isPlain && isExtension) || !Array.isArray(value)) return ''
          let list = ''
          for (const entry of value) list += writeEntry(name, entry, isPlain)
          return list
        }),
      )
    } else if (inner instanceof z.ZodMiniObject || mark.as === 'element') {
      const write = xmlWriterOf(inner)
      parts.children.push(
        writeField(name, (value, isPlain) => (isPlain && isExtension ? '' : write(name, value, isPlain))),
      )
    } else parts.attributes.push(writeField(name, (value) => ` ${name}="${escapeXml(String(value))}"`))
  }
  return parts
}

function writeField(name: string, write: (value: unknown, isPlain: boolean) => string): WritePart {
  return (value, isPlain) => {
    const field: unknown = Reflect.get(value, name)
    return field === undefined ? '' : write(field, isPlain)
  }
}

function elementOf(schema: z.ZodMiniArray): z.core.$ZodType {
  return asSchema(Reflect.get(schema._zod.def, 'element'))
}

function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  return schema._zod.def.type === 'optional'
    ? innermost(asSchema(Reflect.get(schema._zod.def, 'innerType')))
    : schema
}

function asSchema(value: unknown): z.core.$ZodType {
  if (value instanceof z.core.$ZodType) return value
  throw new TypeError('A shape without its inner schema')
}
