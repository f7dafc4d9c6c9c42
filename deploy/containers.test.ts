import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { imagesIn } from '../scripts/images.ts'
import { instructions } from './dockerfile.ts'
import { root, settingNames } from './settings.ts'

const Strings = z.array(z.string())
const Service = z.strictObject({
  image: z.optional(z.string()),
  build: z.optional(z.string()),
  restart: z.optional(z.enum(['unless-stopped', 'no'])),
  user: z.optional(z.string()),
  init: z.optional(z.boolean()),
  depends_on: z.optional(
    z.union([
      Strings,
      z.record(
        z.string(),
        z.strictObject({
          condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
        }),
      ),
    ]),
  ),
  env_file: z.optional(z.array(z.strictObject({ path: z.string(), required: z.boolean() }))),
  environment: z.optional(z.record(z.string(), z.string())),
  command: z.optional(Strings),
  ports: z.optional(Strings),
  volumes: z.optional(Strings),
  networks: z.optional(Strings),
  read_only: z.optional(z.boolean()),
  tmpfs: z.optional(Strings),
  cap_drop: z.optional(Strings),
  cap_add: z.optional(Strings),
  security_opt: z.optional(Strings),
  mem_limit: z.optional(z.string()),
  shm_size: z.optional(z.string()),
  pids_limit: z.optional(z.number()),
  stop_grace_period: z.optional(z.string()),
  healthcheck: z.optional(
    z.strictObject({ test: Strings, interval: z.string(), timeout: z.string(), retries: z.number() }),
  ),
  logging: z.optional(z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) })),
})
const Network = z.strictObject({
  ipam: z.strictObject({
    config: z.tuple([z.strictObject({ subnet: z.string(), gateway: z.optional(z.string()) })]),
  }),
})
const Compose = z.looseObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  volumes: z.optional(z.record(z.string(), z.unknown())),
  networks: z.record(z.string(), Network),
})

/** The capabilities that nginx needs to open its ports and to start workers without privileges. */
const NGINX_CAPABILITIES = ['CHOWN', 'SETGID', 'SETUID', 'NET_BIND_SERVICE']
const FILES_WITH_IMAGES = ['Dockerfile', 'deploy/compose.yaml', 'deploy/compose.scale.yaml']

const text = (path: string) => readFileSync(root(path), 'utf8')
const composed = (path: string) => z.parse(Compose, parse(text(path), { merge: true }))

test.each(['deploy/compose.yaml', 'deploy/compose.scale.yaml'])(
  '%s names only what there is, and lets our containers do no more than they need',
  (path) => {
    const { services, volumes = {}, networks } = composed(path)
    const known = new Set([...settingNames(), 'HOST', 'PORT'])
    for (const [name, service] of Object.entries(services)) {
      expect(service.image ?? service.build, name).toBeDefined()
      const needs = service.depends_on ?? []
      for (const needed of Array.isArray(needs) ? needs : Object.keys(needs)) {
        expect(Object.keys(services)).toContain(needed)
        if (!Array.isArray(needs) && needs[needed]?.condition === 'service_healthy')
          expect(services[needed]?.healthcheck, needed).toBeDefined()
      }
      for (const volume of service.volumes ?? []) {
        const [source = '', target = ''] = volume.split(':')
        expect(target).toMatch(/^\//)
        if (/^\.\/.*\./.test(source)) expect(existsSync(join(root('deploy'), source)), source).toBe(true)
        else if (!/^[./]/.test(source)) expect(Object.keys(volumes)).toContain(source)
      }
      for (const network of service.networks ?? []) expect(Object.keys(networks)).toContain(network)
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        pids_limit: expect.any(Number),
        logging: { options: { 'max-size': '20m', 'max-file': '5' } },
      })
      expect(service.cap_add ?? [], name).toEqual(name === 'nginx' ? NGINX_CAPABILITIES : [])
      if (service.build === undefined) continue
      expect(existsSync(join(root('deploy'), service.build, 'Dockerfile'))).toBe(true)
      expect(service.init).toBe(true)
      for (const setting of Object.keys(service.environment ?? {})) expect([...known]).toContain(setting)
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
    }
  },
)

test('images of others have a version and a digest', () => {
  for (const path of FILES_WITH_IMAGES)
    for (const image of imagesIn(text(path)))
      expect(image, path).toMatch(/^[a-z0-9./-]+:v?\d[\w.-]*@sha256:[0-9a-f]{64}$/)
})

test('pinning queries the registry once for each image and writes its digest behind the tag', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tonarchiv-pin-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const path of FILES_WITH_IMAGES) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(root(path), join(folder, path))
  }
  // A fake of `docker`, the only program that accesses a registry. It answers like `docker buildx imagetools inspect`.
  const asked = join(folder, 'asked.txt')
  const digest = `sha256:${'0123456789abcdef'.repeat(4)}`
  const docker = `#!/bin/sh\necho "$4" >> '${asked}'\nprintf '"${digest}"\\n'\n`
  writeFileSync(join(folder, 'docker'), docker, { mode: 0o755 })
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` }
  execFileSync(process.execPath, [root('scripts/pin-images.ts'), folder], { env })
  const all = FILES_WITH_IMAGES.flatMap((path) => imagesIn(readFileSync(join(folder, path), 'utf8')))
  expect(all.length).toBeGreaterThan(5)
  for (const image of all) expect(image.endsWith(`@${digest}`), image).toBe(true)
  const names = readFileSync(asked, 'utf8').trim().split('\n')
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('postgres:18')
  // When images are pinned again, the new digest replaces the old one.
  execFileSync(process.execPath, [root('scripts/pin-images.ts'), folder], { env })
  for (const image of imagesIn(readFileSync(join(folder, 'deploy/compose.scale.yaml'), 'utf8')))
    expect(image.split('@')).toHaveLength(2)
})

test('two processes share database, bus, store and secret, and each has its own stage', () => {
  const { services } = composed('deploy/compose.scale.yaml')
  const [one, two] = [services['archive-1'], services['archive-2']]
  expect(one?.environment).toEqual(two?.environment)
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'S3_BUCKET', 'APP_SECRET', 'BACKUP_DIR', 'TRUST_PROXY'])
    expect(one?.environment?.[name], name).toEqual(expect.any(String))
  const stageOf = (service: typeof one) => service?.volumes?.find((volume) => volume.endsWith(':/data'))
  expect(stageOf(one)).not.toBe(stageOf(two))
})

test.each(['deploy/compose.yaml', 'deploy/compose.scale.yaml'])(
  'behind the proxy of %s every visitor counts, and music can be imported',
  (path) => {
    const { services, networks } = composed(path)
    for (const { build, networks: [network = ''] = [], environment = {}, volumes } of Object.values(
      services,
    )) {
      if (build === undefined) continue
      // On one machine, requests of the proxy come from the gateway of the bridge. In a network of containers, they
      // come from any address of its subnet.
      const { subnet, gateway } = networks[network]?.ipam.config[0] ?? {}
      expect(environment['TRUST_PROXY']).toBe(gateway ?? subnet)
      expect(volumes).toContain('./import:/import:ro')
    }
  },
)

test('what a compose file takes from its settings file is named at its top', () => {
  for (const path of ['deploy/compose.yaml', 'deploy/compose.scale.yaml']) {
    const lines = text(path)
    const [head = ''] = lines.split('\nname:')
    for (const [, name = ''] of lines.matchAll(/\$\{([A-Z0-9_]+)[:}]/g)) expect(head).toContain(name)
  }
})

test('nginx of two processes is made from the configuration of one', () => {
  const { services } = composed('deploy/compose.scale.yaml')
  const command = services['nginx']?.command?.at(-1) ?? ''
  const conf = text('deploy/nginx.conf')
  const replaced = [...command.matchAll(/-e ['"]s\/((?:\\.|[^/])+)\//g)].map(([, pattern = '']) => pattern)
  expect(replaced).toHaveLength(2)
  for (const pattern of replaced) expect(conf).toMatch(new RegExp(pattern))
})

test('the image is built in stages from what there is, and runs as an account without rights', () => {
  const all = instructions()
  const stages = all.filter(({ word }) => word === 'FROM')
  const names = new Set<string>()
  for (const { rest } of stages) {
    const [base = '', , name] = rest.split(' ')
    if (!names.has(base)) expect(base).toMatch(/^node:\d+-slim@sha256:[0-9a-f]{64}$/)
    if (name !== undefined) names.add(name)
  }
  for (const { word, rest } of all) {
    expect([
      'FROM',
      'WORKDIR',
      'COPY',
      'RUN',
      'ENV',
      'USER',
      'VOLUME',
      'EXPOSE',
      'STOPSIGNAL',
      'HEALTHCHECK',
      'CMD',
    ]).toContain(word)
    if (word !== 'COPY') continue
    const parts = rest.split(' ')
    const from = parts[0]?.startsWith('--from=') === true ? parts.shift() : undefined
    if (from !== undefined) expect([...names]).toContain(from.slice('--from='.length))
    else for (const source of parts.slice(0, -1)) expect(existsSync(root(source)), source).toBe(true)
  }
  const last = all.slice(all.findLastIndex(({ word }) => word === 'FROM'))
  expect(last.find(({ word }) => word === 'USER')?.rest).toBe('node')
  const places = last.map(({ word }) => word)
  expect(places.lastIndexOf('COPY')).toBeLessThan(places.indexOf('USER'))
  expect(places).toEqual(expect.arrayContaining(['HEALTHCHECK', 'CMD', 'VOLUME', 'EXPOSE']))
})

test('the unit of systemd starts what there is and lets it do no more than it needs', () => {
  const lines = text('deploy/tonarchiv.service').split('\n')
  const setting = (name: string) => lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1)
  const [script = '', word] = setting('ExecStart')?.split(' ') ?? []
  expect(statSync(root(script.replace('/opt/tonarchiv/', ''))).mode & 0o111).toBe(0o111)
  expect(word).toBe('serve')
  expect(existsSync(root(setting('Documentation')?.replace('file:///opt/tonarchiv/', '') ?? 'nothing'))).toBe(
    true,
  )
  expect(setting('User')).toBe('tonarchiv')
  for (const [name, value] of Object.entries({
    ProtectSystem: 'strict',
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
    PrivateTmp: 'yes',
    ProtectHome: 'yes',
    Restart: 'always',
  }))
    expect(setting(name), name).toBe(value)
  // Every line is a comment, a section or a setting.
  for (const line of lines) expect(line).toMatch(/^(?:#.*|\[\w+\]|[A-Z]\w+=.*|)$/)
})
