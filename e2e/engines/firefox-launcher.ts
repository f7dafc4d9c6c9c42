#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'

/**
 * Starts Firefox for Playwright and proxies its WebDriver BiDi connection. Playwright sends this command for every new
 * context. Versions of Firefox without it would reject it, so the proxy answers with a success itself. All other
 * messages are forwarded unchanged.
 */
const MISSING = 'emulation.setMediaFeaturesOverride'
const Command = z.object({ id: z.number(), method: z.string() })

const soundDevice = process.env['FIREFOX_SOUND_DEVICE']
const firefox = spawn(process.env['FIREFOX_PATH'] ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'ignore', 'pipe'],
  // Only Firefox gets this sound device: Chromium, which may run at the same time, plays without one.
  env: { ...process.env, ...(soundDevice !== undefined && { PULSE_SERVER: soundDevice }) },
})
firefox.once('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => firefox.kill(signal))

for await (const line of createInterface({ input: firefox.stderr })) {
  const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1]
  if (address === undefined) console.error(line)
  else proxy(address)
}

function proxy(address: string): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.once('listening', () => {
    const own = server.address()
    if (typeof own === 'object' && own !== null)
      console.error(`WebDriver BiDi listening on ws://127.0.0.1:${own.port}`)
  })
  server.on('connection', (playwright, { url = '/' }) => {
    const browser = new WebSocket(`${address}${url}`)
    const opened = new Promise((resolve) => browser.once('open', resolve))
    playwright.on('message', (data) => {
      const text = textOf(data)
      const missing = text.includes(MISSING) ? missingCommand(text) : undefined
      if (missing === undefined) void opened.then(() => browser.send(text))
      else playwright.send(JSON.stringify({ type: 'success', id: missing, result: {} }))
    })
    browser.on('message', (data) => playwright.send(textOf(data)))
    browser.on('error', () => playwright.close())
    browser.on('close', () => playwright.close())
    playwright.on('close', () => browser.close())
  })
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString()
}

/** The id of a command that this Firefox does not support. */
function missingCommand(text: string): number | undefined {
  const { id, method } = z.parse(Command, JSON.parse(text))
  return method === MISSING ? id : undefined
}
