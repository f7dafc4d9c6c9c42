import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { imagesIn } from './images.ts'

/**
 * Adds the digest that the registry returns today to the name of every third-party image. It needs `docker` and
 * access to the registry; see docs/operators/en/upgrade.md.
 */
const FILES = ['Dockerfile', 'deploy/compose.yaml', 'deploy/compose.scale.yaml']
const folder = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url))
const digests = new Map<string, string>()

function digestOf(image: string): string {
  const words = ['buildx', 'imagetools', 'inspect', image, '--format', '{{json .Manifest.Digest}}']
  const digest: unknown = JSON.parse(execFileSync('docker', words, { encoding: 'utf8' }))
  if (typeof digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`The registry names no digest of ${image}`)
  return digest
}

for (const file of FILES) {
  const path = join(folder, file)
  let text = readFileSync(path, 'utf8')
  for (const image of new Set(imagesIn(text))) {
    const [name = ''] = image.split('@')
    const digest = digests.get(name) ?? digestOf(name)
    digests.set(name, digest)
    text = text.replaceAll(image, `${name}@${digest}`)
  }
  writeFileSync(path, text)
}
for (const [name, digest] of digests) console.log(`${name}@${digest}`)
