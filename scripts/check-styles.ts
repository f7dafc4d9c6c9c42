import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { classesOnElements, type ModuleClass } from './classes-on-elements.ts'
import { PRIMITIVES } from '../web/build/layer-ui.ts'
import { areSame, declarationsByClass, type Declaration } from './css-rules.ts'

/**
 * Checks colours, distances, breakpoints and overrides of the web app, and prints each violation. Raw colours may only
 * be in `web/src/styles`, or be the value of a custom property that names their role. Distances are steps of the grid,
 * and breakpoints have names. Every token and class is used, and every used property and class exists. If two classes
 * of one element, in the same layer, set the same property, one of them must be more specific.
 */
const root = join(import.meta.dirname, '..')
const STYLES = 'web/src/styles/'
/** Files that paint by data or on a canvas instead of with style sheets. */
const PAINTED = new Set([
  'web/src/features/catalog/browse/spines.ts',
  'web/src/features/settings/profile/avatar-image.ts',
])

const FUNCTIONS = String.raw`\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*[\d.]`
const HEX = String.raw`#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b`
const NAMES = String.raw`(?<=:[^;{}]*\s)(?:white|black|red|green|blue|gr[ae]y)\b(?!-)`
const IN_CSS = new RegExp(`${HEX}|${FUNCTIONS}|${NAMES}`, 'gi')
/** Raw colours in code are searched only in strings, because elsewhere `#name` is an import or a private field. */
const IN_CODE = new RegExp(`(?<=['"])(?:${HEX}(?=['"])|${FUNCTIONS})`, 'gi')

/** Distances in rem. Sums of several measures, with `calc()`, are allowed. */
const DISTANCE =
  /^\s*(?:scroll-)?(?:padding|margin|gap|row-gap|column-gap)(?:-[a-z-]+)?: (?!.*calc\().*\drem.*;/gm

const sources = globSync('web/src/**/*.{css,ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.includes('.test.'))
  .sort()
const texts = new Map(sources.map((path) => [path, withoutComments(readFileSync(join(root, path), 'utf8'))]))

const problems: string[] = []
for (const [path, text] of texts) {
  if (path.startsWith(STYLES) || PAINTED.has(path)) continue
  const colours = path.endsWith('.css') ? withoutOwnProperties(text).matchAll(IN_CSS) : text.matchAll(IN_CODE)
  for (const { 0: colour, index } of colours)
    problems.push(`${placeOf(path, text, index)}: ${colour} is no token`)
  for (const { 0: query, index } of text.matchAll(/@media [^{\n]*\d(?:rem|px|em)\b/g))
    problems.push(`${placeOf(path, text, index)}: "${query}" has no name in web/build/named-media.ts`)
  for (const { 0: distance, index } of text.matchAll(DISTANCE))
    problems.push(`${placeOf(path, text, index)}: "${distance.trim()}" is no --spacing()`)
}

const all = [...texts.values()].join('\n')
const set = namesIn(/(--[\w-]+)['"]?\]?\s*:/g, all)
const used = namesIn(/var\(\s*(--[\w-]+)/g, all)
for (const [path, text] of texts) {
  if (path.startsWith(STYLES))
    for (const { 1: name = '', index } of text.matchAll(/^\s*(--[\w-]+)\s*:/gm))
      if (!used.has(name)) problems.push(`${placeOf(path, text, index)}: ${name} is never used`)
  // An unset property is allowed if `var()` has a fallback value.
  for (const { 1: name = '', index } of text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g))
    if (!set.has(name)) problems.push(`${placeOf(path, text, index)}: ${name} is set nowhere`)
}

for (const [path, text] of texts)
  if (path.endsWith('.module.css')) {
    const classes = namesIn(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g, withoutGlobals(text))
    const { names, isDynamic } = classesUsedOf(path)
    for (const name of names)
      if (!classes.has(name)) problems.push(`${path}: .${name} is used and does not exist`)
    if (!isDynamic)
      for (const name of classes) if (!names.has(name)) problems.push(`${path}: .${name} is never used`)
  }

const declarations = new Map(
  [...texts]
    .filter(([path]) => path.endsWith('.module.css'))
    .map(([path, text]) => [path, declarationsByClass(text)]),
)
const components = sources.filter((path) => path.endsWith('.tsx') || path.endsWith('.ts'))
const conflicts = classesOnElements(root, components).flatMap(({ place, classes }) =>
  classes.flatMap((one, index) =>
    classes
      .slice(index + 1)
      .flatMap((other) =>
        undecided(one, other).map(
          (rules) => `${place}: the order of the style sheets decides between ${rules}`,
        ),
      ),
  ),
)
problems.push(...new Set(conflicts))

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

/** Pairs of rules, one for each of the two classes, that set the same property and are equally specific. */
function undecided(one: ModuleClass, other: ModuleClass): string[] {
  if (one.sheet === other.sheet || layerOf(one.sheet) !== layerOf(other.sheet)) return []
  return declarationsOf(one).flatMap((a) =>
    declarationsOf(other)
      .filter((b) => a.specificity === b.specificity && a.pseudoElement === b.pseudoElement)
      .filter((b) => areSame(a.property, b.property) && (a.value !== b.value || a.property !== b.property))
      .map((b) => `${a.rule} in ${one.sheet} and ${b.rule} in ${other.sheet}`),
  )
}

function declarationsOf({ sheet, name }: ModuleClass): Declaration[] {
  const all = declarations.get(sheet) ?? new Map<string, Declaration[]>()
  return name === '*' ? [...all.values()].flat() : (all.get(name) ?? [])
}

/** The layer into which web/build/layer-ui.ts puts a style sheet. */
function layerOf(sheet: string): string {
  if (!sheet.startsWith('web/src/ui/')) return ''
  return PRIMITIVES.test(sheet) ? 'primitives' : 'ui'
}

/** Replaces a text by spaces, so that the positions behind it stay the same. */
function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ')
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, blank)
}

/** Blanks custom properties, whose values may be raw colours. */
function withoutOwnProperties(text: string): string {
  return text.replaceAll(/--[\w-]+\s*:[^;]*;/g, blank)
}

/** The classes that code reads from this style sheet; `isDynamic` if some of the names are computed. */
function classesUsedOf(stylesPath: string): { names: Set<string>; isDynamic: boolean } {
  const names = new Set<string>()
  let isDynamic = false
  for (const [path, text] of texts)
    for (const [, local = '', from = ''] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      if (posix.join(posix.dirname(path), from) !== stylesPath) continue
      for (const [, name = ''] of text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))) names.add(name)
      for (const [, name = ''] of text.matchAll(new RegExp(`\\b${local}\\['([^']+)'\\]`, 'g')))
        names.add(name)
      isDynamic ||= new RegExp(`\\b${local}(?:\\[[^']|(?! from)[^\\w.[])`).test(text)
    }
  return { names, isDynamic }
}

function withoutGlobals(text: string): string {
  return text.replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, blank)
}

function namesIn(pattern: RegExp, text: string): Set<string> {
  return new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name))
}

function placeOf(path: string, text: string, index: number): string {
  return `${path}:${String(text.slice(0, index).split('\n').length)}`
}
