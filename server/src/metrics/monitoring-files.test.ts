import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startMonitoredServer } from '../testing/processes/monitored-server.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const folder = join(repository, 'deploy/monitoring')
const read = (path: string) => readFileSync(join(repository, path), 'utf8')

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

type Panel = { title: string; targets?: { expr: string }[] }
const dashboard: { panels: Panel[]; templating: { list: { name: string; query: unknown }[] } } = JSON.parse(
  read('deploy/monitoring/grafana-dashboard.json'),
)
const panelExpressions = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr })),
)

/** Names of metrics, without what Prometheus appends to those of histograms. */
const namesIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:parley|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_seconds_(?:bucket|count|sum)$/, '_seconds'),
    ),
  )

test('the alert rules are valid, and each fires in trouble and is silent otherwise', () => {
  expect(promtool('check', 'rules', 'alert-rules.yml')).toMatchObject({ status: 0 })
  expect(promtool('test', 'rules', 'alert-rules.test.yml')).toMatchObject({ status: 0 })
  const rules = [...read('deploy/monitoring/alert-rules.yml').matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  )
  const tested = [...read('deploy/monitoring/alert-rules.test.yml').matchAll(/alertname="(\w+)"/g)].map(
    ([, name]) => name,
  )
  expect(rules.length).toBeGreaterThan(10)
  expect(tested).toEqual(rules)
})

test('every expression of the dashboard is valid for Prometheus', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'parley-dashboard-'))
  onTestFinished(() => rmSync(temporary, { recursive: true }))
  // A rules file, because promtool has no check for single expressions. JSON is YAML.
  const rules = panelExpressions.map(({ expr }, n) => ({
    record: `panel_${n}`,
    expr: expr
      .replaceAll('$__rate_interval', '1m')
      .replaceAll('$job', 'parley')
      .replaceAll('$instance', '.*'),
  }))
  const path = join(temporary, 'rules.yml')
  writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  expect(promtool('check', 'rules', path)).toMatchObject({ status: 0 })
  expect(rules.map(({ expr }) => expr).join()).not.toContain('$')
})

test('metrics, dashboard, alert rules and documentation name the same metrics', async () => {
  const server = await startMonitoredServer()
  const { text } = await server.scrape()
  const real = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const ours = [...real].filter((name) => name?.startsWith('parley_')).sort()

  expect(
    [...namesIn(panelExpressions.map(({ expr }) => expr).join('\n'))].filter((name) => !real.has(name)),
  ).toEqual([])
  expect([...namesIn(JSON.stringify(dashboard.templating))].filter((name) => !real.has(name))).toEqual([])
  expect([...namesIn(read('deploy/monitoring/alert-rules.yml'))].filter((name) => !real.has(name))).toEqual(
    [],
  )
  expect(
    [...namesIn(read('deploy/monitoring/alert-rules.test.yml'))].filter((name) => !real.has(name)),
  ).toEqual([])

  const documented = [...read('docs/operations.md').matchAll(/^\| `(parley_\w+)` \|/gm)]
    .map(([, name]) => name)
    .sort()
  expect(documented).toEqual(ours)
  const shown = namesIn(JSON.stringify(dashboard))
  expect(
    ours.filter((name) => !shown.has(name ?? '')),
    'missing in the dashboard',
  ).toEqual([])
}, 60_000)
