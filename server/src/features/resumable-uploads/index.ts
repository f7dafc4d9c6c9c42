/**
 * Files that come in pieces, over a line that may drop and across restarts. What has arrived whole is used by the calls
 * that take files. Of admins only; knows no other feature.
 */
import { defineFeature } from '#feature.ts'
import { takeUploads } from '#http/uploads/uploads.ts'
import { resumableUploadsPart } from './export.ts'
import { registerResumableUploads } from './routes.ts'
import { openResumableUploads, tidyUploads } from './uploads-of-account.ts'
import './tables.ts'

export const resumableUploads = defineFeature({
  name: 'resumable-uploads',
  tables: { resumableUploads: { accountColumns: ['userId'] } },
  open: ({ services }) => {
    const uploads = openResumableUploads(services)
    /** `forms` takes forms in which a field may name an upload in place of a file. */
    return { uploads, forms: takeUploads(services, uploads.refer) }
  },
  register: (bind, _context, { uploads }) => registerResumableUploads(bind, uploads),
  exportSections: [resumableUploadsPart],
  cleanup: [{ name: 'uploads', schedule: 'local', atStart: true, run: tidyUploads }],
})
