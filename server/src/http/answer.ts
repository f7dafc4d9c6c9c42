import type * as z from 'zod/mini'

/** Copies the fields that the schema declares; all other fields are dropped and never sent. */
export type Picker = (value: unknown) => unknown

/**
 * A response body that its feature has already serialised. It is sent unchanged, so it must not contain
 * private fields.
 */
export class ReadyJson {
  /** A short body should be a string: it is then sent in one chunk with its headers. */
  readonly json: string | Buffer

  constructor(json: string | Buffer) {
    this.json = json
  }
}

const pickers = new WeakMap<z.ZodMiniType, Picker>()

/** The allow-list of response fields, built once per schema. See docs/security-requirements.md P-06. */
export function pickerOf(schema: z.ZodMiniType): Picker {
  let picker = pickers.get(schema)
  if (picker === undefined) {
    picker = createPicker(schema)
    pickers.set(schema, picker)
  }
  return picker
}

function createPicker(schema: z.ZodMiniType): Picker {
  const definition = schema._zod.def
  switch (definition.type) {
    case 'object': {
      const fields = Object.entries(shapeOf(schema)).map(([name, field]) => [name, pickerOf(field)] as const)
      return (value) => {
        if (typeof value !== 'object' || value === null) return value
        const picked: Record<string, unknown> = {}
        for (const [name, pick] of fields) {
          const fieldValue: unknown = Reflect.get(value, name)
          if (fieldValue !== undefined) picked[name] = pick(fieldValue)
        }
        return picked
      }
    }
    case 'array': {
      const pick = pickerOf(innerOf(schema, 'element'))
      return (value) => (Array.isArray(value) ? value.map(pick) : value)
    }
    case 'optional':
    case 'nullable': {
      const pick = pickerOf(innerOf(schema, 'innerType'))
      return (value) => (value === null || value === undefined ? value : pick(value))
    }
    default:
      // Strings, numbers, literals, unions of these and records are passed through.
      return (value) => value
  }
}

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

function shapeOf(schema: z.ZodMiniType): Record<string, z.ZodMiniType> {
  const shape: unknown = Reflect.get(schema._zod.def, 'shape')
  if (typeof shape !== 'object' || shape === null) throw new TypeError('An object schema without a shape')
  return Object.fromEntries(
    Object.entries(shape).filter((entry): entry is [string, z.ZodMiniType] => isSchema(entry[1])),
  )
}

function innerOf(schema: z.ZodMiniType, name: string): z.ZodMiniType {
  const inner: unknown = Reflect.get(schema._zod.def, name)
  if (!isSchema(inner)) throw new TypeError(`A schema without its ${name}`)
  return inner
}
