/** Milliseconds before the object URL is revoked. Some browsers ask for a folder first, or read the file late. */
const FILE_TTL_MS = 60_000

/** Downloads a file from memory. Browsers replace invalid characters in its name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), FILE_TTL_MS)
}
