/**
 * Copies of music in the browser: what it asks before it loads files. Which copies exist is not known here and nothing is
 * stored.
 */
import * as contract from '@tonarchiv/contract/offline-copies'
import { defineFeature } from '#feature.ts'
import { copiedDetails, copiedFiles } from './offline-copies.ts'

export const offlineCopies = defineFeature({
  name: 'offline-copies',
  register: (bind, { services: { db } }) => {
    bind(contract.listCopiedFiles, async ({ body }) => ({
      files: await copiedFiles(db, body.trackIds, body.format),
    }))
    bind(contract.listCopiedDetails, async ({ body }) => ({
      details: await copiedDetails(db, body.trackIds, body.format),
    }))
  },
})
