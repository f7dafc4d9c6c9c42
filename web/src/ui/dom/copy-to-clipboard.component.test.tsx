import { expect, onTestFinished, test, vi } from 'vitest'
import { copyToClipboard } from './copy-to-clipboard.ts'
import { clearToast, useToast } from './toast.ts'

const copy = async () => copyToClipboard('Nordlicht', { copied: 'Titel kopiert' })
const shown = () => useToast.getState().toast

test('a copied text is confirmed', async () => {
  onTestFinished(clearToast)
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => copied.mockRestore())
  expect(await copy()).toBe(true)
  expect(copied).toHaveBeenCalledExactlyOnceWith('Nordlicht')
  expect(shown()).toMatchObject({ kind: 'info', text: 'Titel kopiert' })
})

test('a browser without a clipboard, and one that rejects the text, are reported', async () => {
  onTestFinished(clearToast)
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'))
  const blocked = {
    writeText: async () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError')),
  }
  for (const clipboard of [undefined, blocked]) {
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    expect(await copy()).toBe(false)
    expect(shown()).toMatchObject({ kind: 'error', text: 'Das Kopieren hat nicht geklappt' })
    clearToast()
  }
})
