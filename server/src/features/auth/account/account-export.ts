import type { ExportSection } from '#feature.ts'
import type { ZipEntry } from '#http/delivery/send-zip.ts'
import type { Services } from '#services.ts'

/** Everything that is stored about an account, by section. */
export async function accountData(
  { db, now }: Pick<Services, 'db' | 'now'>,
  sections: readonly ExportSection[],
  userId: string,
): Promise<Record<string, unknown>> {
  const entries = await Promise.all(
    sections.map(async (section) => [section.name, await section.read(db, userId)]),
  )
  return { exportedAt: now().toISOString(), ...Object.fromEntries(entries) }
}

/**
 * The entries of a ZIP: the data of the account as JSON, and the files of the account. Only one file is open at a time.
 */
export async function* exportEntries(
  services: Pick<Services, 'db' | 'storage' | 'now'>,
  sections: readonly ExportSection[],
  userId: string,
): AsyncGenerator<ZipEntry> {
  const { db, storage, now } = services
  const data = await accountData(services, sections, userId)
  yield { path: 'daten.json', modifiedAt: now(), content: JSON.stringify(data, null, 2) }
  const missing: string[] = []
  for (const section of sections) {
    for await (const { path, storageName, createdAt } of section.files?.(db, userId) ?? []) {
      const content = await storage.open(storageName)
      // The file was removed since its row was read, or is missing from the storage.
      if (content === undefined) missing.push(path)
      else yield { path, modifiedAt: new Date(createdAt), content }
    }
  }
  if (missing.length > 0)
    yield { path: 'fehlende-dateien.txt', modifiedAt: now(), content: `${missing.join('\n')}\n` }
}
