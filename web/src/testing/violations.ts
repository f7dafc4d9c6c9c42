import axe from 'axe-core'

/** The rules of WCAG 2.2 AA that the rendered page violates, with the affected elements. */
export async function violations(): Promise<string[]> {
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  const result = await axe.run(document, {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    // Disabled, because the document of a test has no title.
    rules: { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } },
    resultTypes: ['violations'],
    iframes: false,
  })
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
