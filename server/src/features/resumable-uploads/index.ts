/**
 * Files that are uploaded in chunks, across lost connections and restarts. Calls that accept files can refer to
 * finished uploads. For admins only.
 */
import { defineFeature } from '#feature.ts'
import { receiveUploads } from '#http/uploads/uploads.ts'
import { resumableUploadsExport } from './export.ts'
import { registerResumableUploads } from './routes.ts'
import { openResumableUploads, cleanUpUploads } from './uploads-of-account.ts'
import './tables.ts'

export const resumableUploads = defineFeature({
  name: 'resumable-uploads',
  tables: { resumableUploads: { accountColumns: ['userId'] } },
  open: ({ services }) => {
    const uploads = openResumableUploads(services)
    /** `forms` receives forms in which a field may refer to an upload instead of containing a file. */
    return { uploads, forms: receiveUploads(services, uploads.refer) }
  },
  register: (bind, _context, { uploads }) => registerResumableUploads(bind, uploads),
  exportSections: [resumableUploadsExport],
  cleanup: [{ name: 'uploads', schedule: 'local', atStart: true, run: cleanUpUploads }],
})
