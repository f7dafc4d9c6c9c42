import type * as z from 'zod/mini'

/** Returns a value with only the fields that the schema declares. All other fields are dropped and never sent. */
export type Picker = (value: unknown) => unknown

/**
 * A response body that the feature has already serialised. It is sent unchanged, so it must not contain private fields.
 */
export class ReadyJson {
  /** The JSON text. A short text should be a string, which is sent in one chunk with the headers. */
  readonly json: string | Buffer

  constructor(json: string | Buffer) {
    this.json = json
  }
}

const pickers = new WeakMap<z.ZodMiniType, Picker>()

/**
 * Makes the function that drops undeclared response fields. It is built once for each schema. See
 * docs/security-requirements.md P-06.
 */
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
    case 'object':
      return pickFields(
        new Map(Object.entries(shapeOf(schema)).map(([name, field]) => [name, pickerOf(field)])),
      )
    case 'array':
      return pickElements(pickerOf(innerOf(schema, 'element')))
    case 'optional':
    case 'nullable': {
      const pick = pickerOf(innerOf(schema, 'innerType'))
      return (value) => (value === null || value === undefined ? value : pick(value))
    }
    default:
      // Strings, numbers, literals, unions of these, and records are sent unchanged.
      return (value) => value
  }
}

type Fields = ReadonlyMap<string, Picker>

function pickFields(fields: Fields): Picker {
  return (value) => {
    if (!isRecord(value)) return value
    return Object.getPrototypeOf(value) === Object.prototype
      ? onlyFields(value, fields)
      : copyOf(value, fields)
  }
}

/**
 * Drops the fields of an object that `fields` does not contain. An object without such fields is not copied, because
 * long lists consist of such objects.
 */
function onlyFields(value: Record<string, unknown>, fields: Fields): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined
  let same = 0
  const names = Object.keys(value)
  for (const name of names) {
    const field = value[name]
    const pick = fields.get(name)
    const picked = pick === undefined ? undefined : pick(field)
    if (copy === undefined && pick !== undefined && picked === field) same += 1
    else {
      copy ??= Object.fromEntries(names.slice(0, same).map((one) => [one, value[one]]))
      if (pick !== undefined) copy[name] = picked
    }
  }
  return copy ?? value
}

function copyOf(value: Record<string, unknown>, fields: Fields): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [name, pick] of fields) {
    const field = value[name]
    if (field !== undefined) copy[name] = pick(field)
  }
  return copy
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function pickElements(pick: Picker): Picker {
  return (value) => {
    if (!Array.isArray(value)) return value
    const picked: unknown[] = value.map(pick)
    return picked.every((element, index) => element === value[index]) ? value : picked
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
