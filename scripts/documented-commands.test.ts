import { expect, test } from 'vitest'
import { settingNames } from '../server/src/env.ts'
import { secretSettings } from '../server/src/secret-settings.ts'
import {
  blockLanguages,
  documentedCommands,
  documentedPhrases,
  documentedSettings,
  otherCode,
} from '../server/src/testing/operations/document.ts'
import {
  findExecutedCommands,
  readExecutedCommands,
} from '../server/src/testing/operations/executed-commands.ts'

const docker = 'needs Docker'
const systemd = 'needs systemd as process 1'

/** Commands that no test can run, with what they need. */
const exceptions: Record<string, string> = {
  'docker compose up --detach': docker,
  'docker compose logs parley': docker,
  'docker compose exec parley node --run admin -- reset-password ada@example.com': docker,
  'docker compose exec parley node --run backup -- /data/backup.parley': docker,
  'kubectl apply --kustomize deploy/kubernetes': 'needs Kubernetes',
  'systemctl enable --now parley': systemd,
  'systemctl restart parley': systemd,
  'journalctl --unit parley': systemd,
}

const executed = findExecutedCommands()
/** A line that was run has run each of its parts. */
const executedParts = new Set([...executed.keys()].flatMap((line) => [line, ...line.split(' && ')]))

test('every command of docs/operations.md is run by a test, except those that no test can run', () => {
  const missing = [...documentedCommands].filter(
    (command) => !executedParts.has(command) && !(command in exceptions),
  )
  expect(missing, 'run them with runDocumented in a test of server/src/testing/operations').toEqual([])
})

test('tests run only commands that docs/operations.md has', () => {
  expect([...executed.keys()].filter((command) => !documentedCommands.has(command))).toEqual([])
})

test('every exception is still in docs/operations.md, and no test runs it', () => {
  for (const command of Object.keys(exceptions)) {
    expect(documentedCommands, command).toContain(command)
    expect(executedParts, command).not.toContain(command)
  }
  for (const code of Object.keys(otherCode)) expect(documentedPhrases).toContain(code)
})

test('every block of docs/operations.md says whether it has commands, settings or YAML', () => {
  expect(new Set(blockLanguages)).toEqual(new Set(['sh', 'ini', 'yaml']))
})

// systemd takes what follows a value for a part of it.
test('settings in docs/operations.md exist, and can be copied into an environment file with their comments', () => {
  const existing = new Set([...settingNames, ...secretSettings.map((name) => `${name}_FILE`)])
  const lines = documentedSettings.filter((line) => !line.startsWith('#'))
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    const [, name = ''] = /^(\w+)=(?:'[^']*'|[\w:/.-]+)$/.exec(line) ?? []
    expect(existing, line).toContain(name)
  }
})

test('only a call runs a command, and only in a test that always runs', () => {
  const read = (text: string) => readExecutedCommands('some.long.ts', text)
  expect(read(`test('a', () => runDocumented('npm start'))`)).toEqual(['npm start'])
  expect(read(`runDocumented(['a', 'b'], { env })`)).toEqual(['a', 'b'])
  expect(read(`// runDocumented('npm start')\nconst list = ['npm start']`)).toEqual([])
  expect(() => read('for (const line of lines) runDocumented(line)')).toThrow('some.long.ts:1')
  expect(() => read(`test.skip('a', () => runDocumented('npm start'))`)).toThrow('test.skip')
  expect(() => read(`test.runIf(false)('a', () => runDocumented('npm start'))`)).toThrow('test.runIf')
})
