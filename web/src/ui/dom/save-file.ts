/**
 * Milliseconds until the object URL is revoked. Some browsers ask for a folder first, or start reading the file late.
 */
const FILE_TTL_MS = 60_000

/** Lets the browser save a file from memory. The browser replaces invalid characters in its name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), FILE_TTL_MS)
}
