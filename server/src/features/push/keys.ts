import { credentialCipher } from '#access/encrypted-credentials.ts'
import type { Services } from '#services.ts'
import { makeVapidKeys, privateKeyText, readPrivateKey, type VapidKeys } from './messages/vapid.ts'
import { insertKeys, replaceKeys, selectKeys } from './store/keys.ts'

type Needs = Pick<Services, 'db' | 'now' | 'secret' | 'log'>

/**
 * The key pair of the installation. It is made at the first start, by one of the processes, and is in the database,
 * encrypted with the secret. If the secret was replaced, a new pair is made and all browsers have to subscribe again,
 * because push services accept messages for a browser only from the key with which it has subscribed.
 */
export async function vapidKeys({ db, now, secret, log }: Needs): Promise<VapidKeys> {
  const cipher = credentialCipher(secret, 'push keys')
  for (;;) {
    const stored = await selectKeys(db)
    const text = stored && cipher.decrypt(stored.encryptedPrivateKey, stored.publicKey)
    if (stored && text !== undefined) return { publicKey: stored.publicKey, privateKey: readPrivateKey(text) }
    const made = makeVapidKeys()
    const row = {
      publicKey: made.publicKey,
      encryptedPrivateKey: cipher.encrypt(privateKeyText(made), made.publicKey),
      createdAt: now().toISOString(),
    }
    // Several processes may store a pair at the same time, and only the first one succeeds. The next round reads the
    // pair of that process.
    if (stored === undefined) await insertKeys(db, row)
    else if (await replaceKeys(db, stored.publicKey, row))
      log.warn('the secret was replaced: all browsers have to switch push messages on again')
  }
}
