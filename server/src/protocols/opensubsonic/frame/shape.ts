import * as z from 'zod/mini'

/**
 * How a field of a schema is written in XML. A field without a mark is written by its type: texts, numbers and flags
 * are attributes of their element, objects are child elements, and lists are repeated child elements.
 */
interface Mark {
  /** `element`: a child element with the value as its text. `text`: the text of the element itself. */
  as?: 'element' | 'text'
  /** True for a child element that OpenSubsonic has added to those of Subsonic. Some old clients do not expect it. */
  isExtension?: true
}

const marks = z.registry<Mark>()

/** The mark of a field's schema, also when the schema is optional. */
export function markOf(schema: z.core.$ZodType): Mark {
  return marks.get(schema) ?? {}
}

/** Marks a value that is a child element in XML although its type would make it an attribute. */
export function element<S extends z.ZodMiniType>(schema: S): S {
  marks.add(schema, { as: 'element' })
  return schema
}

/** A text that is the content of its element in XML: `<genre songCount="1">Rock</genre>`. */
export function elementText() {
  const schema = z.string()
  marks.add(schema, { as: 'text' })
  return schema
}

/** An optional child element that OpenSubsonic has added to those of Subsonic. */
export function extension<S extends z.ZodMiniType>(schema: S) {
  const field = z.optional(schema)
  marks.add(field, { isExtension: true })
  return field
}

/** An integer of the protocol, which has 32 bits. */
export const integer = z.int().check(z.minimum(-2_147_483_648), z.maximum(2_147_483_647))
/** Milliseconds since 1970. */
export const milliseconds = z.int()
export const dateTime = z.iso.datetime()
