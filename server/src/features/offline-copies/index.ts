/**
 * Gives browsers the data that they need before they copy music for offline use. The server does not know which copies
 * exist, and stores nothing about them.
 */
import * as contract from '@tonarchiv/contract/offline-copies'
import { seenBy } from '#access/seen-by.ts'
import { defineFeature } from '#feature.ts'
import { copiedDetails, copiedFiles } from './offline-copies.ts'

export const offlineCopies = defineFeature({
  name: 'offline-copies',
  register: (bind, { services }) => {
    bind(contract.listCopiedFiles, async ({ caller, body }) => ({
      files: await copiedFiles(seenBy(services, caller).db, body.trackIds, body.format),
    }))
    bind(contract.listCopiedDetails, async ({ caller, body }) => ({
      details: await copiedDetails(seenBy(services, caller).db, body.trackIds, body.format),
    }))
  },
})
