import * as contract from '@tonarchiv/contract/key-batches'
import { actorOf } from '#features/audit-log/index.ts'
import { attachment } from '#features/catalog/index.ts'
import type { Bind } from '#http/bind.ts'
import { userContentHeaders } from '#http/pages/page-headers.ts'
import type { Services } from '#services.ts'
import { createAdminKeys } from '../keys/admin-keys.ts'
import { consumeCreations } from '../keys/limits.ts'
import { changeBatch, checkExpiry, keysOfBatch, listBatches, readBatch } from './batches.ts'
import { keysCsv } from './keys-csv.ts'
import { previewWithdrawal, withdrawBatch } from './withdraw-batch.ts'

export function registerKeyBatches(bind: Bind, services: Services): void {
  const withKeys = async (id: string) => ({
    batch: await readBatch(services, id),
    keys: await keysOfBatch(services, id),
  })

  bind(contract.listKeyBatches, async ({ query }) => listBatches(services, query))

  bind(contract.createKeyBatch, async ({ caller, body, request }) => {
    const expiresAt = checkExpiry(body.expiresAt, services.now())
    await consumeCreations(services, caller.id, body.count)
    const [key] = await createAdminKeys(services, actorOf(caller, request), {
      ...body,
      expiresAt,
      record: 'batch',
    })
    return withKeys(key?.batchId ?? '')
  })

  bind(contract.getKeyBatch, async ({ params: { id } }) => withKeys(id))

  bind(contract.changeKeyBatch, async ({ caller, params: { id }, body, request }) => {
    await changeBatch(services, actorOf(caller, request), { id, ...body })
    return { batch: await readBatch(services, id) }
  })

  bind(contract.previewWithdrawal, async ({ params: { id } }) => previewWithdrawal(services, id))

  bind(contract.withdrawKeyBatch, async ({ caller, params: { id }, body: { takesBack }, request }) =>
    withdrawBatch(services, actorOf(caller, request), { id, takesBack }),
  )

  bind(contract.exportKeys, async ({ query, reply }) =>
    reply
      .headers({
        ...userContentHeaders,
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': attachment('schluessel.csv'),
        'cache-control': 'private, no-store',
      })
      .send(await keysCsv(services, query)),
  )
}
