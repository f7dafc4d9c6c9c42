import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The assignments of the section [Service] of a unit. Those of its drop-ins follow those of the unit itself. */
export type ServiceSection = ReadonlyMap<string, readonly string[]>

/** The folders in which systemd looks for units; a unit in an earlier folder wins. See systemd.unit(5). */
const UNIT_FOLDERS = [
  '/etc/systemd/system',
  '/run/systemd/system',
  '/usr/local/lib/systemd/system',
  '/usr/lib/systemd/system',
  '/lib/systemd/system',
]

/**
 * Reads a unit as systemd does: the first file with its name, then all `*.conf` files of its drop-in folders. Undefined
 * when there is no such unit.
 */
export function readUnit(name: string, folders = unitFolders()): ServiceSection | undefined {
  const file = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (file === undefined) return undefined
  const dropIns = new Map<string, string>()
  for (const folder of folders.map((path) => join(path, `${name}.d`)).filter((path) => existsSync(path)))
    for (const entry of readdirSync(folder))
      if (entry.endsWith('.conf') && !dropIns.has(entry)) dropIns.set(entry, join(folder, entry))
  const section = new Map<string, string[]>()
  const inOrder = [...dropIns].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => path)
  for (const path of [file, ...inOrder]) addAssignments(section, readFileSync(path, 'utf8'))
  return section
}

function unitFolders(): string[] {
  const given = process.env['SYSTEMD_UNIT_PATH']
  return given === undefined || given === '' ? UNIT_FOLDERS : given.split(':').filter((path) => path !== '')
}

function addAssignments(section: Map<string, string[]>, text: string): void {
  let heading = ''
  for (const line of text.replaceAll(/\\\n/g, ' ').split('\n')) {
    const trimmed = line.trim()
    if (trimmed.startsWith('[')) heading = trimmed
    const at = trimmed.indexOf('=')
    if (heading !== '[Service]' || at < 1 || /^[#;]/.test(trimmed)) continue
    const [name, value] = [trimmed.slice(0, at).trim(), trimmed.slice(at + 1).trim()]
    // An empty value removes the previous values.
    section.set(name, value === '' ? [] : [...(section.get(name) ?? []), value])
  }
}

/** The variables of `Environment=` lines, whose assignments may be quoted. */
export function assignmentsIn(value: string): Record<string, string> {
  const words = value.match(/(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\.|[^\s"'])+/g) ?? []
  return Object.fromEntries(words.map((word) => assignmentOf(unquoted(word))))
}

/** The variables of an `EnvironmentFile=`, one in each line. A `#` after a value belongs to the value. */
export function variablesIn(text: string): Record<string, string> {
  const lines = text
    .replaceAll(/\\\n/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes('=') && !/^[#;]/.test(line))
  return Object.fromEntries(
    lines.map((line) => {
      const [name, value] = assignmentOf(line)
      return [name.trim(), /^(["']).*\1$/s.test(value.trim()) ? unquoted(value.trim()) : value.trim()]
    }),
  )
}

function assignmentOf(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Removes the quotes around a text or around its parts, and the backslashes before characters. */
function unquoted(text: string): string {
  return text.replaceAll(/"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'/gs, '$1$2').replaceAll(/\\(.)/gs, '$1')
}
