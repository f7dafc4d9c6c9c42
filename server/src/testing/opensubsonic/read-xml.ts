import * as z from 'zod/mini'
import { markOf } from '#protocols/opensubsonic/frame/shape.ts'
import type { XmlElement } from './parse-xml.ts'

/**
 * Reads an element as a value of its shape, as a client would: every attribute, child and text must belong to a field.
 * What it returns can be compared with the answer in JSON.
 */
export function readXml(element: XmlElement, schema: z.core.$ZodType): unknown {
  const shape = innermost(schema)
  if (!(shape instanceof z.ZodMiniObject)) return scalarOf(element.text, shape)
  const value: Record<string, unknown> = {}
  const left = new Set([...Object.keys(element.attributes), ...element.children.map(({ name }) => name)])
  for (const [name, field] of Object.entries(shape.shape)) {
    const inner = innermost(field)
    const { as } = { ...markOf(field), ...markOf(inner) }
    const children = element.children.filter((child) => child.name === name)
    const attribute = element.attributes[name]
    left.delete(name)
    if (as === 'text') value[name] = element.text
    else if (inner instanceof z.ZodMiniArray) {
      const entry = entryOf(inner)
      // XML cannot distinguish an empty list from none; a list that is not optional is empty.
      if (children.length > 0 || field === inner) value[name] = children.map((child) => readXml(child, entry))
    } else if (children.length > 1) throw new Error(`<${element.name}> has ${name} more than once`)
    else if (children[0] !== undefined) value[name] = readXml(children[0], inner)
    else if (attribute !== undefined) value[name] = scalarOf(attribute, inner)
  }
  if (left.size > 0) throw new Error(`<${element.name}> has the unknown ${[...left].join(', ')}`)
  return value
}

/** The answer in JSON without empty lists, which XML does not have. */
export function withoutEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyLists)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => !(Array.isArray(field) && field.length === 0))
      .map(([name, field]) => [name, withoutEmptyLists(field)]),
  )
}

function scalarOf(text: string, shape: z.core.$ZodType): unknown {
  if (shape instanceof z.ZodMiniNumber) return Number(text)
  if (shape instanceof z.ZodMiniBoolean) return text === 'true' ? true : text === 'false' ? false : text
  return text
}

function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const inner: unknown =
    schema._zod.def.type === 'optional' ? Reflect.get(schema._zod.def, 'innerType') : undefined
  return inner instanceof z.core.$ZodType ? innermost(inner) : schema
}

function entryOf(list: z.ZodMiniArray): z.core.$ZodType {
  const entry: unknown = Reflect.get(list._zod.def, 'element')
  if (!(entry instanceof z.core.$ZodType)) throw new TypeError('A list without the schema of its entries')
  return entry
}
