import * as z from 'zod/mini'

/**
 * How a field is written in XML. Without a mark, texts, numbers and flags are attributes of their element, objects are
 * child elements, and lists are repeated child elements.
 */
interface Mark {
  /** `element`: a child element with the value as its text. `text`: the text of the element itself. */
  as?: 'element' | 'text'
  /** A child element that OpenSubsonic added to what Subsonic has; some old clients do not expect it. */
  isExtension?: true
}

const marks = z.registry<Mark>()

/** The mark of a field, also where it is optional. */
export function markOf(schema: z.core.$ZodType): Mark {
  return marks.get(schema) ?? {}
}

/** A value that is a child element in XML, where it would be an attribute. */
export function element<S extends z.ZodMiniType>(schema: S): S {
  marks.add(schema, { as: 'element' })
  return schema
}

/** The value that is the text of its element in XML: `<genre songCount="1">Rock</genre>`. */
export function elementText() {
  const schema = z.string()
  marks.add(schema, { as: 'text' })
  return schema
}

/** An optional child element that OpenSubsonic added. */
export function extension<S extends z.ZodMiniType>(schema: S) {
  const field = z.optional(schema)
  marks.add(field, { isExtension: true })
  return field
}

/** Integers have 32 bits. */
export const integer = z.int().check(z.minimum(-2_147_483_648), z.maximum(2_147_483_647))
/** Milliseconds since 1970. */
export const milliseconds = z.int()
export const dateTime = z.iso.datetime()
