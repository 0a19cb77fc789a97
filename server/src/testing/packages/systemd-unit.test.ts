import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { repository } from './replay-dockerfile.ts'

/** Runs a shell script with a /opt of its own, in which the program of the unit exists. */
function runWithInstallation(script: string) {
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const prepare =
    'mount -t tmpfs tmpfs /opt; mkdir -p /opt/parley/node_modules/.bin; cp /bin/true /opt/parley/node_modules/.bin/node'
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    [...asRoot, '--mount', '--', 'sh', '-ec', `${prepare}; ${script}`],
    { cwd: repository, encoding: 'utf8' },
  )
  return { status, output: stdout + stderr }
}

test('systemd accepts deploy/systemd/parley.service', () => {
  const verified = runWithInstallation('systemd-analyze verify --man=no deploy/systemd/parley.service')
  expect(verified.output).toBe('')
  expect(verified.status).toBe(0)
})

test('systemd finds that the service is well confined', () => {
  // From 0 (confined) to 100; most services that come with a system are above 90.
  const rated = runWithInstallation(
    'systemd-analyze security --no-pager --offline=true --threshold=20 deploy/systemd/parley.service',
  )
  expect(rated.status, rated.output).toBe(0)
})
