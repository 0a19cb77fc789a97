import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Creates `cert.pem` and `key.pem` in the folder, self-signed for this machine. */
export function makeCertificate(folder: string): { cert: string; key: string } {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const result = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-keyout', files.key, '-out', files.cert],
  ])
  if (result.status !== 0) throw new Error(`openssl failed to create a certificate: ${result.stderr}`)
  return files
}
