import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { lineAt, resolveSpecifier } from './import-graph.ts'

/** A class of a CSS module. */
export interface ModuleClass {
  /** Path of the style sheet. */
  sheet: string
  /** `*` if the name is computed. */
  name: string
}

/** The classes that one element can have. `place` is the position in the code where the first of them is set. */
export interface ClassesOfElement {
  place: string
  classes: readonly ModuleClass[]
}

/** A value of the property `className` in JSX, or of a property whose name ends with `ClassName`. */
interface Given {
  place: string
  /** The component that contains it: `file#Component`. */
  owner: string
  /** The component that receives it; undefined for an element of the document. */
  receiver: string | undefined
  property: string
  classes: ModuleClass[]
  /** Names of properties of the owner that are passed on with this value. */
  passedOn: readonly string[]
  /** Names of functions that return classes for this value. */
  calls: readonly string[]
}

interface Span {
  start: number
  end: number
}

const CLASS_NAME = /className$/i

/**
 * The classes that elements get from several components: a component that takes a `className` adds its own classes to
 * it. Paths are relative to `root`.
 */
export function classesOnElements(root: string, files: readonly string[]): ClassesOfElement[] {
  const modules = new Map(files.map((file) => [file, readModule(root, file)]))
  /** Follows imports and re-exports to the declaration of a name. */
  const find = (file: string, name: string): string => {
    const next = modules.get(file)?.names.get(name)
    return next === undefined ? `${file}#${name}` : find(next.file, next.name)
  }
  const given = [...modules].flatMap(([file, { read }]) => read((name) => find(file, name)))
  const functions = new Map(given.filter(({ property }) => property === '').map((one) => [one.owner, one]))
  const own = ({ classes, calls }: Given): ModuleClass[] =>
    classes.concat(calls.flatMap((name) => functions.get(name)?.classes ?? []))
  /**
   * The classes that `component` and the components inside it add to those in its `property`, in one list for each
   * element that gets them.
   */
  const behind = (component: string, property: string, depth = 0): ModuleClass[][] =>
    given
      .filter(({ owner, passedOn }) => owner === component && passedOn.includes(property) && depth < 8)
      .flatMap((one) => {
        const further = one.receiver === undefined ? [] : behind(one.receiver, one.property, depth + 1)
        return further.length === 0 ? [own(one)] : further.map((classes) => own(one).concat(classes))
      })
  return given.flatMap((one) => {
    const classes = own(one)
    if (classes.length === 0 || one.property === '') return []
    const further = one.receiver === undefined ? [] : behind(one.receiver, one.property)
    const all = further.length === 0 ? [classes] : further.map((more) => classes.concat(more))
    return all.map((ofElement) => ({ place: one.place, classes: ofElement }))
  })
}

/** Reads the imports and exports of a module, and the classes that it sets on elements. */
function readModule(root: string, file: string) {
  const text = readFileSync(join(root, file), 'utf8')
  const { program, module } = parseSync(file, text)
  const names = new Map<string, { file: string; name: string }>()
  for (const { moduleRequest, entries } of module.staticImports) {
    const from = resolveSpecifier(file, moduleRequest.value)
    if (from !== undefined)
      for (const { localName, importName } of entries)
        names.set(localName.value, { file: from, name: importName.name ?? 'default' })
  }
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, exportName } of entries) {
      const from = moduleRequest && resolveSpecifier(file, moduleRequest.value)
      if (from && importName.name !== null && exportName.name !== null)
        names.set(exportName.name, { file: from, name: importName.name })
    }
  const read = (find: (name: string) => string): Given[] => {
    const parts = partsOf(program, text, (name) => names.get(name)?.file)
    const given = (span: Span, owner: string, receiver: string | undefined, property: string): Given => {
      const inside = <Part extends Span>(all: readonly Part[]) =>
        all.filter(({ start, end }) => start >= span.start && end <= span.end)
      return {
        place: `${file}:${String(lineAt(text, span.start))}`,
        owner: find(owner),
        receiver: receiver === undefined ? undefined : find(receiver),
        property,
        classes: inside(parts.classes),
        passedOn: inside(parts.properties).map(({ name }) => name),
        calls: inside(parts.calls).map(({ name }) => find(name)),
      }
    }
    const ownerOf = (span: Span) =>
      parts.functions.findLast(({ start, end }) => start <= span.start && end >= span.end)?.name ?? ''
    return [
      ...parts.attributes.map((one) => given(one, ownerOf(one), one.receiver, one.name)),
      // Functions that return classes.
      ...parts.functions
        .filter(({ name }) => /^[a-z]/.test(name))
        .map((one) => given(one, one.name, undefined, '')),
    ]
  }
  return { names, read }
}

function partsOf(
  program: ReturnType<typeof parseSync>['program'],
  text: string,
  fileOf: (name: string) => string | undefined,
) {
  const classes: (Span & ModuleClass)[] = []
  const properties: (Span & { name: string })[] = []
  const calls: (Span & { name: string })[] = []
  const functions: (Span & { name: string })[] = []
  const attributes: (Span & { name: string; receiver: string | undefined })[] = []
  new Visitor({
    FunctionDeclaration: ({ id, start, end }) => {
      if (id) functions.push({ name: id.name, start, end })
    },
    CallExpression: ({ callee, start, end }) => {
      if (callee.type === 'Identifier') calls.push({ name: callee.name, start, end })
    },
    Identifier: ({ name, start, end }) => {
      if (CLASS_NAME.test(name)) properties.push({ name, start, end })
    },
    MemberExpression: ({ object, property, computed, start, end }) => {
      const sheet = object.type === 'Identifier' ? fileOf(object.name) : undefined
      if (sheet?.endsWith('.module.css') !== true) return
      const name = /^(?:\w+|'([\w-]+)')$/.exec(text.slice(property.start, property.end))
      const isCalculated = name === null || (computed && name[1] === undefined)
      classes.push({ sheet, name: isCalculated ? '*' : (name[1] ?? name[0]), start, end })
    },
    JSXOpeningElement: ({ name, attributes: all, start }) => {
      const receiver = name.type === 'JSXIdentifier' && /^[A-Z]/.test(name.name) ? name.name : undefined
      for (const one of all)
        if (
          one.type === 'JSXAttribute' &&
          one.name.type === 'JSXIdentifier' &&
          CLASS_NAME.test(one.name.name)
        )
          attributes.push({ name: one.name.name, receiver, start: one.start, end: one.end })
      const owner = functions.findLast((one) => one.start <= start && one.end >= start)
      // Properties that are passed on with a spread include a `className` that the component does not name.
      const rest = all.find((one) => one.type === 'JSXSpreadAttribute' && one.argument.type === 'Identifier')
      const isNamed = owner !== undefined && /\bclassName\b/.test(text.slice(owner.start, start))
      if (rest !== undefined && !isNamed) {
        attributes.push({ name: 'className', receiver, start: rest.start, end: rest.end })
        properties.push({ name: 'className', start: rest.start, end: rest.end })
      }
    },
  }).visit(program)
  return { classes, properties, calls, functions, attributes }
}
