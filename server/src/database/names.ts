const camelNames = new Map<string, string>()

/** Converts a snake_case name of SQL to camelCase. */
export function camelCase(name: string): string {
  let known = camelNames.get(name)
  if (known === undefined) {
    known = name.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
    camelNames.set(name, known)
  }
  return known
}
