import * as contract from '@tonarchiv/contract/push'
import type { Bind } from '#http/bind.ts'
import type { Services } from '#services.ts'
import { addDevice, queueSampleFor, removeDevice, toWire } from './devices.ts'
import type { VapidKeys } from './messages/vapid.ts'
import type { PushSender } from './sending/sender.ts'
import { listDevices, sessionOf } from './store/devices.ts'

export function registerPush(
  bind: Bind,
  services: Services,
  { keys, sender }: { keys: VapidKeys; sender: PushSender },
): void {
  bind(contract.listPushDevices, async ({ caller }) => {
    const { db, now } = services
    const [devices, { name, browser, deviceType }] = await Promise.all([
      listDevices(db, caller.id, now().toISOString()),
      sessionOf(db, caller.sessionId),
    ])
    return {
      devices: devices.map((row) => toWire(row, caller)),
      thisDevice: { name: name ?? browser, deviceType },
      publicKey: keys.publicKey,
    }
  })

  bind(contract.addPushDevice, async ({ caller, body }) => ({
    device: await addDevice(services, caller, body),
  }))

  bind(contract.removePushDevice, async ({ caller, params }) => {
    await removeDevice(services, caller.id, params.id)
    return { success: true }
  })

  bind(contract.testPushDevice, async ({ caller, params }) => {
    await queueSampleFor(services, caller.id, params.id)
    sender.wake()
    return { success: true }
  })
}
