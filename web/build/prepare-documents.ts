import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'

interface PreparedDocument {
  title: string
  html: string
}
type Prerender = () => Record<string, PreparedDocument>

/** Modules that are loaded after the entry, by document. Preload links request them before the entry does. */
const LATE_MODULES: Partial<Record<string, readonly string[]>> = {
  app: ['/src/app/load-signed-in-app.ts', '/src/app/SignedInApp.tsx'],
  letter: ['/src/app/LinkScreen.tsx'],
}
/** Modules that are shown without the app's own styles, in addition to the entry. */
const BEFORE_THE_APP = ['/src/app/LinkScreen.tsx', '/src/features/auth/screens/LoginRedirect.tsx']
const MAIN_FONT = 'archivo-latin-wdth-normal'

/**
 * Generates documents from the built index.html, each with a pre-rendered screen: `login.html`,
 * `register.html`, `letter.html` for links in emails and of app passwords and, for visitors with a session, `app.html`.
 * `shell.html` is `app.html` for the cache of the service worker. It links only to the styles of what it shows: links
 * to files that are cached already would delay its first paint.
 */
export function prepareDocuments(): Plugin {
  let config: ResolvedConfig
  let isWritten = false
  let font: string[] = []
  let late: Partial<Record<string, string[]>> = {}
  return {
    name: 'prepare-documents',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(resolved) {
      config = resolved
    },
    writeBundle(_options, bundle) {
      isWritten = true
      font = fontLinks(bundle)
      refuseMissingTokens(bundle)
      late = Object.fromEntries(
        Object.entries(LATE_MODULES).map(([screen, modules = []]) => [screen, lateLinks(bundle, modules)]),
      )
    },
    closeBundle: {
      sequential: true,
      async handler() {
        // A build that has failed reports its own error.
        if (!isWritten) return
        const outDir = join(config.root, config.build.outDir)
        const built = join(outDir, 'index.html')
        const template = await readFile(built, 'utf8')
        const prerender = await loadPrerender(config, join(outDir, '.prerender'))
        for (const [screen, { title, html }] of Object.entries(prerender())) {
          const write = async (name: string, links: string[]) =>
            writeFile(
              join(outDir, `${name}.html`),
              filled(template, { screen, title, html, early: font, late: links }),
            )
          const links = late[screen] ?? []
          await write(screen, links)
          if (screen === 'app') await write('shell', await stylesOf(html, links, outDir))
        }
        await rm(built)
      },
    },
  }
}

/** Builds the screens for Node, imports the result, and deletes it. */
async function loadPrerender({ root, configFile }: ResolvedConfig, outDir: string): Promise<Prerender> {
  await build({
    root,
    configFile: configFile ?? false,
    logLevel: 'warn',
    build: {
      ssr: fileURLToPath(new URL('../src/prerender.tsx', import.meta.url)),
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
    },
  })
  const loaded: { prerender: Prerender } = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
  await rm(outDir, { recursive: true })
  return loaded.prerender
}

interface Filling extends PreparedDocument {
  screen: string
  /** `early` links are inserted before the script of the entry, `late` links at the end of the head. */
  early: string[]
  late: string[]
}

function filled(template: string, { screen, title, html, early, late }: Filling): string {
  const fill = (text: string, place: string | RegExp, content: string) => {
    if (text.search(place) === -1) throw new Error(`index.html has no ${String(place)}`)
    return text.replace(place, () => content)
  }
  const lines = (links: string[]) => links.map((link) => `\n    ${link}`).join('')
  const parts: [string | RegExp, string][] = [
    [/<title>.*<\/title>/, `<title>${title}</title>`],
    [/(?=\s*<script type="module")/, lines(early)],
    [/(?=\s*<\/head>)/, lines(late)],
    ['<div id="root"></div>', `<div id="root" data-screen="${screen}">${html}</div>`],
  ]
  return parts.reduce((text, [place, content]) => fill(text, place, content), template)
}

function fontLinks(bundle: Rolldown.OutputBundle): string[] {
  return Object.keys(bundle)
    .filter((file) => file.includes(MAIN_FONT))
    .map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin />`)
}

/**
 * The first screen and the pages that links open are loaded without the app's design tokens.
 * @throws Error when their styles use a token that they do not define
 */
function refuseMissingTokens(bundle: Rolldown.OutputBundle): void {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const shown = chunks.filter(
    ({ isEntry, facadeModuleId }) =>
      isEntry || BEFORE_THE_APP.some((module) => facadeModuleId?.endsWith(module)),
  )
  const files = new Set(
    shown
      .flatMap((chunk) => withImports(chunk, chunks))
      .flatMap(({ viteMetadata }) => Array.from(viteMetadata?.importedCss ?? [])),
  )
  const styles = [...files].map((file) => {
    const asset = bundle[file]
    return asset?.type === 'asset' ? asset.source.toString() : ''
  })
  const text = styles.join('\n')
  const defined = new Set([...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name))
  const missing = [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)
  const wrong = new Set(missing.filter((name) => !defined.has(name)))
  if (wrong.size > 0)
    throw new Error(`Screens before the login use tokens of the app: ${[...wrong].join(', ')}`)
}

/** Links to the static imports of these modules that the entry has not loaded. */
function lateLinks(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (entry === undefined) throw new Error('The build has no entry')
  const seen = new Set(withImports(entry, chunks))
  const needed = modules.flatMap((module) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
    if (chunk === undefined) throw new Error(`The build has no chunk of ${module}`)
    if (seen.has(chunk)) return []
    seen.add(chunk)
    return withImports(chunk, chunks, seen)
  })
  return [
    ...needed.flatMap(({ viteMetadata }) =>
      [...(viteMetadata?.importedCss ?? [])].map(
        (file) => `<link rel="stylesheet" crossorigin href="/${file}" />`,
      ),
    ),
    ...needed.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}" />`),
  ]
}

/** Links to the styles that rules of these classes need, with the styles that define their tokens. */
async function stylesOf(html: string, links: readonly string[], outDir: string): Promise<string[]> {
  const styles = await Promise.all(
    links
      .filter((link) => link.includes('rel="stylesheet"'))
      .map(async (link) => {
        const file = /href="([^"]+)"/.exec(link)?.[1] ?? ''
        return { link, text: await readFile(join(outDir, file), 'utf8') }
      }),
  )
  const classes = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))
  const hasClass = ({ text }: { text: string }) =>
    classes.some((name) => name !== '' && new RegExp(`\\.${name}(?![\\w-])`).test(text))
  const used = styles
    .filter(hasClass)
    .flatMap(({ text }) => Array.from(text.matchAll(/var\((--[\w-]+)\)/g), ([, token = '']) => token))
  const definesToken = ({ text }: { text: string }) => used.some((token) => text.includes(`${token}:`))
  return styles.filter((style) => hasClass(style) || definesToken(style)).map(({ link }) => link)
}

/** A chunk after all chunks that it imports: the order in which their styles apply. */
function withImports(
  start: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
  seen = new Set([start]),
): Rolldown.OutputChunk[] {
  const before = start.imports.flatMap((fileName) => {
    const chunk = chunks.find((candidate) => candidate.fileName === fileName)
    if (chunk === undefined || seen.has(chunk)) return []
    seen.add(chunk)
    return withImports(chunk, chunks, seen)
  })
  return [...before, start]
}
