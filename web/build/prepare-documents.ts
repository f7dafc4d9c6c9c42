import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'

interface PreparedDocument {
  title: string
  html: string
}
type Prerender = () => Record<string, PreparedDocument>

/** The chunk behind the login; its document asks for it before the entry does. */
const APP_MODULE = '/src/app/SignedInApp.tsx'
const MAIN_FONT = 'archivo-latin-wdth-normal'

/**
 * Makes three documents out of the built index.html, each with a screen in it that is painted before any script:
 * `login.html`, `register.html` and, for visitors with a session, `app.html`.
 */
export function prepareDocuments(): Plugin {
  let config: ResolvedConfig
  let links: { font: string[]; app: string[] } = { font: [], app: [] }
  return {
    name: 'prepare-documents',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(resolved) {
      config = resolved
    },
    writeBundle(_options, bundle) {
      links = { font: fontLinks(bundle), app: appLinks(bundle) }
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const outDir = join(config.root, config.build.outDir)
        const built = join(outDir, 'index.html')
        const template = await readFile(built, 'utf8')
        const prerender = await loadPrerender(config, join(outDir, '.prerender'))
        for (const [screen, { title, html }] of Object.entries(prerender())) {
          const late = screen === 'app' ? links.app : []
          await writeFile(
            join(outDir, `${screen}.html`),
            filled(template, { screen, title, html, early: links.font, late }),
          )
        }
        await rm(built)
      },
    },
  }
}

/** Builds the screens for Node, loads what came out, and clears it away. */
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
  /** Links before the entry’s own, and after them. */
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

/** Links to everything that the app behind the login needs at once and the entry has not loaded already. */
function appLinks(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(APP_MODULE))
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (app === undefined || entry === undefined) throw new Error(`The build has no chunk of ${APP_MODULE}`)

  const loaded = new Set(withImports(entry, chunks))
  const needed = withImports(app, chunks).filter((chunk) => !loaded.has(chunk))
  return [
    ...needed.flatMap(({ viteMetadata }) =>
      [...(viteMetadata?.importedCss ?? [])].map(
        (file) => `<link rel="stylesheet" crossorigin href="/${file}" />`,
      ),
    ),
    ...needed.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}" />`),
  ]
}

/** A chunk behind everything it builds on: the order in which their styles count. */
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
