/**
 * Gives browsers the data that they need before they copy music for offline use. The server does not know which copies
 * exist, and stores nothing about them.
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
