/** A declaration for elements that have a class. */
export interface Declaration {
  property: string
  value: string
  /**
   * The numbers of ids, classes and elements in the selector. If two are equal, the order of the style sheets decides.
   */
  specificity: string
  /** The selector with the conditions around it, for messages. */
  rule: string
  /** For example `::before`; empty for the element itself. */
  pseudoElement: string
}

/**
 * The declarations of a style sheet by class: those of all rules in which the last part of the selector has the class.
 */
export function declarationsByClass(css: string): Map<string, Declaration[]> {
  const found = new Map<string, Declaration[]>()
  for (const { selector, body, conditions } of rulesOf(css.replaceAll(/\/\*[\s\S]*?\*\//g, ''), '')) {
    const subject = selector.split(/\s*[\s>+~]\s*(?![^()]*\))/).at(-1) ?? ''
    const pseudoElement = /::[\w-]+/.exec(subject)?.[0] ?? ''
    const declarations = body.split(';').flatMap((text): Declaration[] => {
      const [, property, value] = /^\s*([\w-]+)\s*:\s*([\s\S]+)$/.exec(text) ?? []
      if (property === undefined || value === undefined) return []
      const rule = `${conditions}${selector} { ${property}: ${value.trim()} }`
      return [{ property, value: value.trim(), specificity: specificityOf(selector), rule, pseudoElement }]
    })
    for (const [, name = ''] of withoutArguments(subject).matchAll(/\.([\w-]+)/g))
      found.set(name, [...(found.get(name) ?? []), ...declarations])
  }
  return found
}

/** Whether two properties set the same value, for example a shorthand and one of its parts. */
export function areSame(one: string, other: string): boolean {
  if (one === other) return true
  if (one.startsWith('--') || other.startsWith('--')) return false
  const [long, short] = one.length > other.length ? [one, other] : [other, one]
  if (one === 'inset' || other === 'inset') return SIDES.has(one) || SIDES.has(other)
  if (short === 'gap') return long.endsWith('-gap')
  return (
    SHORTHANDS.has(short) && long.startsWith(`${short}-`) && !(short === 'border' && long === 'border-radius')
  )
}

const SIDES = new Set(['top', 'right', 'bottom', 'left'])
const SHORTHANDS = new Set(
  `animation background border flex font grid grid-column grid-row inset margin outline overflow padding transition
  text-decoration`.split(/\s+/),
)

interface Rule {
  selector: string
  body: string
  conditions: string
}

function rulesOf(css: string, conditions: string): Rule[] {
  const rules: Rule[] = []
  let from = 0
  for (let open = css.indexOf('{'); open !== -1; open = css.indexOf('{', from)) {
    const close = endOfBlock(css, open)
    const head = css.slice(from, open).trim()
    const body = css.slice(open + 1, close)
    if (!head.startsWith('@'))
      for (const selector of head.split(/,(?![^()]*\))/))
        rules.push({ selector: selector.trim(), body, conditions })
    else if (!/^@(?:keyframes|font-face)/.test(head)) rules.push(...rulesOf(body, `${conditions}${head} `))
    from = close + 1
  }
  return rules
}

function endOfBlock(css: string, open: number): number {
  let depth = 1
  let at = open
  while (depth > 0 && at < css.length - 1) {
    at += 1
    if (css[at] === '{') depth += 1
    else if (css[at] === '}') depth -= 1
  }
  return at
}

function withoutArguments(selector: string): string {
  return selector.replaceAll(/\((?:[^()]|\([^()]*\))*\)/g, '')
}

function specificityOf(selector: string): string {
  const counted = selector
    .replaceAll(/:where\((?:[^()]|\([^()]*\))*\)/g, '')
    .replaceAll(/:(?:not|is|has|global)\(/g, '(')
  const ids = counted.match(/#[\w-]+/g) ?? []
  const classes = counted.match(/\.[\w-]+|\[[^\]]*\]|(?<!:):(?!:)[\w-]+/g) ?? []
  const elements = counted.match(/::[\w-]+|(?<![\w.#:[-])[a-z][\w-]*(?![\w-]*[\]=])/g) ?? []
  return `${String(ids.length)},${String(classes.length)},${String(elements.length)}`
}
