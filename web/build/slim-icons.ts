import type { Plugin } from 'vite'

/**
 * Removes from lucide's icons what `web/src/ui/dom/lucide-icon.ts` does not read: names, sizes, and the keys of elements,
 * which are random and cannot be compressed.
 * @throws Error when nothing was removed: the icons of another version may have another form
 */
export function slimIcons(): Plugin {
  let removed = 0
  return {
    name: 'slim-icons',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/ },
      handler: (code) => ({
        code: code.replaceAll(
          /,\s*key: "\w+"|^ {2}(?:name|size): .+,$|,\s*aliases: \[[^\]]*\]|^__iconData\.node;$/gm,
          () => {
            removed += 1
            return ''
          },
        ),
        map: null,
      }),
    },
    generateBundle: () => {
      if (removed === 0) throw new Error('Nothing was removed from any icon')
    },
  }
}
